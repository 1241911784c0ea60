// `npm run bench`: packages, Node, build, measurements.
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { buildIfStale } from "./build.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode({ withTools: true });
await buildIfStale();
become([path.join(root, "bench/bench.ts"), ...process.argv.slice(2)], {
  ...process.env,
  // Measures in the full browser that visitors use.
  CHROMIUM_PATH: await findBrowser({ isFull: true }),
});
