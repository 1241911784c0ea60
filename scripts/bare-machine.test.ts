import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { bareMachine } from "#test/bare-machine.ts";
import { freePort } from "#test/free-port.ts";
import { type ProcessMemory, processTree } from "#test/process-tree.ts";
import { isReady, sendJson } from "#test/product.ts";

// With only Node, npm, git and the POSIX tools on PATH, an empty HOME and a fresh copy of the sources.

test("on a bare machine npm start installs, builds within 350 MiB, serves requests and stops on SIGTERM; the next one need not build", {
  timeout: 300_000,
  retry: 0,
}, async () => {
  const { checkout, environment } = bareMachine();
  const port = await freePort();
  const npm = spawn("npm", ["start"], {
    cwd: checkout,
    env: { ...environment, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (text) => (said += text));
  const ended = new Promise<unknown>((resolve) => npm.on("close", resolve).on("error", resolve));
  onTestFinished(async () => {
    npm.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;

  const peak = { all: 0, build: 0 };
  while (!(await isReady(url))) {
    if (npm.exitCode !== null) throw new Error(`npm start ended:\n${said}`);
    const tree = processTree(npm.pid ?? 0);
    peak.all = Math.max(peak.all, sum(tree));
    peak.build = Math.max(peak.build, sum(buildOf(tree)));
    await pause(20);
  }

  expect(await (await fetch(url)).text()).toMatch(/<h1/);
  const lead = { fullName: "Ada Lovelace", email: "ada@example.com", message: "An engine on a bare machine." };
  const sent = await sendJson(url, "/quote/new", lead);
  expect(sent.status).toBe(201);
  npm.kill("SIGTERM");
  expect([await ended, said]).toEqual([0, expect.stringContaining(url.replace("127.0.0.1", "localhost"))]);
  expect(peak.build).toBeLessThanOrEqual(350);
  // Includes npm, and the machine's own Node waiting beside it if that is old: must fit on a machine with 512 MB.
  expect(peak.all).toBeLessThanOrEqual(500);
  const next = spawnSync("node", ["scripts/build.mjs"], { cwd: checkout, env: environment, encoding: "utf8" });
  expect(next.stdout).toBe("The build is up to date.\n");
});

test("on a bare machine npm test finds a browser and PostgreSQL", { timeout: 300_000 }, () => {
  const { environment } = bareMachine();
  const program = `
    const { findBrowser } = await import("./scripts/browser.mjs");
    const { postgresPrograms } = await import("./test/postgres-programs.ts");
    console.log(JSON.stringify([await findBrowser(), postgresPrograms().bin]));`;

  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: environment,
    encoding: "utf8",
  });

  expect([status, stderr]).toEqual([0, ""]);
  const [browser, postgres] = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect([browser, postgres].every(path.isAbsolute)).toBe(true);
});

test("on a bare machine the test script starts with the machine's own Node", { timeout: 60_000 }, () => {
  const { environment } = bareMachine();
  const { status, stderr } = spawnSync("node", ["scripts/test.mjs", "LICENSE"], {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: environment,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining("No test belongs to LICENSE. npm test runs them all.")]);
});

test("a folder whose path the bundler cannot read is named before anything is installed", () => {
  const { checkout, environment } = bareMachine();
  const site = path.join(checkout, "site #1");
  fs.mkdirSync(site);
  for (const name of ["scripts", "package.json"]) fs.renameSync(path.join(checkout, name), path.join(site, name));
  const { status, stderr } = spawnSync("node", ["scripts/start.mjs"], {
    cwd: site,
    env: environment,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    1,
    `The path ${fs.realpathSync(site)} contains # or ?, which the bundler cannot read. Rename that folder.\n`,
  ]);
});

const sum = (processes: ProcessMemory[]) => processes.reduce((all, { residentMiB }) => all + residentMiB, 0);

/** The steps of the build (scripts/build.mjs), and the process that runs them. */
function buildOf(tree: ProcessMemory[]): ProcessMemory[] {
  const steps = tree.filter(({ command }) => /vite\.js build|font\.mjs/.test(command));
  const parents = new Set(steps.map(({ parent }) => parent));
  return tree.filter((process) => steps.includes(process) || parents.has(process.pid));
}
