import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { makeEarlyDatabase } from "#test/early-database.ts";
import { freshDataDir } from "#test/place.ts";
import { processEnvironment } from "#test/process-environment.ts";
import { readConfig } from "./config.ts";
import { openDeps } from "./deps.ts";
import { firstStart } from "./first-start.ts";

// Kills the built product while it starts, and checks what the next start makes of its folder.

const program = path.resolve("dist/server/main.js");
const environment = { ADMIN_EMAIL: "office@example.com", ADMIN_PASSWORD: "Correct-horse-1", HOST: "127.0.0.1" };

function start(dataDir: string, port = "0"): ChildProcess {
  if (!fs.existsSync(program)) throw new Error("This test starts the built product. Run npm run build first.");
  const child = spawn(process.execPath, [program], {
    env: { ...processEnvironment, ...environment, DATA_DIR: dataDir, PORT: port, LOG_LEVEL: "warn" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** How long a start takes on this machine until the site is served. */
async function startMs(dataDir: string): Promise<number> {
  const begunMs = performance.now();
  const child = start(dataDir);
  await once(child.stdout as NodeJS.EventEmitter, "data");
  const tookMs = performance.now() - begunMs;
  child.kill("SIGKILL");
  await once(child, "exit");
  return tookMs;
}

/** Kills a start at a random point within its usual duration. */
async function killStart(dataDir: string, usualMs: number): Promise<number> {
  const atMs = Math.random() * usualMs;
  const child = start(dataDir);
  await pause(atMs);
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return atMs;
}

/** The next start, in this process: the same steps as in process/main.ts. */
async function goOn(dataDir: string) {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const deps = await openDeps({ ...readConfig(environment), dataDir, databaseUrl: undefined }, { log: quiet });
  await firstStart(deps);
  await deps.close();
  const file = new SQLite(path.join(dataDir, "jorna.sqlite"), { readonly: true });
  const count = (of: string) => file.prepare(`select count(*) as count from ${of}`).pluck().get() as number;
  const state = {
    projects: count("project"),
    reviews: count("review"),
    administrators: count("user"),
    subscribers: count("subscription"),
    found: count(`subscription_search where subscription_search match '"visitor"*'`),
    sum: subscribersIn(dataDir),
    whole: file.pragma("integrity_check", { simple: true }),
  };
  file.close();
  return state;
}

/** What no upgrade may change of a subscriber. */
function subscribersIn(dataDir: string): string {
  const file = new SQLite(path.join(dataDir, "jorna.sqlite"), { readonly: true });
  const sum = createHash("sha256");
  const rows = file.prepare("select slug, email, email_key, created_at from subscription order by slug").raw();
  for (const row of rows.iterate()) sum.update(JSON.stringify(row));
  file.close();
  return sum.digest("hex");
}

const made = { projects: 7, reviews: 5, administrators: 1, whole: "ok" };

/** Kills that many starts, three at a time. */
async function kill(times: number, folderOf: () => string, expected: object): Promise<void> {
  const usualMs = await startMs(folderOf());
  const one = async () => {
    const dataDir = folderOf();
    const atMs = await killStart(dataDir, usualMs);
    expect({ atMs, ...(await goOn(dataDir)) }).toEqual({ atMs, ...expected });
  };
  for (let n = 0; n < times; n += 3) await Promise.all([one(), one(), one()]);
}

const noSum = createHash("sha256").digest("hex");

test("a first start that is killed at any moment goes on at the next start", async () => {
  await kill(15, freshDataDir, { ...made, subscribers: 0, found: 0, sum: noSum });
});

/** `npm run torture` asks for more. */
const upgrades = { kills: Number(process.env.UPGRADE_KILLS ?? 15), rows: Number(process.env.UPGRADE_ROWS ?? 3_000) };

test(
  "an upgrade that is killed at any moment goes on at the next start, and loses no row",
  async () => {
    const early = freshDataDir();
    await makeEarlyDatabase({ dataDir: early, databaseUrl: undefined }, upgrades.rows);
    const sum = subscribersIn(early);
    const copy = () => {
      const dataDir = freshDataDir();
      fs.copyFileSync(path.join(early, "jorna.sqlite"), path.join(dataDir, "jorna.sqlite"));
      return dataDir;
    };
    await kill(upgrades.kills, copy, { ...made, subscribers: upgrades.rows, found: upgrades.rows, sum });
  },
  120_000 + upgrades.kills * 30_000,
);

test("of two processes that start at once on one folder the second ends with a line that says who has it; killed, the first lets go", async () => {
  const dataDir = freshDataDir();
  const both = [start(dataDir), start(dataDir)];
  const said = both.map((child) => {
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (text += part));
    return () => text;
  });
  const [loser, code] = await Promise.race(
    both.map(async (child, index) => [index, (await once(child, "close"))[0]] as const),
  );
  const winner = both[1 - loser] as ChildProcess;
  expect([code, said[loser]?.()]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`^Cannot start: DATA_DIR: ${dataDir} is in use by process ${winner.pid} on [^\\n]+ since [^\\n]+\\n$`),
    ),
  ]);
  await expect.poll(() => said[1 - loser]?.()).toContain("Back office");

  winner.kill("SIGKILL");
  await once(winner, "exit");
  expect(await goOn(dataDir)).toEqual({ ...made, subscribers: 0, found: 0, sum: noSum });
});
