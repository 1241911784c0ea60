// Generates app/ui/fonts/archivo-*.woff2 from the font's package: the characters and the ranges of the axes that we
// use.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./setup.mjs";

const recipe = fileURLToPath(import.meta.url);
const sourceOf = (subset) =>
  path.join(root, `node_modules/@fontsource-variable/archivo/files/archivo-${subset}-wdth-normal.woff2`);
const folder = path.join(root, "app/ui/fonts");

const span = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join("");

// Three files, split by the ranges in tokens.css: the characters of English text load with every page; the letters of
// Latin-1 with what prose does without, and those of other languages in Latin script, only with a page that contains
// one. Any other character falls back to the next font of the stack. The first file stays below 29 KB, which a slow
// connection brings in one round trip less.
const RARE = /[<>[\\\]^_`{|}~]/g;
const FILES = {
  "archivo-basic.woff2": { subset: "latin", characters: `${span(0x20, 0x7e).replace(RARE, "")}\u00a0©·×–—‘’“”•…−` },
  "archivo-latin.woff2": {
    subset: "latin",
    characters: `<>[\\]^_\`{|}~${span(0xa1, 0xff).replace(/[©·×]/g, "")}ıŒœ‚„‹›€™↑↓∕`,
  },
  "archivo-latin-ext.woff2": {
    subset: "latin-ext",
    characters: `${span(0x100, 0x17f).replace(/[ıŒœ]/g, "")}ȘșȚț†`,
  },
};
// The whole axes (weight to 900, width 62 to 125) would be twice as large; the design uses no more than this.
const AXES = { wght: { min: 100, max: 700 }, wdth: { min: 92, max: 100 } };

/** Does nothing if the fonts exist and are newer than this script. */
export async function makeFonts() {
  const made = statSync(recipe).mtimeMs;
  const missing = Object.keys(FILES)
    .map((name) => path.join(folder, name))
    .filter((file) => !existsSync(file) || statSync(file).mtimeMs < made);
  if (missing.length === 0) return;
  const { default: subsetFont } = await import("subset-font");
  mkdirSync(folder, { recursive: true });
  for (const file of missing) {
    const { subset, characters } = FILES[path.basename(file)];
    const font = await subsetFont(readFileSync(sourceOf(subset)), characters, {
      targetFormat: "woff2",
      variationAxes: AXES,
    });
    writeFileSync(`${file}.new`, font);
    renameSync(`${file}.new`, file);
  }
}

if (process.argv[1] === recipe) await makeFonts();
