// `npm run backup -- FILE`: backs up the whole site to one file, whether or not it is running.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, fromCaller, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

const args = process.argv.slice(2).map((word) => (word.startsWith("-") ? word : fromCaller(word)));

await inRightNode();
await buildIfStale();
become([path.join(root, "dist/server/backup.js"), ...args], { ...process.env, NODE_ENV: "production" });
