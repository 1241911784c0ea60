// Renders the case-study pictures: `node art/render.mjs` renders all, `node art/render.mjs 02 05-detail-1` only some (a
// case number, or a number and a state, such as 02-sketch). Needs Node 20 or newer and Chromium, found through
// CHROMIUM_PATH or as `chromium`, `chromium-browser` or `google-chrome` on the PATH; the first run installs fonts and
// tools into art/node_modules. The pictures are written to db/seed/pictures and committed, so neither install nor tests
// render them. The drawn states are SVG of their own, in public/art/drawings. To view a source, open art/NN-name.html
// after the first run has installed the fonts, with #drawn, #hero, #hero-drawn or #detail-1..3 appended, or
// art/sketches.html#02. PICTURES_DIR changes the output folder, for comparisons.

import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const target = process.env.PICTURES_DIR ?? path.join(here, "../db/seed/pictures");
const withHero = ["01", "03", "06", "07"];
/** Maximum file size in bytes, by kind of picture. */
const limits = { built: 120_000, detail: 80_000, sketch: 20_000 };

installWhenMissing();
const { chromium } = await import("playwright-core");
const { default: sharp } = await import("sharp");

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    "--allow-file-access-from-files",
    "--font-render-hinting=none",
    "--default-tile-width=4096", // one tile for the whole picture: large shadows show seams between tiles
    "--default-tile-height=4096",
  ],
});
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 1000 }, deviceScaleFactor: 2 });
  mkdirSync(target, { recursive: true });
  for (const { source, state } of wantedPictures()) await render(page, source, state);
} finally {
  await browser.close();
}

/** Every source in each of its states, or those given on the command line. */
function wantedPictures() {
  const asked = process.argv.slice(2);
  return readdirSync(here)
    .filter((file) => /^\d\d-.+\.html$/.test(file))
    .flatMap((source) => statesOf(source.slice(0, 2)).map((state) => ({ source, state })))
    .filter(({ source, state }) => {
      const number = source.slice(0, 2);
      return asked.length === 0 || asked.includes(number) || asked.includes(`${number}-${state}`);
    });
}

function statesOf(number) {
  const hero = withHero.includes(number) ? ["hero-built"] : [];
  return ["built", ...hero, "detail-1", "detail-2", "detail-3", "sketch"];
}

async function render(page, source, state) {
  const fragment = state === "built" ? "" : `#${state.replace("-built", "")}`;
  // The rejected sketches of all case studies share one source.
  const address = state === "sketch" ? `sketches.html#${source.slice(0, 2)}` : source + fragment;
  await page.goto("about:blank"); // changing only the fragment would not reload the page
  await page.goto(new URL(address, pathToFileURL(`${here}/`)).href);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.locator(".c").screenshot({ omitBackground: true });
  const picture = await encode(png, state === "sketch");
  const name = `${source.replace(".html", "")}-${state}.webp`;
  if (picture.length > limitOf(state)) throw new Error(`${name} weighs ${picture.length} bytes`);
  writeFileSync(path.join(target, name), picture);
  console.log(name, `${(picture.length / 1000).toFixed(1)} KB`);
}

function limitOf(state) {
  return limits[state.replace(/^hero-/, "").replace(/-\d$/, "")];
}

/**
 * Flat screens and line art have few colours: palette quantization followed by lossless WebP beats lossy WebP in
 * sharpness and size. 256 dithered colours keep shadows smooth; for the single pencil colour 16 are enough, nearly all
 * of them alpha steps.
 */
async function encode(png, isDrawn) {
  const image = isDrawn ? sharp(png) : sharp(png).removeAlpha();
  const palette = { palette: true, colours: isDrawn ? 16 : 256, dither: isDrawn ? 0 : 1, effort: 10 };
  return sharp(await image.png(palette).toBuffer()).webp({ lossless: true, effort: 6 }).toBuffer();
}

function installWhenMissing() {
  const { dependencies } = JSON.parse(readFileSync(path.join(here, "package.json"), "utf8"));
  const missing = Object.keys(dependencies).some((name) => !existsSync(path.join(here, "node_modules", name)));
  if (!missing) return;
  execFileSync("npm", ["install", "--no-package-lock", "--no-audit", "--no-fund"], { cwd: here, stdio: "inherit" });
}

function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const found = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
  if (!found) throw new Error("No Chromium found: set CHROMIUM_PATH");
  return found;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
