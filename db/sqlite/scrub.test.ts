import fs from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { insertQuote } from "#app/features/quote/quote.repository.server.ts";
import { quoteErasure } from "#app/features/quote/quote-erase.repository.server.ts";
import { migratedLocation } from "#test/data-location.ts";
import { openDatabase } from "../open.server.ts";
import type { Db } from "../schema.ts";
import { sqliteFile } from "./file.server.ts";
import { sqliteSums } from "./tables.server.ts";

/** Numbers from 0 up to but not including `below`, the same ones for the same seed (Numerical Recipes' generator). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A word that stands for one person, and occurs in each of its texts. */
type Word = string;

/** Messages of many people and sizes, in an order that splits the pages of every index, some of which grow later. */
async function crowd(db: Db, count: number, random: (below: number) => number): Promise<Word[]> {
  const words: Word[] = [];
  const sizes = [20, 100, 400, 900, 3_000, 9_000, 30_000];
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < count; n++) {
      const word = `w${random(2 ** 30).toString(36)}x${n.toString(36)}q`;
      const fill = "lorem ".repeat(random((sizes[random(sizes.length)] as number) / 6));
      const lead = { fullName: `A ${word}`, email: `${word}@example.com`, message: `${fill}${word}${fill}` };
      const { slug } = await insertQuote(trx, lead, null, new Date(n));
      words.push(word);
      if (random(3) > 0) continue;
      const some = words[random(words.length)] as Word;
      await trx
        .updateTable("quote")
        .set({ nextStep: `${some} ${"call ".repeat(random(200))}` })
        .where("emailKey", "=", `${some}@example.com`)
        .execute();
      await trx.deleteFrom("leadKey").execute();
      const reply = `${word} ${"answer ".repeat(random(300))}`;
      await trx
        .insertInto("leadKey")
        .values({ keyHash: word, bodyHash: "", reply, subject: slug, createdAt: new Date(n).toISOString() })
        .execute();
    }
  });
  return words;
}

async function erase(db: Db, words: Word[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const word of words) await quoteErasure.eraseAddress(trx, `${word}@example.com`);
    await trx.deleteFrom("leadKey").execute();
  });
}

const filesOf = (folder: string): Buffer =>
  Buffer.concat(fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name))));

/** Those of the words that occur in any of the files. */
function found(folder: string, words: Word[]): Word[] {
  const bytes = filesOf(folder);
  return words.filter((word) => bytes.includes(word));
}

/** Every row, and what SQLite says of every page. */
function contents(file: string) {
  const sqlite = new SQLite(file, { readonly: true });
  try {
    const { setting, ...sums } = sqliteSums(sqlite);
    return { sums, said: sqlite.pragma("integrity_check", { simple: true }) };
  } finally {
    sqlite.close();
  }
}

async function openSite(file?: { pageSize: number }) {
  const { dataDir } = await migratedLocation("sqlite");
  if (file) {
    const sqlite = new SQLite(sqliteFile(dataDir));
    sqlite.pragma("journal_mode = delete");
    sqlite.pragma(`page_size = ${file.pageSize}`);
    sqlite.exec("vacuum");
    sqlite.close();
  }
  const opened = await openDatabase({ dataDir, databaseUrl: undefined });
  onTestFinished(opened.close);
  opened.markLog?.();
  return { ...opened, dataDir };
}

/** Tells when another connection has written to the file. */
async function dataVersion(dataDir: string) {
  const sqlite = new SQLite(sqliteFile(dataDir), { readonly: true });
  onTestFinished(() => void sqlite.close());
  const read = () => sqlite.pragma("data_version", { simple: true });
  const before = read();
  return { changes: () => expect.poll(read).not.toBe(before) };
}

test.each([
  { seed: 1, pageSize: 4_096 },
  { seed: 2, pageSize: 512 },
])("scrubbing removes deleted rows of all sizes from the files, with pages of $pageSize bytes", async (given) => {
  const random = randomNumbers(given.seed);
  const { db, dataDir, scrub, close } = await openSite(given);
  const words = await crowd(db, 250, random);
  const [erased, kept] = [words.filter((_, n) => n % 3 > 0), words.filter((_, n) => n % 3 === 0)];
  await erase(db, erased);
  // Otherwise there was nothing to do.
  expect(found(dataDir, erased).length).toBeGreaterThan(5);

  await scrub();

  expect(found(dataDir, erased)).toEqual([]);
  expect(found(dataDir, kept)).toEqual(kept);
  await close();
  expect(contents(sqliteFile(dataDir)).said).toBe("ok");
});

