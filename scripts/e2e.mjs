// `npm run e2e`: only the end-to-end tests, on a fresh build. Arguments after `--` are passed to Playwright.
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { buildIfStale } from "./build.mjs";
import { become, compileCache, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

await inRightNode({ withTools: true });
await buildIfStale();
const playwright = path.join(root, "node_modules/@playwright/test/cli.js");
const env = { ...compileCache, ...process.env, CHROMIUM_PATH: await findBrowser() };
become([playwright, "test", ...process.argv.slice(2)], env);
