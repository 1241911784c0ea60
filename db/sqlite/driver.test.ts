import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { CompiledQuery, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { groupCommits } from "#app/platform/inbox/commits.repository.server.ts";
import { findSetting, insertSetting } from "#app/platform/setting.repository.server.ts";
import { freshFolder } from "#test/data-location.ts";
import { timed } from "#test/timed.ts";
import { migrateToLatest } from "../migrate/migrate.server.ts";
import { openDatabase } from "../open.server.ts";
import { ReaderThreads } from "./reader-thread.server.ts";

async function open() {
  const dataDir = freshFolder();
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined });
  await migrateToLatest(db);
  const file = path.join(dataDir, "jorna.sqlite");
  const another = new SQLite(file);
  onTestFinished(async () => {
    another.close();
    await close();
  });
  return { db, another, file };
}

test("a connection to an existing database file uses synchronous=FULL, so that each commit waits for the disk", async () => {
  const dataDir = freshFolder();
  await (await openDatabase({ dataDir, databaseUrl: undefined })).close();
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined });
  const { rows } = await db
    .transaction()
    .execute((trx) => sql`select synchronous from pragma_synchronous`.execute(trx));
  expect(rows).toEqual([{ synchronous: 2 }]);
  await close();
});

test("a read during an open transaction is answered and does not see uncommitted changes", async () => {
  const { db } = await open();
  await db.transaction().execute(async (trx) => {
    await insertSetting(trx, "half", "done");
    expect(await findSetting(db, "half")).toBeUndefined();
    expect(await findSetting(trx, "half")).toBe("done");
  });
  expect(await findSetting(db, "half")).toBe("done");
});

test("a long read that finds the file moved away fails, makes no other in its place, and works once it is back", async () => {
  const { file } = await open();
  const threads = new ReaderThreads(file);
  onTestFinished(() => threads.close());
  const read = async () => (await threads.run(CompiledQuery.raw("select slug from quote"))).rows;
  fs.renameSync(file, `${file}.moved`);
  // SQLite would take the log beside an empty file for a leftover and delete it.
  await expect(read()).rejects.toMatchObject({ code: "SQLITE_CANTOPEN" });
  expect([fs.existsSync(file), fs.existsSync(`${file}-wal`)]).toEqual([false, true]);
  fs.renameSync(`${file}.moved`, file);
  expect(await read()).toEqual([]);
});

test("transactions and single writes are serialised", async () => {
  const { db } = await open();
  await insertSetting(db, "count", "0");
  const addOne = () =>
    db.transaction().execute(async (trx) => {
      const count = Number(await findSetting(trx, "count"));
      await new Promise((resolve) => setTimeout(resolve, 1));
      await trx
        .updateTable("setting")
        .set({ value: String(count + 1) })
        .where("name", "=", "count")
        .execute();
    });
  await Promise.all([...Array.from({ length: 20 }, addOne), insertSetting(db, "other", "")]);
  expect(await findSetting(db, "count")).toBe("20");
});

test("while another process locks the file, writes wait without blocking reads and complete after the unlock", async () => {
  const { db, another } = await open();
  another.exec("begin exclusive");
  const write = insertSetting(db, "late", "but kept");
  const transaction = db.transaction().execute((trx) => insertSetting(trx, "later", "and kept"));
  let slowestMs = 0;
  for (let n = 0; n < 20; n++) {
    const { ms } = await timed(() => findSetting(db, "late"));
    await new Promise((resolve) => setTimeout(resolve, 10));
    slowestMs = Math.max(slowestMs, ms);
  }
  // A reader that waits does so for five seconds.
  expect(slowestMs).toBeLessThan(2_500);
  another.exec("commit");
  await Promise.all([write, transaction]);
  expect(await findSetting(db, "later")).toBe("and kept");
});

test("queued writes to a locked file all time out together, not one after the other", async () => {
  const { db, another } = await open();
  another.exec("begin exclusive");
  const { ms, answer: outcomes } = await timed(() =>
    Promise.allSettled([
      ...[1, 2, 3].map((n) => insertSetting(db, `late ${n}`, "")),
      db.transaction().execute((trx) => insertSetting(trx, "late", "")),
    ]),
  );
  // One after the other they would take twenty.
  expect(ms).toBeLessThan(12_000);
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.code)).toEqual(
    Array(4).fill("SQLITE_BUSY"),
  );
  another.exec("commit");
  await insertSetting(db, "late", "again");
});

test("concurrent leads share one commit, and one that fails does not affect the others", async () => {
  const { db, another } = await open();
  const commit = groupCommits(db);
  const before = another.pragma("data_version", { simple: true }) as number;
  const keep = (name: string) => commit((trx) => insertSetting(trx, name, "kept"));
  const outcomes = await Promise.allSettled([keep("a"), keep("b"), keep("a"), keep("c")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect((another.pragma("data_version", { simple: true }) as number) - before).toBe(1);
  expect(await findSetting(db, "c")).toBe("kept");
});

test("when the shared commit fails, all of its leads are rejected and none is stored", async () => {
  const { db } = await open();
  const commit = groupCommits(db);
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const outcomes = await Promise.allSettled([
    commit((trx) => insertSetting(trx, "a", "")),
    commit(() => Promise.reject(full)),
    commit((trx) => insertSetting(trx, "b", "")),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await findSetting(db, "a")).toBeUndefined();
  await commit((trx) => insertSetting(trx, "a", "next time"));
});

const numbers = (count: number) =>
  sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;

test("a long read blocks neither the event loop nor a second read", async () => {
  const { db } = await open();
  const short = () => sql<{ i: number }>`${numbers(2)} select i from n`.execute(db);
  // Starting a thread may take longer than the long read.
  await Promise.all([short(), short()]);
  const long = sql<{ count: number }>`${numbers(1_000_000)} select count(*) as count from n`.execute(db);
  let turns = 0;
  let isDone = false;
  void long.then(() => (isDone = true));
  const other = short().then(() => isDone);
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  expect((await long).rows).toEqual([{ count: 1_000_000 }]);
  expect(turns).toBeGreaterThan(50);
  expect(await other).toBe(false);
});

test("a long read returns all rows in order and with their types", async () => {
  const { db } = await open();
  const { rows } =
    await sql`${numbers(1_001)} select i, i / 2.0 as half, x'00ff' as bytes, null as absent, 'é' as text from n`.execute(
      db,
    );
  expect(rows).toHaveLength(1_001);
  expect(rows[700]).toEqual({ i: 701, half: 350.5, bytes: Buffer.from([0, 255]), absent: null, text: "é" });
});

test("a long read that fails rejects with SQLite's error code, and the next one succeeds", async () => {
  const { db } = await open();
  const broken = sql`${numbers(3)} select json('{') from n`.execute(db);
  await expect(broken).rejects.toMatchObject({ code: "SQLITE_ERROR", message: expect.stringContaining("JSON") });
  expect((await sql`${numbers(3)} select i from n`.execute(db)).rows).toHaveLength(3);
});

test("a long read sees everything committed before it started", async () => {
  const { db } = await open();
  for (let n = 0; n < 50; n++) {
    await insertSetting(db, `key ${n}`, "");
    const { rows } = await sql<{
      count: number;
    }>`${numbers(1)} select count(name) as count from n, setting where name like 'key %'`.execute(db);
    expect(rows).toEqual([{ count: n + 1 }]);
  }
});
