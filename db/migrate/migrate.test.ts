import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { AnyDb } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { type Database, type DataLocation, freshFolder, freshLocation, migratedLocation } from "#test/data-location.ts";
import { makeEarlyDatabase, migrateAsBefore, migrations, writeSubscribers } from "#test/early-database.ts";
import * as firstText from "#test/fixtures/initial-first-text.ts";
import { ada } from "#test/make.ts";
import { timed } from "#test/timed.ts";
import { openTransactionPooler } from "#test/transaction-pooler.ts";
import { statementWaits } from "#test/waiting-for-lock.ts";
import { type OnQuery, openDatabase } from "../open.server.ts";
import { usualPool } from "../open-database.ts";
import { migrateToLatest, requireSchema } from "./migrate.server.ts";

async function open(place: DataLocation, onQuery?: OnQuery): Promise<{ db: AnyDb; close: () => Promise<void> }> {
  const { db, close } = await openDatabase(place, onQuery);
  let isOpen = true;
  const closeOnce = async () => {
    if (isOpen) await close();
    isOpen = false;
  };
  onTestFinished(closeOnce);
  return { db: db as AnyDb, close: closeOnce };
}

test("a merged migration file never changes, because existing databases would not get the change", () => {
  // A new migration adds its line here when it lands: sha256sum db/migrations/*.ts
  const landed: Record<string, string> = {};
  const upTo0050 = "ed753aed3557c878ab3f40721d5b15be741072e57cce5a3d07835ea7fb0fafda";
  const sumOf = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
  const folder = path.resolve("db/migrations");
  const files = fs.readdirSync(folder).sort();
  const sums = files.map((name) => [name, sumOf(fs.readFileSync(path.join(folder, name)))]);
  const isNew = ([name = ""]: string[]) => name > "0051";
  expect(Object.fromEntries(sums.filter(isNew))).toEqual(landed);
  expect(sumOf(sums.filter((each) => !isNew(each)).join())).toBe(upTo0050);
});

/**
 * Copies the state that a kill after each statement would leave: SQLite's file and its write-ahead log. Statements that
 * write nothing yet, as in the middle of a transaction, leave the same bytes as the statement before and share its copy.
 */
function copyAfterEachStatement(dataDir: string) {
  const copies: { after: string; dataDir: string }[] = [];
  let last = { hash: "", dataDir: "" };
  const onQuery: OnQuery = ({ sql: after }) => {
    // Read-only statements leave the same state as the statement before.
    if (/^\s*(select|with|pragma)/i.test(after)) return;
    const files = ["jorna.sqlite", "jorna.sqlite-wal"]
      .filter((name) => fs.existsSync(path.join(dataDir, name)))
      .map((name) => ({ name, bytes: fs.readFileSync(path.join(dataDir, name)) }));
    const hash = files.map(({ bytes }) => createHash("sha256").update(bytes).digest("hex")).join();
    if (hash !== last.hash) {
      last = { hash, dataDir: freshFolder() };
      for (const { name, bytes } of files) fs.writeFileSync(path.join(last.dataDir, name), bytes);
    }
    copies.push({ after, dataDir: last.dataDir });
  };
  return { copies, onQuery };
}

/** The first statement that left each state: starting twice from the same bytes proves nothing. */
const distinct = (copies: ReturnType<typeof copyAfterEachStatement>["copies"]) =>
  copies.filter(({ dataDir }, index) => copies[index - 1]?.dataDir !== dataDir);

const subscribers = 12;

/** Starts from the copied files and returns the resulting contents. */
async function goOn(dataDir: string) {
  const { db, close } = await open({ dataDir, databaseUrl: undefined });
  await migrateToLatest(db);
  await requireSchema(db);
  await close();
  const file = new SQLite(path.join(dataDir, "jorna.sqlite"), { readonly: true });
  const state = file
    .prepare(
      `select (select count(*) from subscription) as kept, (select revision from content_revision) as revision,
        (select count(*) from subscription_search where subscription_search match '"visitor"*') as found`,
    )
    .get();
  file.close();
  return state;
}

test("a first start interrupted after any SQL statement is completed by the next start", async () => {
  const dataDir = freshFolder();
  const { copies, onQuery } = copyAfterEachStatement(dataDir);
  const { db } = await open({ dataDir, databaseUrl: undefined }, onQuery);
  await migrateToLatest(db);
  expect(copies.length).toBeGreaterThan(60);
  for (const copy of distinct(copies))
    expect([copy.after, await goOn(copy.dataDir)]).toEqual([copy.after, { kept: 0, found: 0, revision: 1 }]);
});