test("scrubbing keeps existing rows byte for byte and removes data deleted while secure_delete was off", async () => {
  const random = randomNumbers(5);
  const { dataDir } = await migratedLocation("sqlite");
  const file = sqliteFile(dataDir);
  const first = await openDatabase({ dataDir, databaseUrl: undefined });
  const words = await crowd(first.db, 250, random);
  await first.close();
  const sqlite = new SQLite(file);
  sqlite.pragma("secure_delete = off");
  const erased = words.filter((_, n) => n % 2 > 0);
  const remove = sqlite.prepare("delete from quote where email_key = ?");
  sqlite.exec("begin");
  for (const word of erased) remove.run(`${word}@example.com`);
  // Shorter texts leave their former ends on overflow pages.
  sqlite.exec("update quote set message = substr(message, 1, length(message) - 2000) where length(message) > 9000");
  sqlite.exec(
    "delete from quote_search where rowid not in (select id from quote); delete from lead_key; update quote set next_step = null; commit",
  );
  sqlite.close();
  const before = contents(file);
  expect(found(dataDir, erased).length).toBeGreaterThan(100);

  const { scrub, close } = await openDatabase({ dataDir, databaseUrl: undefined });
  await scrub();
  await close();

  expect(found(dataDir, erased)).toEqual([]);
  const after = contents(file);
  expect(after.said).toBe("ok");
  for (const table of ["quote", "subscription", "setting", "kysely_migration"])
    expect(after.sums[table], table).toEqual(before.sums[table]);
});

test("scrubbing during concurrent writes lets writes through and still removes all deleted data", async () => {
  const random = randomNumbers(6);
  const { db, dataDir, scrub, close } = await openSite();
  const words = await crowd(db, 300, random);
  const erased = words.filter((_, n) => n % 3 > 0);
  await erase(db, erased);
  let isOver = false;
  let written = 0;
  const writeOn = async (): Promise<void> => {
    while (!isOver) {
      // As a request would, which leaves the event loop its turn.
      await nextTurn();
      written += (await crowd(db, 1, random)).length;
      await db
        .updateTable("quote")
        .set({ nextStep: "x".repeat(random(900)) })
        .where("id", "=", random(300))
        .execute();
    }
  };
  const writers = [writeOn(), writeOn()];
  try {
    await scrub({ pagesInStep: 100, longestLog: 2 ** 20 });
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  // There are a dozen steps, and who waits during one has its turn before the next.
  expect(written).toBeGreaterThan(5);
  expect(found(dataDir, erased)).toEqual([]);
  await close();
  expect(contents(sqliteFile(dataDir)).said).toBe("ok");
});

test("a long read delays scrubbing but not writes, and scrubbing completes after it", async () => {
  const { db, dataDir, scrub } = await openSite();
  const words = await crowd(db, 30, randomNumbers(7));
  const long = new SQLite(sqliteFile(dataDir));
  onTestFinished(() => void long.close());
  long.exec("begin");
  long.prepare("select count(*) from quote").get();
  await erase(db, words);
  const done = scrub().then(() => "done");
  for (let n = 0; n < 5; n++) {
    // Its next step, or attempt at one.
    await (await dataVersion(dataDir)).changes();
    expect(await Promise.race([done, crowd(db, 1, randomNumbers(100 + n))])).toHaveLength(1);
  }
  long.exec("commit");
  expect(await done).toBe("done");
  expect(found(dataDir, words)).toEqual([]);
});

test("closing the database stops scrubbing and leaves the file intact", async () => {
  const { db, dataDir, scrub, close } = await openSite();
  const words = await crowd(db, 30, randomNumbers(8));
  const long = new SQLite(sqliteFile(dataDir));
  long.exec("begin");
  long.prepare("select count(*) from quote").get();
  await erase(db, words);
  const version = await dataVersion(dataDir);
  const done = expect(scrub()).rejects.toThrow();
  await version.changes();
  long.close();
  await close();
  await done;
  expect(contents(sqliteFile(dataDir)).said).toBe("ok");
});

test("scrubbing fails on a page with an inconsistent free byte count", async () => {
  const { db, dataDir, close } = await openSite();
  const words = await crowd(db, 50, randomNumbers(10));
  await erase(db, words);
  const { rows } = await sql<{ root: number }>`
    select rootpage as root from sqlite_master where name = 'setting'`.execute(db);
  await close();
  const file = sqliteFile(dataDir);
  const bytes = fs.readFileSync(file);
  // One more byte in fragments than there is.
  const fragments = ((rows[0]?.root ?? 0) - 1) * bytes.readUInt16BE(16) + 7;
  bytes.writeUInt8(bytes.readUInt8(fragments) + 1, fragments);
  fs.writeFileSync(file, bytes);
  const again = await openDatabase({ dataDir, databaseUrl: undefined });
  onTestFinished(again.close);
  await expect(again.scrub()).rejects.toThrow("A page of the database is damaged (free bytes).");
});
