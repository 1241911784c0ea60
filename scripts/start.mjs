// `npm start`: packages, Node, build, serve. Each step runs only if needed.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { mallocEnvironment, nodeArguments } from "./release/server-process.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode();
await buildIfStale();
// Caches compiled code between starts: a fifth less work before the first response.
const env = {
  NODE_COMPILE_CACHE: path.join(root, ".runtime/compiled"),
  ...mallocEnvironment,
  ...process.env,
  NODE_ENV: "production",
};
become([...nodeArguments, path.join(root, "dist/server/main.js"), ...process.argv.slice(2)], env);
