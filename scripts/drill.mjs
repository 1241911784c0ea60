// `npm run drill`: three instances on PostgreSQL behind a load balancer, and everything that can happen to them.
// Arguments after `--` are passed on.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode({ withTools: true });
await buildIfStale();
become([path.join(root, "test/drill/main.ts"), ...process.argv.slice(2)]);
