// `npm run admin -- list`, `npm run admin -- reset <e-mail>`: manages administrators from the server's console, whether
// or not the site is running.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode();
await buildIfStale();
become([path.join(root, "dist/server/admin.js"), ...process.argv.slice(2)], { ...process.env, NODE_ENV: "production" });
