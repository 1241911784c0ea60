import fs from "node:fs";
import path from "node:path";
import { productRoot } from "#app/platform/product-root.server.ts";

/** Whether this is an unpacked release, which has no npm, but a launcher of its own (scripts/release/jorna.mjs). */
const isRelease = (): boolean => fs.existsSync(path.join(productRoot(), "jorna.mjs"));

/**
 * A text for the console, in which commands are written as in a checkout (`npm run backup -- FILE`, `npm start`), with
 * the commands that work in this installation.
 */
export function withLocalCommands(text: string): string {
  if (!isRelease()) return text;
  return text
    .replaceAll(/npm run (admin|backup|restore|move|upgrade)\b(?: --(?= ))?/g, "node jorna.mjs $1")
    .replaceAll("npm start", "node jorna.mjs");
}