test("an upgrade interrupted after any statement keeps the old schema and all rows, and completes at the next start", async () => {
  const dataDir = freshFolder();
  const old = await open({ dataDir, databaseUrl: undefined });
  await migrateAsBefore(old.db, "0004");
  await writeSubscribers(old.db, subscribers);
  await old.close();
  const { copies, onQuery } = copyAfterEachStatement(dataDir);
  const { db } = await open({ dataDir, databaseUrl: undefined }, onQuery);
  await migrateToLatest(db);
  expect(copies.length).toBeGreaterThan(subscribers);
  for (const copy of distinct(copies)) {
    const left = new SQLite(path.join(copy.dataDir, "jorna.sqlite"));
    expect([copy.after, left.prepare("select 1 from sqlite_master where name = 'subscription_search'").get()]).toEqual([
      copy.after,
      undefined,
    ]);
    left.close();
    expect([copy.after, await goOn(copy.dataDir)]).toEqual([copy.after, { kept: 12, found: 12, revision: 1 }]);
  }
});

test("tables with data but without a migration record stop the migration and keep their rows", async () => {
  const { db } = await open(await freshLocation("sqlite"));
  await migrateAsBefore(db, "0006");
  await writeSubscribers(db, subscribers);
  await db.deleteFrom("kysely_migration").execute();
  await expect(migrateToLatest(db)).rejects.toThrow(/there is a table \w+, and no record.*Restore the last backup/);
  const { rows } = await sql<{ count: number }>`select count(*) as count from subscription`.execute(db);
  expect(rows).toEqual([{ count: subscribers }]);
});

test("on PostgreSQL a migration by another process, between reading the records and the tables, is noticed", async () => {
  const place = await freshLocation("postgres");
  const { db: other } = await open(place);
  const pool = new pg.Pool({ connectionString: place.databaseUrl });
  let migrated: Promise<void> | undefined;
  // Kysely waits for its log: the other process migrates after the first query, which reads the records.
  const log = () => {
    migrated ??= migrateToLatest(other);
    return migrated;
  };
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log });
  onTestFinished(() => db.destroy());
  await migrateToLatest(db as AnyDb);
  expect(migrated).toBeDefined();
  await requireSchema(other);
});

test.each(["directly", "through a pooler"])(
  "on PostgreSQL nobody waits behind a migration that is made %s and waits for a backup; it is made once that has ended",
  async (way) => {
    const place = await freshLocation("postgres");
    const { db: serving } = await open(place);
    await migrateAsBefore(serving, "0048");
    const { db: other } = await open(place);
    const backup = await other.startTransaction().execute();
    await sql`lock table quote in access share mode`.execute(backup);
    const { databaseUrl = "" } = place;
    const pooled = {
      ...place,
      databaseUrl: await openTransactionPooler(databaseUrl),
      databasePool: { ...usualPool, statementTimeoutMs: 0 },
    };
    const { db: upgrading } = await open(way === "directly" ? place : pooled);
    let waits = 0;
    const migrated = migrateToLatest(upgrading, () => waits++);
    await statementWaits(serving as unknown as Db);
    // Canceled after the time limit of visitors' statements if it waits for as long as the backup takes.
    await sql`select count(*) from quote`.execute(serving);
    await backup.rollback().execute();
    await migrated;
    await requireSchema(serving);
    expect(waits).toBe(1);
  },
);

test("on PostgreSQL tables without a migration record stop the migration too", async () => {
  const { db } = await open(await freshLocation("postgres"));
  await migrateToLatest(db);
  await sql`delete from kysely_migration`.execute(db);
  await expect(migrateToLatest(db)).rejects.toThrow(/there is a table \w+, and no record/);
});

onEveryDatabase("a schema that differs from the expected one", (database: Database) => {
  test("is refused with the difference named, while additions by an operator are accepted", async () => {
    const { db } = await open(await migratedLocation(database));
    await sql`create table reports (id integer primary key, note text not null)`.execute(db);
    await db.schema.createIndex("quote_by_name").on("quote").column("full_name").execute();
    await db.schema.alterTable("faq").addColumn("note", "text").execute();
    await requireSchema(db);

    const differs = async (change: (trx: AnyDb) => Promise<unknown>) => {
      const back = new Error("take it back");
      let said = "nothing";
      const tried = db.transaction().execute(async (trx) => {
        await change(trx);
        said = await requireSchema(trx).then(
          () => "nothing",
          (error: Error) => `${error.name}: ${error.message}`,
        );
        throw back;
      });
      await expect(tried).rejects.toBe(back);
      return said;
    };
    expect(await differs((trx) => trx.schema.dropTable("preview").execute())).toMatch(
      /^SchemaMismatch: .*the table preview is missing\. Restore the last backup/,
    );
    expect(await differs((trx) => trx.schema.alterTable("quote").dropColumn("spam_reason").execute())).toContain(
      "the column quote.spam_reason is missing",
    );
    expect(await differs((trx) => trx.schema.dropIndex("outbox_next").execute())).toContain(
      "outbox has no index (state, due_at, id)",
    );
    expect(await differs((trx) => trx.schema.dropIndex("subscription_live_email").execute())).toContain(
      "subscription has no unique index (email_key) where deleted_at is null",
    );
    if (database === "postgres") {
      const strange = (trx: AnyDb) => sql`alter table quote add column strange integer not null`.execute(trx);
      expect(await differs(strange)).toContain("the column quote.strange is not known, and has to be filled");
      expect(await differs((trx) => sql`alter table job alter column title drop not null`.execute(trx))).toContain(
        'the column job.title is "text" and not "text not null"',
      );
    }
  });
});

