// `npm run move -- --from PLACE --to PLACE`: moves a whole site from SQLite to PostgreSQL or back.
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { become, fromCaller, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

const isName = (word) => !word.startsWith("-") && !/^postgres(ql)?:/.test(word);
const args = process.argv.slice(2).map((word) => (isName(word) ? fromCaller(word) : word));

await inRightNode();
await buildIfStale();
become([path.join(root, "dist/server/move.js"), ...args], { ...process.env, NODE_ENV: "production" });
