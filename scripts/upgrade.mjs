// `npm run upgrade -- --check`, `npm run upgrade`: upgrades an earlier build's database to this build's schema.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode();
await buildIfStale();
become([path.join(root, "dist/server/upgrade.js"), ...process.argv.slice(2)], {
  ...process.env,
  NODE_ENV: "production",
});
