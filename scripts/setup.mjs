// Makes a checkout runnable with only Node 20.19 and npm: installs packages as locked, and the pinned Node if the
// machine's own is older. Plain JavaScript without dependencies, since it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";

export const root = path.resolve(import.meta.dirname, "..");

// The security fixes of March 2026 came with 24.14.1; an older Node gets the pinned version installed beside it.
const OLDEST_NODE = [24, 14, 1];
const PINNED_NODE = "24.21.0";

const modules = path.join(root, "node_modules");
const runtime = path.join(root, ".runtime");
const stampFile = path.join(modules, ".setup-stamp");
const pinnedNode = path.join(runtime, "node_modules", "node", "bin", "node");

// No package needs an install script: native modules come precompiled. npm would still compile the database driver,
// because it finds its sources, and without a compiler the install would fail.
const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

// Node delays garbage collection while memory seems plentiful: npm took 340 MB, and takes 250.
const smallHeap = ["--max-semi-space-size=1", "--max-old-space-size=160"];

const installs = new Set();
let isStopping = false;

/**
 * Installs what is missing and returns the path of the Node to run the product with. Fast if there is nothing to do.
 * Starting needs the packages that serve and build; `withTools` adds those that check and test.
 */
export async function setUp({ withTools = false } = {}) {
  if (/[#?]/.test(root)) stop(`The path ${root} contains # or ?, which the bundler cannot read. Rename that folder.`);
  const isEnough = isNewEnough(process.versions.node);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, stopInstalls);
  // One after the other: in parallel they need 600 MB.
  const node = isEnough ? process.execPath : (linkedNode() ?? (await bringNode()));
  await installPackages(withTools);
  for (const signal of signals) process.off(signal, stopInstalls);
  if (!isEnough) linkNode(node);
  return realpathSync(node);
}

async function installPackages(withTools) {
  // A linked node_modules belongs to another checkout, which maintains it.
  if (isLink(modules) || isInstalled(withTools)) return;
  await withLock(path.join(runtime, "packages.lock"), async () => {
    if (isInstalled(withTools)) return;
    const { stamp: former, scope: formerScope } = installed();
    // npm leaves that file when it is done: a manual `npm ci` has installed the tools, so they stay.
    const isHandMade = !formerScope && existsSync(path.join(modules, ".package-lock.json"));
    const scope = withTools || isHandMade || formerScope === "all" ? "all" : "start";
    console.log(scope === "all" ? "Installing the packages, test tools included …" : "Installing the packages …");
    // Explicit, since NODE_ENV=production on a machine would omit the tools.
    const options = [scope === "all" ? "--include=dev" : "--omit=dev", ...quietly];
    // Adding the tools must not remove packages from under a running server. And if a registry lacks a platform's
    // package, `npm ci` fails where `npm install` succeeds.
    const isExact = former !== packagesStamp() && (await npm(["ci", ...options]));
    if (!isExact && !(await npm(["install", "--no-save", ...options])))
      stop("The packages could not be installed; npm says why above.");
    writeFileSync(stampFile, `${packagesStamp()} ${scope}`);
  });
}

function isInstalled(withTools) {
  const { stamp, scope } = installed();
  return stamp === packagesStamp() && (scope === "all" || !withTools);
}

function installed() {
  const [stamp, scope] = existsSync(stampFile) ? readFileSync(stampFile, "utf8").split(" ") : [];
  return { stamp, scope };
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

/** A Node installed by an earlier start, or by the checkout that node_modules is linked from. */
function linkedNode() {
  for (const candidate of [pinnedNode, path.join(modules, ".bin", "node")]) {
    if (existsSync(candidate) && isNewEnough(versionOf(candidate))) return realpathSync(candidate);
  }
  return undefined;
}

function bringNode() {
  return withLock(path.join(runtime, "node.lock"), async () => {
    if (existsSync(pinnedNode) && isNewEnough(versionOf(pinnedNode))) return pinnedNode;
    console.log(`This machine has Node ${process.versions.node}: installing Node ${PINNED_NODE} for the product …`);
    rmSync(path.join(runtime, "node_modules"), { recursive: true, force: true });
    mkdirSync(runtime, { recursive: true });
    // The platform's own package rather than the wrapper `node`, which needs an install script.
    const name = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
    const source = `${name}-${process.platform}-${process.arch}@${PINNED_NODE}`;
    const options = ["--no-save", "--no-package-lock", ...quietly];
    await npm(["install", "--prefix", runtime, ...options, `node@npm:${source}`]);
    // 67 MB of headers for compiling add-ons: nothing is compiled here.
    rmSync(path.join(runtime, "node_modules/node/include"), { recursive: true, force: true });
    if (existsSync(pinnedNode) && isNewEnough(versionOf(pinnedNode))) return pinnedNode;
    return stop(
      `Node ${PINNED_NODE} cannot be downloaded here. Install Node.js ${OLDEST_NODE.join(".")} or newer and try again.`,
    );
  });
}

/**
 * Lets npm's scripts and the tools' `env node` find the same Node. A convenience: every script also works without it.
 */
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

/** Runs npm's own program with this Node: the `npm` or `node` on PATH may be the ones about to be replaced. */
function npm(args) {
  const own = process.env.npm_execpath ?? "";
  const beside = path.resolve(path.dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  const program = [own, beside].find((file) => file.endsWith("npm-cli.js") && existsSync(file));
  const options = { cwd: root, stdio: "inherit" };
  const child = program
    ? spawn(realpathSync(process.execPath), [...smallHeap, program, ...args], options)
    : spawn("npm", args, options);
  installs.add(child);
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("exit", (code) => {
      installs.delete(child);
      if (!isStopping) resolve(code === 0);
      else if (!installs.size) process.exit(1);
    });
  });
}

/** An install that outlives us would interfere with the next one, so it is stopped and waited for. */
function stopInstalls() {
  isStopping = true;
  for (const child of installs) child.kill();
  if (!installs.size) process.exit(1);
}

function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await setUp();
