// The process that removes all traces of deleted rows from SQLite's files (db/sqlite/scrub-process.server.ts). It writes
// in short steps, each of which it asks the site for, so that no other writer waits longer than for one of them. Ending
// it at any moment loses nothing.
import { setTimeout as pause } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { isBusy } from "../failures.ts";
import { setUpConnection } from "./connection.ts";
import { logFile } from "./file.server.ts";
import { LogPages } from "./log-pages.ts";
import { MainFile, type Remains } from "./main-file.ts";

/** What the process is started with, as JSON. */
export interface ScrubOrder {
  file: string;
  /** User versions that mark the file (WriteAheadLog), or `null` if it is not marked. */
  marks: { inLog: number; complete: number } | null;
  limits: ScrubLimits;
}

export interface ScrubLimits {
  /** Pages that are read and overwritten in one step. */
  pagesInStep: number;
  /** Size of the log at which it is copied into the file, in bytes. */
  longestLog: number;
  /** How long it waits while another process has the file locked, or reads it. */
  patienceMs: number;
}

const { file, marks, limits } = JSON.parse(process.argv[2] ?? "") as ScrubOrder;

/** For one step, and for the rest after it. */
const stepMs = 10;
const busyPauseMs = 250;

/**
 * After so many rounds over pages that were changed meanwhile, all that are left are finished in one step: as many as
 * fit into so many logs.
 */
const maxRounds = 5;

process.on("disconnect", () => process.exit(1));

const writer = connect();
/** Its open transaction keeps the log from being copied into the file, which so stays as it is. */
const reader = connect();
const log = new LogPages(logFile(file));
const pages = new MainFile(file);
function connect(): SQLite.Database {
  const sqlite = new SQLite(file);
  setUpConnection(sqlite);
  return sqlite;
}

/** Runs one step while no other part of the site writes; again later, if another process does. */
async function step<T>(work: () => T): Promise<T> {
  const lastMs = performance.now() + limits.patienceMs;
  for (;;) {
    await turn();
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > lastMs) throw error;
    } finally {
      if (writer.inTransaction) writer.exec("rollback");
      reportProgress("done");
    }
    await pause(busyPauseMs);
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    process.once("message", () => resolve());
    reportProgress("turn");
  });
}

/** The end of the site is told by the event "disconnect", not by a failure here. */
function reportProgress(what: "turn" | "done"): void {
  process.send?.(what, () => {});
}

/** In a transaction that writes, so that all other connections forget the pages they have in memory. */
function write(work: () => void): void {
  writer.exec("begin immediate");
  work();
  mark(marks?.complete ?? (writer.pragma("user_version", { simple: true }) as number));
  writer.exec("commit");
}

function mark(state: number): void {
  writer.pragma(`user_version = ${state}`);
}

/**
 * Copies the whole log into the file and empties it, by the rules of WriteAheadLog, which this process replaces
 * meanwhile.
 * @param then runs while the log is empty
 * @throws Busy if a long read keeps the log
 */
function emptyLog(then = (): void => {}): void {
  if (marks) mark(marks.inLog);
  try {
    const [{ busy }] = writer.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
    if (busy) throw new LogInUse();
    then();
  } finally {
    if (marks) mark(marks.complete);
  }
}

class LogInUse extends Error {
  readonly code = "SQLITE_BUSY";
  constructor() {
    super("A long read keeps the database's log from being emptied.");
  }
}

/**
 * The full-text tables have no content to delete: they mark a row as removed (a tombstone), and its words disappear when
 * segments are merged.
 */
function fullTextTables(): string[] {
  const tables = ["quote_search", "subscription_search"];
  const exists = writer.prepare("select 1 from sqlite_master where name = ?");
  // Numbers of pages of tombstones begin at 2^53 (fts5_index.c, FTS5_TOMBSTONE_ROWID).
  const hasTombstones = (table: string) =>
    writer.prepare(`select 1 from ${table}_data where id >= 9007199254740992 limit 1`).get();
  return tables.filter((table) => exists.get(table) && hasTombstones(table));
}

/** Pages merged by one statement. */
const mergedPages = 8;