onEveryDatabase("a schema that differs before an upgrade", (database: Database) => {
  test("is refused, and nothing is upgraded", async () => {
    const place = await freshLocation(database);
    await makeEarlyDatabase(place, 1);
    const { db } = await open(place);
    await db.schema.dropIndex("faq_trash").execute();
    await expect(migrateToLatest(db)).rejects.toThrow(/faq has no index \(deleted_at\).*nothing was changed/);
    const { rows } = await sql`select name from kysely_migration`.execute(db);
    expect(rows).toHaveLength(4);
  });
});

/** Leads as written by the builds of the first days. */
async function writeEarlyLeads(db: AnyDb): Promise<void> {
  const at = "2026-11-20T23:30:00.000Z";
  const quote = { message: ada.message, created_at: at, deleted_at: null };
  await db
    .insertInto("quote")
    .values([
      {
        ...quote,
        slug: "ada",
        full_name: "Ada Lovelace",
        email: "Ada@Example.com",
        phone_number: null,
        source: "quote",
      },
      {
        ...quote,
        slug: "charles",
        full_name: "Charles Babbage",
        email: "charles@example.com",
        phone_number: "+44 20 7946",
        source: "contact",
      },
    ])
    .execute();
  await db
    .insertInto("subscription")
    .values(
      ["ada", "grace"].map((name) => ({
        slug: name,
        email: `${name}@example.com`,
        email_key: `${name}@example.com`,
        created_at: at,
        deleted_at: null,
      })),
    )
    .execute();
  await db
    .insertInto("lead_key")
    .values({ key_hash: "k", body_hash: "b", reply: JSON.stringify({ slug: "ada" }), created_at: at })
    .execute();
}

onEveryDatabase("a database created by the first version of migration 0001", (database: Database) => {
  test("is migrated to the current schema, and its leads are kept, listed and searchable", async () => {
    const place = await freshLocation(database);
    const early = await open(place);
    await migrateAsBefore(early.db, "0003", { ...migrations, "0001_initial": firstText });
    await writeEarlyLeads(early.db);
    await early.close();

    const app = await createTestApp(database, { place });
    await requireSchema(app.deps.db as AnyDb);
    const list = async (address: string) => (await app.office("GET", address)).body.data;
    const names = (rows: { fullName?: string; email: string }[]) =>
      rows.map(({ fullName, email }) => fullName ?? email);

    expect(names(await list("/quote/get-all"))).toEqual(["Charles Babbage", "Ada Lovelace"]);
    expect(names(await list("/quote/get-all?q=lovel"))).toEqual(["Ada Lovelace"]);
    expect(names(await list("/quote/get-all?q=44207946"))).toEqual(["Charles Babbage"]);
    expect(names(await list("/subscription/get-all?q=grac"))).toEqual(["grace@example.com"]);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
    const { rows } = await sql<{ email_key: string; subject: string; tokens: number }>`
      select email_key, (select subject from lead_key) as subject,
        (select count(distinct token) from subscription where length(token) = 40) as tokens
      from quote where slug = 'ada'`.execute(app.deps.db.withoutPlugins());
    expect(rows).toEqual([{ email_key: "ada@example.com", subject: "ada", tokens: 2 }]);
  });
});

test("5,000 subscribers are migrated within three seconds while the event loop keeps running", async () => {
  const { db } = await open(await freshLocation("sqlite"));
  await migrateAsBefore(db, "0004");
  await db.transaction().execute((trx) => writeSubscribers(trx, 5_000));
  let turns = 0;
  const count = () => {
    turns += 1;
    turn = setImmediate(count);
  };
  let turn = setImmediate(count);
  const { ms } = await timed(() => migrateToLatest(db));
  clearImmediate(turn);
  expect(ms).toBeLessThan(3_000);
  expect(turns).toBeGreaterThan(2);
});
