// The browser for the end-to-end tests: an installed one, otherwise one that is downloaded. The headless shell comes
// first: it opens no window, so it uses less CPU, which is why Playwright installs it too.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

const SHELL = "chromium-headless-shell";
const FULL = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];
// Usual locations, independent of PATH.
const FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome", "/opt/homebrew/bin"];
const APPLICATIONS = ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/**
 * The path of a working Chromium. CHROMIUM_PATH overrides the search.
 * @param {{ isFull?: boolean }} options `isFull`: the full browser that visitors use, not the headless shell
 * @throws a message if none is available
 */
export async function findBrowser({ isFull = false } = {}) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which does not run.`);
  }
  const names = isFull ? FULL : [SHELL, ...FULL];
  const found = onMachine(names) ?? (await downloaded(isFull)) ?? installedByApt(names) ?? (await download(isFull));
  if (found) return found;
  throw new Error(
    "No browser: install chromium-headless-shell, chromium or google-chrome, or set CHROMIUM_PATH to one.",
  );
}

function onMachine(names) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter).filter(Boolean), ...FOLDERS];
  const files = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...APPLICATIONS];
  return files.find((file) => existsSync(file) && runs(file));
}

/** Debian has a package for the headless shell, Ubuntu does not. */
function installedByApt(names) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("No browser on this machine: installing chromium …");
  // Where programs run by package scripts are located.
  const env = { ...process.env, PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => {
    const options = { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", env };
    const { status, stderr } = spawnSync("/usr/bin/apt-get", ["-qq", ...args], options);
    // On success it holds only remarks, such as that debconf lacks apt-utils.
    if (status !== 0) process.stderr.write(stderr ?? "");
    return status === 0;
  };
  const install = (name) => apt("install", "-y", "--no-install-recommends", name);
  const isKnown = (name) => spawnSync("/usr/bin/apt-cache", ["show", name], { stdio: "ignore", env }).status === 0;
  if (!apt("update")) return undefined;
  if (names.includes(SHELL) && isKnown(SHELL) && install(SHELL)) return onMachine(names);
  return install("chromium") ? onMachine(names) : undefined;
}

async function downloaded(isFull) {
  const { chromium } = await import("@playwright/test");
  const full = chromium.executablePath();
  const files = isFull ? [full] : [...shellsBeside(full), full];
  return files.find((file) => existsSync(file) && runs(file));
}

/**
 * Playwright keeps its full browser in `chromium-1255/SYSTEM/`, the shell of the same release in
 * `chromium_headless_shell-1255/SYSTEM/`.
 */
function shellsBeside(full) {
  const release = path.dirname(path.dirname(full));
  const folder = path.join(
    path.dirname(release),
    path.basename(release).replace(/^chromium/, "chromium_headless_shell"),
  );
  if (!existsSync(folder)) return [];
  const systems = readdirSync(folder).map((system) => path.join(folder, system));
  return systems.flatMap((system) => ["", ".exe"].map((end) => path.join(system, `chrome-headless-shell${end}`)));
}

function download(isFull) {
  console.log("No browser on this machine: downloading the test tool's own …");
  const cli = path.join(root, "node_modules/playwright/cli.js");
  // As root, it may also install the system libraries.
  const deps = process.getuid?.() === 0 ? ["--with-deps"] : [];
  spawnSync(process.execPath, [cli, "install", ...deps, isFull ? "--no-shell" : "--only-shell", "chromium"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return downloaded(isFull);
}

/** Some systems have a stub of that name that only tells you what to install. */
function runs(file) {
  return spawnSync(file, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}
