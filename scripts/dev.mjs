// `npm run dev`: like `npm start`, with live reload and without a build.
import path from "node:path";
import { makeFonts } from "./font.mjs";
import { become, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode();
await makeFonts();
become([path.join(root, "process/dev.ts")], { ...process.env, NODE_ENV: "development" });
