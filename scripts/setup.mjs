// Makes a checkout runnable with nothing but Node 20.19 and npm: packages as locked, and the Node the product pins where
// the machine's own is older. Plain JavaScript without dependencies, since it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";

export const root = path.resolve(import.meta.dirname, "..");

// The security fixes of March 2026 came with 24.14.1; an older Node gets the pinned one beside it.
const OLDEST_NODE = [24, 14, 1];
const PINNED_NODE = "24.21.0";

const modules = path.join(root, "node_modules");
const runtime = path.join(root, ".runtime");
const pinnedNode = path.join(runtime, "node_modules", "node", "bin", "node");

/** Installs what is missing and returns the path of the Node to run the product with. Quick when nothing is to be done. */
export async function setUp() {
  await installPackages();
  if (isNewEnough(process.versions.node)) return realpathSync(process.execPath);
  const node = linkedNode() ?? (await bringNode());
  linkNode(node);
  return node;
}

async function installPackages() {
  // A linked node_modules belongs to another checkout, which keeps it in order.
  if (isLink(modules) || isInstalled()) return;
  await withLock(path.join(runtime, "setup.lock"), () => {
    if (isInstalled()) return;
    console.log("Installing the packages …");
    rmSync(stampFile(), { force: true });
    // Machines with NODE_ENV=production would leave out what the build needs.
    const options = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    const isExact = npm(["ci", ...options]);
    // A registry that lacks a platform's package makes `npm ci` give up where `npm install` goes on.
    if (!isExact && !npm(["install", "--no-save", ...options])) stop("The packages could not be installed; npm says why above.");
    writeFileSync(stampFile(), packagesStamp());
  });
}

function stampFile() {
  return path.join(modules, ".setup-stamp");
}

function isInstalled() {
  return existsSync(stampFile()) && readFileSync(stampFile(), "utf8") === packagesStamp();
}

function packagesStamp() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  );
  return createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides]))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
}

/** A Node that an earlier start, or the checkout that node_modules is linked from, has put there. */
function linkedNode() {
  for (const candidate of [pinnedNode, path.join(modules, ".bin", "node")]) {
    if (existsSync(candidate) && isNewEnough(versionOf(candidate))) return realpathSync(candidate);
  }
  return undefined;
}

function bringNode() {
  return withLock(path.join(runtime, "setup.lock"), () => {
    if (existsSync(pinnedNode) && isNewEnough(versionOf(pinnedNode))) return pinnedNode;
    console.log(`This machine has Node ${process.versions.node}: bringing Node ${PINNED_NODE} for the product …`);
    rmSync(path.join(runtime, "node_modules"), { recursive: true, force: true });
    mkdirSync(runtime, { recursive: true });
    // The platform's own package, not the wrapper `node`: that one needs an install script.
    const name = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
    const source = `${name}-${process.platform}-${process.arch}@${PINNED_NODE}`;
    npm(["install", "--prefix", runtime, "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error", `node@npm:${source}`]);
    if (existsSync(pinnedNode) && isNewEnough(versionOf(pinnedNode))) return pinnedNode;
    return stop(`Node ${PINNED_NODE} is not to be had here. Install Node.js ${OLDEST_NODE.join(".")} or newer, then try again.`);
  });
}

/** Lets npm's scripts and the tools' `env node` find the same Node. A convenience: every script also works without it. */
function linkNode(node) {
  const link = path.join(modules, ".bin", "node");
  if (isLink(modules) || (existsSync(link) && realpathSync(link) === realpathSync(node))) return;
  rmSync(link, { force: true });
  symlinkSync(path.relative(path.dirname(link), node), link);
}

function isNewEnough(version) {
  const parts = version.split(".").map(Number);
  const index = OLDEST_NODE.findIndex((part, at) => parts[at] !== part);
  return index === -1 || parts[index] > OLDEST_NODE[index];
}

function versionOf(node) {
  const answer = spawnSync(node, ["--version"], { encoding: "utf8" });
  return answer.status === 0 ? answer.stdout.trim().slice(1) : "0.0.0";
}

/** Runs npm's own program with this Node: the `npm` or `node` in PATH may be the ones about to be replaced. */
function npm(args) {
  const own = process.env.npm_execpath ?? "";
  const beside = path.resolve(path.dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  const program = [own, beside].find((file) => file.endsWith("npm-cli.js") && existsSync(file));
  const options = { cwd: root, stdio: "inherit" };
  const ended = program
    ? spawnSync(realpathSync(process.execPath), [program, ...args], options)
    : spawnSync("npm", args, options);
  return ended.status === 0;
}

function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await setUp();
