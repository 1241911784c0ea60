// The browser that the journeys run in: one that is there, else one that is brought.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

const NAMES = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];
// Where systems keep them, whatever PATH says.
const FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome", "/opt/homebrew/bin"];
const APPLICATIONS = ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** The path of a Chromium that runs. @throws a sentence when none is to be had */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which does not run.`);
  }
  const found = onMachine() ?? (await downloaded()) ?? installedByApt() ?? (await download());
  if (found) return found;
  throw new Error("No browser: install chromium or google-chrome, or set CHROMIUM_PATH to one.");
}

function onMachine() {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter).filter(Boolean), ...FOLDERS];
  const files = [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...APPLICATIONS];
  return files.find((file) => existsSync(file) && runs(file));
}

function installedByApt() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("No browser on this machine: installing chromium …");
  // What packages run while they are installed lies in these folders.
  const env = { ...process.env, PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    spawnSync("/usr/bin/apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  return apt("update") && apt("install", "-y", "--no-install-recommends", "chromium") ? onMachine() : undefined;
}

async function downloaded() {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return existsSync(file) && runs(file) ? file : undefined;
}

function download() {
  console.log("No browser on this machine: downloading the test tool's own …");
  const cli = path.join(root, "node_modules/playwright/cli.js");
  // As root it may bring the system's libraries along too.
  const deps = process.getuid?.() === 0 ? ["--with-deps"] : [];
  spawnSync(process.execPath, [cli, "install", ...deps, "--no-shell", "chromium"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return downloaded();
}

/** Some systems have a stub of that name which only says what to install. */
function runs(file) {
  return spawnSync(file, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}
