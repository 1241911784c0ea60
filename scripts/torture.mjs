// `npm run torture`: kills the built product a hundred times on each database while visitors send messages. Arguments
// after `--` are passed on.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode({ withTools: true });
await buildIfStale();
become([path.join(root, "test/torture/main.ts"), ...process.argv.slice(2)]);
