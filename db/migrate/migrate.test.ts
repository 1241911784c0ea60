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
  const landed = {
    "0001_initial.ts": "9fb2f733d4e87b0d47d5749302c70d16acc1fe7d78701defb48553ecd2a9ee3f",
    "0002_preview.ts": "a3b18dae696901db1f312235526aa8ddcc084bbba76da55e78a9f21e09b2ff38",
    "0003_account.ts": "fa78ad01169d06a60a7a8c187021f15278effc257589e4017636a59f5bb3f214",
    "0004_indexes.ts": "6a5e9163107273657974edf78bd9fc4c22a9a9b356cb5d9f3031175fd2cba7d1",
    "0005_outbox.ts": "97852a1ec85741fc2027d7251d91294eb07af4d56b9a6b63422e8e82156230e8",
    "0006_subscription-search.ts": "dfaf42a0068318cd179675d3730237fb1dc1783d347bb2015cd36ff03293f782",
    "0007_early-leads.ts": "06e1266c1c6ad7a766c13269beb5d88416d69b40fd9dbd43a9c83f195357420e",
    "0008_picture-indexes.ts": "2fde195e3d6fe5f45afcdb39ba09a0f346f77a8235311b185b3f9461b05c1390",
    "0009_outbox-recipient.ts": "42b2356f00572d0fc070d42d7f3411b22554ea5b0a5790a6fac2af07b9b0cfaa",
    "0010_history-shape.ts": "b3b386ef49fd7bef27a2c724365ff67b7a61320bc4627e8703a75703dfaf44b0",
    "0011_whole-inbox.ts": "922a373c0e0202d135422d03ccb6cfbaa21f7aa8053e66f95d45c3369f6bfbcd",
    "0012_built-in-seams.ts": "d0b44c98e90d549ccfb88a9ece3bb45d73cd4a5d3df8c812ba99015306cd6348",
    "0013_lead-work.ts": "22e5cb39191173667addd00e42568a1ce3558cc0764250d3c390f8253a9dfaa4",
    "0014_team-member.ts": "2f06ed036cbaf389e6e356b3a87cd038b014c719a771022ad7d717a888060e14",
    "0015_next-step.ts": "cb14d5bdf36c7ffb567e0518945d6eeacf3c4f89661de459f26471a83b67f176",
    "0016_rate-limit.ts": "6ae01ea6ff8701dae1c8a876626d9af3cda08abfd917e713e5adf692beaf4c77",
    "0017_activity.ts": "eba37bbb81d116829a88440d8b35eb09ac2012069bd4492a1960c99b505803ad",
    "0018_case-story.ts": "eb311028d1345889418573015ac299b6c65cdc2c0d872dd00077ecf5b549cc00",
    "0019_closing-date.ts": "ccaaf5e4ba7e01cf044c59103beb835ab1853741a3837b404b540d1c53009a02",
    "0020_bulk-events.ts": "63bcffb7aa5bd0439c8216a8d94caa9cb8d0cf500e06f75693bcc07091124bf3",
    "0021_alt-text.ts": "2acc20fcdb9c478441b980feae8339626b3c933fa902a5ead7272644a8f670ab",
    "0022_focal-point.ts": "a72f31c637ba20f77344fb02a8c3fd9ea596ff73a83d99fc9b2a36e6237074b3",
    "0023_draft.ts": "75531c14e9ace893eff631767b691bb998c5bf508ff370dc64097eb751f5cec5",
    "0024_picture-list.ts": "eeb4dfd183c41049bdcae672dff5a463aca96d07d5d2e50250e61f2f154af0a2",
    "0025_approval.ts": "158253afbc6b6b4d3ebcb6a5011fd91386442f8f2064bc7bb82602d3472523db",
    "0026_built-in-alt-texts.ts": "1e49b03319aa4b73b50bde2d21dde83c60681544d5547c1a6af94c4f05655017",
    "0027_picture-bucket.ts": "e975ad178c6f4214b16f1651e4e3f96896ea49d4340e3495bae671f563d3168f",
    "0028_built-in-experience.ts": "c68a78defb495d96c37271df80eaf53e2647300979fbbbb8ac857333818678d7",
    "0029_picture-crop.ts": "faeb489cd0403c7da3b248c6ac9a941863918752b224a1c862b6381634f7e407",
    "0030_untraced-pictures.ts": "e26515579b92bea23cdcb0e78d83ee10a9b6cc50d0d40f8ae86b056e10f26425",
    "0031_search-letters.ts": "566c469e0e495d03f1cb6ba737e9e37db0be12b49ac3eb67f9b0ef41b5781c3a",
    "0032_mailbox-keys.ts": "60727eb95856d00f2f17ccd05da0b2973791d22133c1316c4cbcc3304dedf9b6",
    "0033_search-spellings.ts": "ba5b740802232ee4aa4ed14f6d595bf80b2f0939c2726ea7cee5f1f0c8317e6a",
    "0036_animated-copies.ts": "3b6671ece83a806dbc4306044ddd27c60b7120a0d4e9baae3e20acb65889867b",
    "0037_job-closes-itself.ts": "015c4a9c4f5e52dd0313c574cab714758092265354595efed0f3af00ffd54f26",
    "0038_alternating-sections.ts": "f952cfc7f5083ca6de8ef642c7bbbf4e107b8f87a8e8687e4cb3a59261c1e52b",
    "0041_animated-uploads.ts": "8c79709a9f0a2329d6a8c26fb97293618203995c93f80d1e02c141bf4986340d",
    "0042_rows-of-lists.ts": "35671144e3c9eca5f113ab9bb582d6726d30434a90197e5750c7e18e1054b9ef",
    "0043_picture-name.ts": "33d1612bbab551f18e7970cebda5170e11ff1097c0d8ee3727be8f0ae39abeaa",
    "0044_lead-owners.ts": "0ff632617f2696f394e9d09edd850ce5a0d5813ba38f4c9e7660f7ec9b073ac6",
    "0045_mailed-link.ts": "6ece033f1fcc90026c527374d16c286e779daf0a55960572ab11d450962af35e",
    "0046_job-facts.ts": "f5574b4f9fff1676de83b9bc3e0ce46bc4225bda9bd9286c4a9f91868ace45c4",
    "0047_five-voices.ts": "b6e4891f69bfe960027bc6a7832b71a8941f619b296dd13ddde47e7d2f8da1a8",
    "0048_built-in-words.ts": "3668f8e5b7e70ca163543324b9bff49ce2e001c3d626a04ec70c312211548a28",
    "0049_spam-since.ts": "103b218369db77cd756dc8afad2daf1461582599c7dcc25ccebdca7931d22645",
    "0050_mail-taken.ts": "6c07c97fe6a64901cacf4fdf6df0ad16f9269636f579e0eb7e2890ff72ffb951",
  };
  const folder = path.resolve("db/migrations");
  const hashOf = (name: string) =>
    createHash("sha256")
      .update(fs.readFileSync(path.join(folder, name)))
      .digest("hex");
  expect(Object.fromEntries(fs.readdirSync(folder).map((name) => [name, hashOf(name)]))).toEqual(landed);
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
