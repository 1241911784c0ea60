import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { insertQuote } from "#app/features/quote/quote.repository.server.ts";
import { quoteErasure } from "#app/features/quote/quote-erase.repository.server.ts";
import { findSetting, writeSetting } from "#app/platform/setting.repository.server.ts";
import { checkWritable } from "#app/platform/write-probe.repository.server.ts";
import { freshFolder, migratedLocation } from "#test/data-location.ts";
import { openSiteDatabase } from "../data-dir/site-database.server.ts";
import { openDatabase } from "../open.server.ts";
import type { Db } from "../schema.ts";
import { lastCommits, logFile, sqliteFile } from "./file.server.ts";
import { sqliteSums } from "./tables.server.ts";
import type { VacuumOrder } from "./vacuum.ts";

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

/** Read by another process: closing them in this one would release its locks, and the VACUUM then delete the log. */
const filesOf = (folder: string): Buffer =>
  execFileSync("cat", fs.readdirSync(folder), { cwd: folder, maxBuffer: 2 ** 30 });

/**
 * Those of the words that occur in any of the files. The search index leaves out the letters that a word has in common
 * with the one before.
 */
function found(folder: string, words: Word[]): Word[] {
  const bytes = filesOf(folder);
  return words.filter((word) => bytes.includes(word.slice(3)));
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
  return { ...(await open(dataDir)), dataDir };
}

async function open(dataDir: string) {
  const opened = await openDatabase({ dataDir, databaseUrl: undefined });
  onTestFinished(opened.close);
  opened.markLog?.();
  return opened;
}

test.each([
  { seed: 1, pageSize: 4_096 },
  { seed: 2, pageSize: 512 },
])(
  "VACUUM removes deleted rows of all sizes from file, log, search index and statistics, with pages of $pageSize bytes",
  async (given) => {
    const { db, dataDir, vacuum, close } = await openSite(given);
    const words = await crowd(db, 250, randomNumbers(given.seed));
    const [erased, kept] = [words.filter((_, n) => n % 3 > 0), words.filter((_, n) => n % 3 === 0)];
    await sql`analyze`.execute(db);
    const samples = await sql<{ text: string }>`
    select group_concat(cast(sample as text)) as text from sqlite_stat4`.execute(db);
    await erase(db, erased);
    // Otherwise there was nothing to do.
    expect(erased.some((word) => samples.rows[0]?.text.includes(word))).toBe(true);
    expect(found(dataDir, erased).length).toBeGreaterThan(5);

    await vacuum();

    expect(found(dataDir, erased)).toEqual([]);
    expect(found(dataDir, kept)).toEqual(kept);
    await crowd(db, 1, randomNumbers(3));
    await close();
    expect(contents(sqliteFile(dataDir)).said).toBe("ok");
  },
);

test("VACUUM removes the words of a few deleted rows from the search index", async () => {
  const { db, dataDir, vacuum } = await openSite();
  const words = await crowd(db, 250, randomNumbers(4));
  // Of more than a tenth SQLite merges the segments by itself.
  const erased = words.filter((_, n) => n % 25 === 0);
  await erase(db, erased);
  await vacuum();
  expect(found(dataDir, erased)).toEqual([]);
});

test("VACUUM keeps existing rows byte for byte and removes data deleted while secure_delete was off", async () => {
  const { dataDir } = await migratedLocation("sqlite");
  const file = sqliteFile(dataDir);
  const first = await openDatabase({ dataDir, databaseUrl: undefined });
  const words = await crowd(first.db, 250, randomNumbers(5));
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

  const { vacuum, close } = await open(dataDir);
  await vacuum();
  await close();

  expect(found(dataDir, erased)).toEqual([]);
  const after = contents(file);
  expect(after.said).toBe("ok");
  for (const table of ["quote", "subscription", "setting", "kysely_migration"])
    expect(after.sums[table], table).toEqual(before.sums[table]);
});

test("during a VACUUM reads are answered, and writes wait for its end", async () => {
  const { db, dataDir, vacuum } = await openSite();
  const words = await crowd(db, 30, randomNumbers(6));
  await erase(db, words);
  const ended: string[] = [];
  const done = vacuum().then(() => ended.push("vacuum"));
  const written = crowd(db, 1, randomNumbers(7)).then(() => ended.push("write"));
  expect(await findSetting(db, "site id")).toBeUndefined();
  expect(ended).toEqual([]);
  await Promise.all([done, written]);
  expect(ended).toEqual(["vacuum", "write"]);
  expect(found(dataDir, words)).toEqual([]);
});

