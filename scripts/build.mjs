// Three bundles from the one vite.config.ts, made again only when what they are made of has changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { makeFonts } from "./font.mjs";
import { withLock } from "./lock.mjs";
import { inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

const SOURCES = [
  "app",
  "db",
  "server",
  "public",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];
// Made by the build itself (font.mjs).
const GENERATED = /archivo-\w+\.woff2$/;
const dist = path.join(root, "dist");
const stamp = path.join(dist, ".stamp");

/** Leaves `dist/` up to date. Says whether there was anything to do. */
export async function buildIfStale() {
  const wanted = sourcesHash();
  if (isBuilt(wanted)) return false;
  await withLock(path.join(root, ".runtime", "build.lock"), async () => {
    if (!isBuilt(wanted)) await build(wanted);
  });
  return true;
}

function isBuilt(wanted) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

async function build(wanted) {
  const begun = Date.now();
  console.log("Building …");
  // React and Vite both ask it which of their two selves to be.
  process.env.NODE_ENV = "production";
  const { build: viteBuild } = await import("vite");
  const made = path.join(root, ".runtime", "dist");
  rmSync(made, { recursive: true, force: true });
  const bundle = (mode) => viteBuild({ mode, root, logLevel: "warn", build: { outDir: path.join(made, mode) } });
  const fonts = makeFonts();
  await Promise.all([bundle("server"), fonts.then(() => bundle("client")), fonts.then(() => bundle("admin"))]);
  writeFileSync(path.join(made, ".stamp"), wanted);
  // A process that still serves the former build keeps a whole one until this moment, and a build that fails leaves it.
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
  console.log(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
}

/** Over contents, not dates: a checkout that goes to another branch and back needs no new build. */
function sourcesHash() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => filesUnder(source)))
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

function filesUnder(source) {
  if (!existsSync(path.join(root, source))) return [];
  if (path.extname(source)) return [source];
  return readdirSync(path.join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name) && !GENERATED.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await inRightNode();
  if (!(await buildIfStale())) console.log("The build is up to date.");
}
