// Makes app/ui/fonts/archivo-latin.woff2 out of the font's package: the characters and the part of the axes that we use.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./setup.mjs";

const recipe = fileURLToPath(import.meta.url);
const source = path.join(root, "node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2");
const output = path.join(root, "app/ui/fonts/archivo-latin.woff2");

const span = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join("");
// ASCII, Latin-1 and the punctuation of our texts; any other character falls back to the next font of the stack.
const CHARACTERS = `${span(0x20, 0x7e)}${span(0xa0, 0xff)}ıŒœŠšŽžŸ‐‑–—‘’‚“”„†•…‰‹›€™←↑→↓−∕`;
// The whole axes (weight to 900, width 62 to 125) weigh 84 KB, this part of them 50; the design uses no more.
const AXES = { wght: { min: 100, max: 720 }, wdth: { min: 85, max: 100 } };

/** Does nothing where the font is there and newer than this recipe. */
export async function makeFont() {
  if (existsSync(output) && statSync(output).mtimeMs > statSync(recipe).mtimeMs) return;
  const { default: subsetFont } = await import("subset-font");
  const font = await subsetFont(readFileSync(source), CHARACTERS, { targetFormat: "woff2", variationAxes: AXES });
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(`${output}.new`, font);
  renameSync(`${output}.new`, output);
}
