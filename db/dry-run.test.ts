import fs from "node:fs";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { findSetting, insertSetting } from "#app/platform/setting.repository.server.ts";
import { onEveryDatabase } from "#test/app.ts";
import { type Database, migratedLocation } from "#test/data-location.ts";
import { isUniqueViolation } from "./failures.ts";
import { openDatabase } from "./open.server.ts";
import type { Db } from "./schema.ts";
import { logFile, sqliteFile } from "./sqlite/file.server.ts";

async function open(database: Database) {
  const place = await migratedLocation(database);
  const opened = await openDatabase(place);
  onTestFinished(opened.close);
  return { ...opened, place };
}

const insertActivity = async (db: Db) => {
  const row = { kind: "site-set-back", subject: "", userId: null, createdAt: "2026-05-01T12:00:00.000Z" };
  return (await db.insertInto("activity").values(row).returning("id").executeTakeFirstOrThrow()).id;
};

onEveryDatabase("a dry run", (database) => {
  test("sees what is stored and what it writes itself, of which neither others nor another dry run see anything", async () => {
    const { db, dryRun } = await open(database);
    await insertSetting(db, "stored", "before");
    const written = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const one = dryRun(async (copy) => {
      await insertSetting(copy, "own", "one");
      await copy.updateTable("setting").set({ value: "after" }).where("name", "=", "stored").execute();
      written.resolve();
      await seen.promise;
      return [await findSetting(copy, "stored"), await findSetting(copy, "own")];
    });
    await Promise.race([written.promise, one]);
    const other = await dryRun(async (copy) => {
      const before = [await findSetting(copy, "stored"), await findSetting(copy, "own")];
      await insertSetting(copy, "own", "other");
      return [...before, await findSetting(copy, "own")];
    });
    expect(other).toEqual(["before", undefined, "other"]);
    expect([await findSetting(db, "stored"), await findSetting(db, "own")]).toEqual(["before", undefined]);
    seen.resolve();
    expect(await one).toEqual(["after", "one"]);
    expect([await findSetting(db, "stored"), await findSetting(db, "own")]).toEqual(["before", undefined]);
  });

  test("neither waits for an open transaction that has written the same rows, nor keeps one waiting", async () => {
    const { db, dryRun } = await open(database);
    await insertSetting(db, "shared", "stored");
    const change = (of: Db, value: string) =>
      of.updateTable("setting").set({ value }).where("name", "=", "shared").execute();
    const saving = await db.startTransaction().execute();
    await change(saving, "saving");
    await dryRun(async (copy) => {
      await change(copy, "dry");
      await change(saving, "saved");
      await saving.commit().execute();
      expect(await findSetting(db, "shared")).toBe("saved");
      expect(await findSetting(copy, "shared")).toBe("dry");
    });
  });

  test("leaves connections to others, however many are asked for at once", async () => {
    const { db, dryRun } = await open(database);
    await insertSetting(db, "stored", "here");
    const { promise: read, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const many = Array.from({ length: 10 }, () =>
      dryRun(async (copy) => {
        begun++;
        await read;
        return findSetting(copy, "stored");
      }),
    );
    await expect.poll(() => begun).toBeGreaterThan(1);
    expect(await findSetting(db, "stored").finally(resolve)).toBe("here");
    expect(await Promise.all(many)).toEqual(Array(10).fill("here"));
  });

  test("reads one state of the database, whatever others store meanwhile", async () => {
    const { db, dryRun } = await open(database);
    await dryRun(async (copy) => {
      expect(await findSetting(copy, "late")).toBeUndefined();
      await insertSetting(db, "late", "stored");
      await insertActivity(db);
      expect(await findSetting(copy, "late")).toBeUndefined();
      await insertSetting(copy, "own", "");
      expect(await findSetting(copy, "late")).toBeUndefined();
      expect(await copy.selectFrom("activity").select("id").execute()).toEqual([]);
    });
  });

  test("copies tables of any size, and gives ids that no row has had", async () => {
    const { db, dryRun } = await open(database);
    const rows = Array.from({ length: 250 }, (_, n) => ({ name: `key ${n}`, value: "" }));
    await db.insertInto("setting").values(rows).execute();
    await insertActivity(db);
    const last = await insertActivity(db);
    await db.deleteFrom("activity").where("id", "=", last).execute();
    await dryRun(async (copy) => {
      await copy.deleteFrom("setting").where("name", "=", "key 17").execute();
      const left = await copy.selectFrom("setting").select("name").where("name", "like", "key %").execute();
      expect(left).toHaveLength(249);
      expect(Number(await insertActivity(copy))).toBeGreaterThan(Number(last));
    });
    expect(Number(await insertActivity(db)), "looking uses up no id").toBe(Number(last) + 1);
  });

  test("refuses what a save would refuse, and a statement of which it cannot tell what it writes", async () => {
    const { db, dryRun } = await open(database);
    await insertSetting(db, "taken", "");
    const duplicate = dryRun((copy) => insertSetting(copy, "taken", ""));
    expect(await duplicate.catch(isUniqueViolation)).toBe(true);
    const raw = dryRun((copy) => sql`delete from setting`.execute(copy));
    await expect(raw).rejects.toThrow("A dry run cannot tell which table");
    expect(await findSetting(db, "taken")).toBe("");
  });
});

test("a dry run on SQLite no longer reads the file once it has ended or failed", async () => {
  const { db, dryRun, place } = await open("sqlite");
  await dryRun((copy) => insertSetting(copy, "a", ""));
  await dryRun(() => Promise.reject(new Error("failed"))).catch(() => {});
  await insertSetting(db, "b", "");
  const another = new SQLite(sqliteFile(place.dataDir));
  onTestFinished(() => void another.close());
  expect(another.pragma("wal_checkpoint(TRUNCATE)")).toMatchObject([{ busy: 0 }]);
});

test("a long dry run on SQLite does not block the event loop", async () => {
  const { db, dryRun } = await open("sqlite");
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ name: `key ${n}`, value: "" }));
  await db.insertInto("setting").values(rows).execute();
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const turnsIn = async (work: () => Promise<unknown>) => {
    const before = turns;
    await work();
    return turns - before;
  };
  // A machine on which every step takes 10 ms, however fast this one is.
  let nowMs = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 10));
  onTestFinished(() => clock.mockRestore());
  await dryRun(async (copy) => {
    const copying = await turnsIn(() => copy.deleteFrom("setting").where("name", "=", "key 17").execute());
    const writing = await turnsIn(async () => {
      for (let n = 0; n < 100; n++) await insertSetting(copy, `own ${n}`, "");
    });
    expect(copying, "portions of a table").toBeGreaterThanOrEqual(10);
    expect(writing, "statements").toBeGreaterThanOrEqual(100);
  });
  isDone = true;
});

test("closing SQLite's database ends a dry run, and the file is then complete without its log", async () => {
  const { db, dryRun, close, place, markLog } = await open("sqlite");
  markLog?.();
  const begun = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const running = dryRun(async (copy) => {
    await insertSetting(copy, "a", "");
    begun.resolve();
    await closed.promise;
    return findSetting(copy, "a");
  });
  await Promise.race([begun.promise, running]);
  await insertSetting(db, "b", "");
  await close();
  closed.resolve();
  await expect(running).rejects.toThrow("not open");
  expect(fs.existsSync(logFile(sqliteFile(place.dataDir)))).toBe(false);
});
