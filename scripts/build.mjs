// Three bundles from the one vite.config.ts, made again only when what they are made of has changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { handOver, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

const SOURCES = [
  "app",
  "db",
  "process",
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
// The bundler takes a thread for every core, and memory in large pieces before it needs them: 230 MB instead of 400.
const frugal = { RAYON_NUM_THREADS: "1", TOKIO_WORKER_THREADS: "1", MIMALLOC_ARENA_EAGER_COMMIT: "0" };
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
  const made = path.join(root, ".runtime", "dist");
  rmSync(made, { recursive: true, force: true });
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  await run("fonts", [path.join(root, "scripts/font.mjs")]);
  for (const mode of ["server", "client", "admin"])
    await run(mode, [vite, "build", "--mode", mode, "--logLevel", "warn", "--outDir", path.join(made, mode)]);
  writeFileSync(path.join(made, ".stamp"), wanted);
  // A process that still serves the former build keeps a whole one until this moment, and a build that fails leaves it.
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
  console.log(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
}

/**
 * One step in a process of its own: what it needed is given back before the next begins, so that a machine of 512 MB can build.
 * Side by side in one process they took 615 MB.
 */
async function run(step, args) {
  const code = await handOver(process.execPath, args, { ...frugal, ...process.env, NODE_ENV: "production" });
  if (code !== 0) throw new Error(`The build stopped at: ${step}. The reason is above.`);
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
