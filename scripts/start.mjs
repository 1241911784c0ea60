// `npm start`: packages, Node, build, serve. Each step only where it is needed.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode();
await buildIfStale();
become([path.join(root, "dist/server/main.js"), ...process.argv.slice(2)], { ...process.env, NODE_ENV: "production" });