test("VACUUM gives up on a long read, and succeeds after it", async () => {
  const { db, dataDir, vacuum } = await openSite();
  const words = await crowd(db, 30, randomNumbers(8));
  const long = new SQLite(sqliteFile(dataDir));
  onTestFinished(() => void long.close());
  long.exec("begin");
  long.prepare("select count(*) from quote").get();
  await erase(db, words);
  const givenUp = expect(vacuum()).rejects.toThrow("A long read keeps the database's log");
  // The site stays ready, and raises no alert.
  await Promise.all([givenUp, checkWritable(db)]);
  expect(await crowd(db, 1, randomNumbers(9))).toHaveLength(1);
  long.exec("commit");
  await vacuum();
  expect(found(dataDir, words)).toEqual([]);
});

test("closing the database ends a VACUUM", async () => {
  const { db, dataDir, vacuum, close } = await openSite();
  await fillUp(db);
  const ended = expect(vacuum()).rejects.toThrow("was ended");
  // Its process has been started.
  await nextTurn();
  await close();
  await ended;
  expect(contents(sqliteFile(dataDir)).said).toBe("ok");
});

test("a VACUUM ends at once when its site is killed, which closes the pipe between them", async () => {
  const { db, dataDir } = await openSite();
  await fillUp(db);
  expect(await endedVacuum(dataDir, hasLogged, (child) => child.stdin.destroy())).toBe("SIGKILL");
});

test.each(["it writes into the log", "it copies the log into the file"])(
  "a site killed while %s loses nothing, and the next VACUUM succeeds",
  async (moment) => {
    const { db, dataDir } = await openSite();
    const words = await crowd(db, 30, randomNumbers(10));
    await erase(db, words);
    await fillUp(db);
    const file = sqliteFile(dataDir);
    const before = contents(file);
    const isDue = moment === "it writes into the log" ? hasLogged : copyWatch();
    expect(await endedVacuum(dataDir, isDue, (child) => child.kill("SIGKILL"))).toBe("SIGKILL");
    // As the next start would find it.
    const copyTo = (folder: string, left: RegExp) =>
      fs.cpSync(dataDir, folder, { recursive: true, filter: (name) => !left.test(name) });
    const [whole, logless] = [freshFolder(), freshFolder()];
    copyTo(whole, /-shm$/);
    copyTo(logless, /-(shm|wal)$/);
    const start = (folder: string) =>
      openSiteDatabase(
        { dataDir: folder, databaseUrl: undefined, port: 0 },
        { onQuery() {}, log: { warn() {}, error() {} } },
      );

    await expect(start(logless)).rejects.toThrow("lacks its log");
    const next = await start(whole);
    await next.vacuum();
    expect(found(whole, words)).toEqual([]);
    await next.close();
    expect(contents(sqliteFile(whole))).toEqual(before);
  },
);

/** So much that a VACUUM takes a while. */
const fillUp = (db: Db) => writeSetting(db, "large", "x".repeat(20_000_000));

const hasLogged = (dataDir: string) => fs.statSync(logFile(sqliteFile(dataDir))).size > 2_000_000;

/** Whether the file has changed since the log was first seen to be that long. */
function copyWatch(): typeof hasLogged {
  let writtenMs: number | undefined;
  return (dataDir) => {
    if (!hasLogged(dataDir)) writtenMs = undefined;
    else {
      const { mtimeMs } = fs.statSync(sqliteFile(dataDir));
      writtenMs ??= mtimeMs;
      return mtimeMs !== writtenMs;
    }
    return false;
  };
}

/**
 * Ends the process of a VACUUM at the given moment. A busy machine may not look for longer than one takes: then another
 * is started.
 * @returns the signal that ended it
 */
async function endedVacuum(
  dataDir: string,
  isDue: typeof hasLogged,
  end: (child: ChildProcessWithoutNullStreams) => void,
): Promise<string | null> {
  const order: VacuumOrder = { file: sqliteFile(dataDir), marks: lastCommits };
  while (true) {
    const child = spawn(process.execPath, ["db/sqlite/vacuum.ts", JSON.stringify(order)]);
    const exit = once(child, "exit") as Promise<[number | null, string | null]>;
    while (child.exitCode === null && child.signalCode === null && !isDue(dataDir)) await nextTurn();
    end(child);
    const [code, signal] = await exit;
    if (code !== 0) return signal;
  }
}
