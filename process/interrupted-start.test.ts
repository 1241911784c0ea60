import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { shownSubscriptions } from "#app/features/subscription/subscription.repository.server.ts";
import { openDatabase } from "#db/open.server.ts";
import type { Db } from "#db/schema.ts";
import { onEveryDatabase } from "#test/app.ts";
import { copyOfPostgres, type DataLocation, freshFolder, freshLocation } from "#test/data-location.ts";
import { makeEarlyDatabase } from "#test/early-database.ts";
import { dataOf, start } from "#test/process.ts";
import { firstAdmin } from "#test/product.ts";
import { readConfig } from "./config.ts";
import { openDeps } from "./deps.ts";
import { firstStart } from "./first-start.ts";

// Kills the built product while it starts, and checks what the next start makes of its folder.

const startOn = (place: DataLocation) => start({ ...firstAdmin, ...dataOf(place), PORT: "0", LOG_LEVEL: "warn" });

/** How long a start takes on this machine until the site is served. */
async function startMs(place: DataLocation): Promise<number> {
  const begunMs = performance.now();
  const { child, ended } = startOn(place);
  await once(child.stdout as NodeJS.EventEmitter, "data");
  const tookMs = performance.now() - begunMs;
  child.kill("SIGKILL");
  await ended;
  return tookMs;
}

/** Kills a start at a random point within its usual duration. */
async function killStart(place: DataLocation, usualMs: number): Promise<number> {
  const atMs = Math.random() * usualMs;
  const { child, ended } = startOn(place);
  await pause(atMs);
  child.kill("SIGKILL");
  await ended;
  return atMs;
}

/** The next start, in this process: the same steps as in process/main.ts. */
async function goOn(place: DataLocation) {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const deps = await openDeps({ ...readConfig({ ...firstAdmin, HOST: "127.0.0.1" }), ...place }, { log: quiet });
  await firstStart(deps);
  const { db } = deps;
  const count = async (table: "project" | "review" | "user") =>
    Number((await db.selectFrom(table).select(db.fn.countAll().as("count")).executeTakeFirstOrThrow()).count);
  const state = {
    projects: await count("project"),
    reviews: await count("review"),
    administrators: await count("user"),
    found: (await (await shownSubscriptions(db, { q: "visitor" })).rows.select("subscription.slug").execute()).length,
    ...(await subscribersIn(db)),
  };
  await deps.close();
  return { ...state, whole: place.databaseUrl ? "ok" : integrityOf(place) };
}

function integrityOf({ dataDir }: DataLocation): unknown {
  const file = new SQLite(path.join(dataDir, "jorna.sqlite"), { readonly: true });
  const found = file.pragma("integrity_check", { simple: true });
  file.close();
  return found;
}

/** How many there are, and a checksum of what no upgrade may change of them. */
async function subscribersIn(db: Db): Promise<{ subscribers: number; sum: string }> {
  const sum = createHash("sha256");
  const rows = await db
    .selectFrom("subscription")
    .select(["slug", "email", "emailKey", "createdAt"])
    .orderBy("slug")
    .execute();
  for (const row of rows) sum.update(JSON.stringify(Object.values(row)));
  return { subscribers: rows.length, sum: sum.digest("hex") };
}

const made = { projects: 7, reviews: 5, administrators: 1, whole: "ok" };

/** Kills that many starts, three at a time. */
async function kill(
  times: number,
  placeOf: () => DataLocation | Promise<DataLocation>,
  expected: object,
): Promise<void> {
  const usualMs = await startMs(await placeOf());
  const one = async () => {
    const place = await placeOf();
    const atMs = await killStart(place, usualMs);
    expect({ atMs, ...(await goOn(place)) }).toEqual({ atMs, ...expected });
  };
  for (let n = 0; n < times; n += 3) await Promise.all([one(), one(), one()]);
}

const folder = (): DataLocation => ({ dataDir: freshFolder(), databaseUrl: undefined });
const noSum = createHash("sha256").digest("hex");

test("a first start killed at a random moment is completed by the next start", async () => {
  await kill(9, folder, { ...made, subscribers: 0, found: 0, sum: noSum });
});

/** `npm run torture` asks for more. */
const upgrades = { kills: Number(process.env.UPGRADE_KILLS ?? 6), rows: Number(process.env.UPGRADE_ROWS ?? 3_000) };

onEveryDatabase("an interrupted upgrade", (database) => {
  test(
    "is completed by the next start and loses no row, at whichever moment it was killed",
    async () => {
      const early = await freshLocation(database);
      await makeEarlyDatabase(early, upgrades.rows);
      const { db, close } = await openDatabase(early);
      const before = await subscribersIn(db);
      await close();
      expect(before.subscribers).toBe(upgrades.rows);
      await kill(upgrades.kills, () => copyOf(early), { ...made, ...before, found: upgrades.rows });
    },
    120_000 + upgrades.kills * 30_000,
  );
});

/** The same data at another place. */
async function copyOf({ dataDir, databaseUrl }: DataLocation): Promise<DataLocation> {
  const place = folder();
  if (databaseUrl) return { ...place, databaseUrl: await copyOfPostgres(databaseUrl) };
  fs.copyFileSync(path.join(dataDir, "jorna.sqlite"), path.join(place.dataDir, "jorna.sqlite"));
  return place;
}

test("of two processes starting at once on one data folder, one exits naming the other; SIGKILL frees the folder", async () => {
  const place = folder();
  const [one, other] = [startOn(place), startOn(place)];
  const loser = await Promise.race([one.ended.then(() => one), other.ended.then(() => other)]);
  const winner = loser === one ? other : one;
  expect(await loser.ended).toBe(1);
  const owner = `process ${winner.child.pid} on [^\\n]+ since [^\\n]+`;
  expect(loser.said.err).toMatch(new RegExp(`^Cannot start: DATA_DIR: ${place.dataDir} is in use by ${owner}\\n$`));
  await expect.poll(() => winner.said.out).toContain("Back office");

  winner.child.kill("SIGKILL");
  await winner.ended;
  expect(await goOn(place)).toEqual({ ...made, subscribers: 0, found: 0, sum: noSum });
});
