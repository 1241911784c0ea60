// `npm start`: packages, Node, build, serve. Each step runs only if needed.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode();
await buildIfStale();
// Caches compiled code between starts: a fifth less work before the first response.
const env = {
  NODE_COMPILE_CACHE: path.join(root, ".runtime/compiled"),
  // glibc's malloc: returns large blocks, such as those of uploads, to the system, and keeps little memory per thread.
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  ...process.env,
  NODE_ENV: "production",
};
become(["--expose-gc", path.join(root, "dist/server/main.js"), ...process.argv.slice(2)], env);
