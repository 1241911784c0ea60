// `npm run restore -- FILE` (or s3://BUCKET/KEY): restores the site of a backup to an empty location.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, fromCaller, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

const args = process.argv.slice(2).map((word) => (/^(-|s3:\/\/)/.test(word) ? word : fromCaller(word)));

await inRightNode();
await buildIfStale();
become([path.join(root, "dist/server/restore.js"), ...args], { ...process.env, NODE_ENV: "production" });
