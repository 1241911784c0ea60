import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { migrationNames, newestMigration } from "#db/migrate/migrate.server.ts";
import { findPendingUpgrade, inTurnOfUpgrades } from "#db/migrate/pending-migrations.server.ts";
import { openDatabase, sqliteFile } from "#db/open.server.ts";
import { onEveryDatabase } from "#test/app.ts";
import { runCommand } from "#test/commands.ts";
import { type DataLocation, freshFolder, freshLocation } from "#test/data-location.ts";
import { makeEarlyDatabase } from "#test/early-database.ts";
import { freePort } from "#test/free-port.ts";
import { dataOf, serve, start } from "#test/process.ts";
import { openProxy } from "#test/tcp-proxy.ts";
import { openTransactionPooler } from "#test/transaction-pooler.ts";
import { keepAssets, readFormerAssets } from "./former-assets.ts";

// The built product on databases from earlier builds.

const subscribers = 300;

/** The database's migrations, and its number of addresses. */
async function stateOf(place: DataLocation): Promise<{ migrations: string[]; addresses: number }> {
  const { db, close } = await openDatabase(place);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from subscription`.execute(db);
  await close();
  return { migrations: rows.map(({ name }) => name), addresses: counted[0]?.count ?? 0 };
}

const early = migrationNames.filter((name) => name < "0005");
const backupIn = ({ dataDir }: DataLocation) => path.join(dataDir, "upgrade", `jorna-before-${newestMigration}.tar`);

test("a database that cannot be reached is not taken for one that needs no upgrade", async () => {
  const databaseUrl = `postgres://127.0.0.1:${await freePort()}/site`;
  await expect(findPendingUpgrade({ dataDir: "", databaseUrl })).rejects.toThrow(/cannot be reached.*PostgreSQL runs/);
});

test("a locked SQLite file is not taken for one that needs no upgrade", async () => {
  const place = await freshLocation("sqlite");
  await makeEarlyDatabase(place, 1);
  const another = new SQLite(sqliteFile(place.dataDir));
  another.exec("pragma locking_mode = exclusive; begin exclusive");
  await expect(findPendingUpgrade(place)).rejects.toThrow("another program is writing to the database");
  another.close();
  expect(await findPendingUpgrade(place)).toMatchObject({ from: "0004_indexes" });
});

test("on a full disk the reserve is given back to find out whether an upgrade is pending", async () => {
  const place = await freshLocation("sqlite");
  await makeEarlyDatabase(place, 1);
  const reserve = path.join(place.dataDir, "reserve");
  fs.writeFileSync(reserve, "");
  const full = vi.spyOn(fs, "statfsSync").mockReturnValue({ bavail: 0, bsize: 1 } as fs.StatsFs);
  onTestFinished(() => full.mockRestore());
  expect(await findPendingUpgrade(place)).toMatchObject({ from: "0004_indexes" });
  expect(fs.existsSync(reserve)).toBe(false);
});

onEveryDatabase("an upgrade", (database) => {
  test("backs up the old database before migrating it", async () => {
    const place = await freshLocation(database);
    await makeEarlyDatabase(place, subscribers);
    const site = await serve({ ...dataOf(place), SEED: "off", LOG_LEVEL: "info" });
    expect(site.said.err).toMatch(/"upgrade started".*"from":"0004_indexes"/);
    expect(site.said.err).toContain('"upgraded"');
    expect(await site.end()).toBe(0);
    expect(await stateOf(place)).toEqual({ migrations: migrationNames, addresses: subscribers });

    const before = await freshLocation(database);
    expect(await runCommand("restore", [backupIn(place)], dataOf(before))).toMatchObject({ code: 0 });
    expect(await stateOf(before)).toEqual({ migrations: early, addresses: subscribers });
    expect(await runCommand("upgrade", ["--check"], dataOf(place))).toMatchObject({
      code: 0,
      out: expect.stringContaining("There is nothing to upgrade"),
    });
  });

  test("that fails on a copy of the database changes nothing, and the start exits with the reason", async () => {
    const place = await freshLocation(database);
    await makeEarlyDatabase(place, 1);
    const { db, close } = await openDatabase(place);
    // A row from which a page cannot be rendered.
    const job = { slug: "x", published: 1, position: 1, version: 1, createdAt: "", updatedAt: "" } as const;
    const texts = { title: "A", location: "", experience: "", description: "", perksAndBenefits: "[]" };
    await db
      .insertInto("job")
      .values({ ...job, ...texts, requirements: "[", experienceDetails: "[]" })
      .execute();
    await close();
    const refusal =
      /upgrade of the database from 0004_indexes to \S+ was tried on a copy.* answered with 500 .*Nothing was changed/;
    // Of a check that was interrupted. No process has such a high id.
    const left = path.join(path.dirname(backupIn(place)), ".jorna-check.tar.99999999.copy.part");
    fs.mkdirSync(path.join(path.dirname(left), `.${path.basename(left)}.99999999.proof.part`), { recursive: true });
    fs.writeFileSync(left, "whole");
    const checked = await runCommand("upgrade", ["--check"], dataOf(place));
    expect([checked.code, checked.err]).toEqual([1, expect.stringContaining("was answered with 500")]);
    expect(fs.readdirSync(path.dirname(left))).toEqual([]);
    const { ended, said } = start({ ...dataOf(place), PORT: "0" });
    expect([await ended, said.err]).toEqual([1, expect.stringMatching(refusal)]);
    expect(await stateOf(place)).toEqual({ migrations: early, addresses: 1 });
  });

  test("killed at a random moment leaves the old or the new state, and a later start completes it", async () => {
    const place = await freshLocation(database);
    await makeEarlyDatabase(place, subscribers);
    // More of them, without the check on a copy: interrupted-start.test.ts.
    for (let round = 0; round < 3; round++) {
      const { child, ended, said } = start({ ...dataOf(place), SEED: "off", PORT: "0" });
      const cut = setTimeout(() => child.kill("SIGKILL"), 100 + Math.random() * 2_000);
      child.stdout?.once("data", () => child.kill("SIGKILL"));
      await ended;
      clearTimeout(cut);
      expect(said.err).not.toContain("Cannot start");
      const { migrations, addresses } = await stateOf(place);
      expect([early, migrationNames]).toContainEqual(migrations);
      expect(addresses).toBe(subscribers);
    }
    const site = await serve({ ...dataOf(place), SEED: "off" });
    expect(await site.end()).toBe(0);
    expect(await stateOf(place)).toEqual({ migrations: migrationNames, addresses: subscribers });
  });
});

