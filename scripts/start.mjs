// `npm start`: packages, Node, build, serve. Each step runs only if needed.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { mallocEnvironment, nodeArguments } from "./release/server-process.mjs";
import { become, compileCache, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode();
await buildIfStale();
const env = {
  ...compileCache,
  ...mallocEnvironment,
  ...process.env,
  NODE_ENV: "production",
};
become([...nodeArguments, path.join(root, "dist/server/main.js"), ...process.argv.slice(2)], env);
