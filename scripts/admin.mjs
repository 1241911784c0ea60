// `npm run admin -- list`, `npm run admin -- reset <e-mail>`: administrators from the server's console, while the site runs or not.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode();
await buildIfStale();
become([path.join(root, "dist/server/admin.js"), ...process.argv.slice(2)], { ...process.env, NODE_ENV: "production" });