test("a relative DATA_DIR is the same folder for the upgrade's rehearsal and for scheduled backups", async () => {
  const place = await freshLocation("sqlite");
  await makeEarlyDatabase(place, subscribers);
  const relative = { DATA_DIR: path.basename(place.dataDir), BACKUP_DIR: freshFolder() };
  const site = await serve({ ...relative, SEED: "off", LOG_LEVEL: "info" }, path.dirname(place.dataDir));
  await expect.poll(() => site.said.err, { timeout: 60_000 }).toMatch(/"upgraded".*"backup (made|failed)"/s);
  expect(site.said.err).not.toContain('"backup failed"');
  expect(await site.end()).toBe(0);
  expect(await stateOf(place)).toEqual({ migrations: migrationNames, addresses: subscribers });
});

test("two instances that start at once on an earlier build's PostgreSQL upgrade it once", async () => {
  const place = await freshLocation("postgres");
  await makeEarlyDatabase(place, subscribers);
  const sites = await Promise.all([1, 2].map(() => serve({ ...dataOf(place), SEED: "off", LOG_LEVEL: "info" })));
  expect(sites.filter(({ said }) => said.err.includes('"upgraded"'))).toHaveLength(1);
  for (const site of sites) expect(await site.end()).toBe(0);
});

test("instances behind a transaction pooler upgrade one after the other", async () => {
  const { databaseUrl = "" } = await freshLocation("postgres");
  const place = { dataDir: "", databaseUrl: await openTransactionPooler(databaseUrl) };
  let running = 0;
  const upgrade = async () => {
    const atOnce = ++running;
    for (let n = 0; n < 5; n++) await findPendingUpgrade(place);
    running--;
    return atOnce;
  };
  expect(await Promise.all([1, 2, 3].map(() => inTurnOfUpgrades(place, upgrade)))).toEqual([1, 1, 1]);
});

test.runIf(process.platform === "linux")(
  "a firewall that forgets idle connections keeps the one that holds an upgrade's turn",
  async () => {
    const { databaseUrl = "" } = await freshLocation("postgres");
    const { url } = await openProxy(databaseUrl);
    const port = Number(new URL(url).port).toString(16).toUpperCase();
    // The fields: number, own address, the other one, state 01 (open), queues, timer 02 (keep-alive).
    const kept = new RegExp(`^ *\\d+: \\S+ \\S+:${port} 01 \\S+ 02:`, "m");
    await inTurnOfUpgrades({ dataDir: "", databaseUrl: url }, () =>
      expect.poll(() => fs.readFileSync("/proc/net/tcp", "latin1")).toMatch(kept),
    );
  },
);

test("assets of a previous build are served until a month after its last start", async () => {
  const place = await freshLocation("sqlite");
  const site = await serve({ ...dataOf(place), SEED: "off" });
  const html = await (await fetch(site.url)).text();
  const [own = ""] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
  expect((await fetch(site.url + own)).status).toBe(200);
  await site.end();
  // As another build would have left it.
  const folder = path.join(place.dataDir, "former-assets/client");
  fs.renameSync(path.join(folder, path.basename(own)), path.join(folder, "former-Ab12Cd34.js"));
  const next = await serve({ ...dataOf(place), SEED: "off" });
  const answer = await fetch(`${next.url}/assets/former-Ab12Cd34.js`);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect(answer.headers.get("Cache-Control")).toContain("immutable");
  await next.end();
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  keepAssets(place.dataDir, path.resolve("dist"), quiet, Date.now() + 31 * 24 * 60 * 60_000);
  const addresses = [...readFormerAssets(place.dataDir, {}).keys()];
  expect(addresses).toContain(own);
  expect(addresses).not.toContain("/assets/former-Ab12Cd34.js");
});