/**
 * "optimize" in small steps (SQLite's FTS5 documentation, 6.8): the first statement, with a negative number, makes all
 * segments eligible for merging.
 */
async function mergeWords(table: string): Promise<void> {
  const changes = writer.prepare("select total_changes()").pluck();
  const merge = writer.prepare(`insert into ${table} (${table}, rank) values ('merge', ?)`);
  await step(() => merge.run(-mergedPages));
  let isMerged = false;
  while (!isMerged) {
    await step(() =>
      write(() => {
        const endMs = performance.now() + stepMs;
        while (!isMerged && performance.now() < endMs) {
          const before = changes.get() as number;
          merge.run(mergedPages);
          isMerged = (changes.get() as number) - before < 2;
        }
      }),
    );
    if (log.size() > limits.longestLog) await step(() => emptyLog());
    await pause(stepMs);
  }
}

/**
 * Overwrites every byte of the file that belongs to nothing: what secure_delete leaves is in pages from which rows were
 * moved when they split or merged.
 *
 * It reads the file itself while an open transaction keeps it as it is, and overwrites bytes in it only while nobody
 * writes, in pages of which the log has no newer version. Such bytes are never read, so a power cut in between does no
 * harm. Pages that were changed meanwhile are looked at again, until few are left, which are finished while everybody
 * waits: what is deleted by then is nowhere.
 */
async function overwriteFreeBytes(): Promise<void> {
  /** Pages from here to the end, and these, are still to be looked at. Page 1 is the list of tables. */
  let next = 2;
  /** The last page when it began: later ones come from the log. */
  let end: number | undefined;
  const again = new Set<number>();
  for (let rounds = 0; ; ) {
    const isFinished = await step(() => {
      lookAtFile();
      end ??= pages.count;
      if (next > end) rounds++;
      const count = Math.max(0, end + 1 - next) + again.size;
      if (count > limits.pagesInStep && rounds <= maxRounds) return false;
      for (; next <= end; next++) again.add(next);
      const skipped = overwrite([...again].flatMap((page) => pages.remainsOn(page)));
      again.clear();
      for (const page of skipped) again.add(page);
      return skipped.length === 0;
    });
    if (isFinished) break;
    await oneRound(end ?? 0);
  }
  reader.exec("rollback");
  pages.sync();

  /** Begins the transaction that keeps the file as it is. */
  function lookAtFile(): void {
    if (reader.inTransaction) reader.exec("rollback");
    emptyLog(() => {
      reader.exec("begin");
      pages.read(reader);
      if (log.size() > 0) throw new LogInUse();
      log.begin();
    });
  }

  async function oneRound(last: number): Promise<void> {
    const looked = [...again];
    again.clear();
    do {
      const found: Remains[] = [];
      for (let n = 0; n < limits.pagesInStep && (next <= last || looked.length > 0); n++) {
        const page = next <= last ? next++ : (looked.pop() as number);
        if (page <= pages.count) found.push(...pages.remainsOn(page));
      }
      const skipped = found.length > 0 ? await step(() => overwrite(found)) : [];
      for (const page of skipped) again.add(page);
      await pause(stepMs);
    } while ((next <= last || looked.length > 0) && log.size() <= limits.longestLog);
    for (const page of looked) again.add(page);
    await step(() => {
      for (const page of log.read()) again.add(page);
      reader.exec("rollback");
    });
    again.delete(1);
    pages.sync();
  }

  /** @returns the pages that have to be looked at again, since the log has newer versions */
  function overwrite(found: Remains[]): number[] {
    const skipped: number[] = [];
    write(() => {
      const changed = log.read();
      for (const remains of found)
        if (changed.has(remains.page)) skipped.push(remains.owner);
        else pages.overwrite(remains);
    });
    return skipped;
  }
}

await finish();

async function finish(): Promise<void> {
  let answer: { isDone: true } | { error: string };
  try {
    for (const table of fullTextTables()) await mergeWords(table);
    await overwriteFreeBytes();
    answer = { isDone: true };
  } catch (error) {
    answer = { error: (error as Error).message };
  }
  reader.close();
  writer.close();
  // Last: closing a file ends all locks that the process holds on it.
  pages.close();
  process.send?.(answer, () => process.exit());
}
