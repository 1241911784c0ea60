// The process that rewrites SQLite's file (db/sqlite/vacuum.server.ts), so that nothing deleted is left in it. The site
// writes nothing meanwhile. Ending it at any moment loses nothing.
import fs from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { freeBytes } from "../room.server.ts";
import { setUpConnection } from "./connection.ts";
import type { lastCommits } from "./file.server.ts";

/** What the process is started with, as JSON. */
export interface VacuumOrder {
  file: string;
  /** User versions that mark the file (WriteAheadLog), or `null` if it is not marked. */
  marks: typeof lastCommits | null;
}

/** How long a read may keep the log: everybody who writes waits. */
const patienceMs = 5_000;

endWithSite();
const { file, marks } = JSON.parse(process.argv[2] ?? "") as VacuumOrder;
const sqlite = new SQLite(file);
setUpConnection(sqlite);
sqlite.pragma(`busy_timeout = ${patienceMs}`);

try {
  forgetWords();
  // Its samples of indexes may be of deleted rows.
  sqlite.exec("analyze");
  emptyLog();
  requireRoom();
  try {
    sqlite.exec("vacuum");
  } finally {
    emptyLog();
  }
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}

/**
 * The pipe from the site closes when the site is killed: its next start must not find the file locked. A thread watches
 * it, since SQLite blocks this one.
 */
function endWithSite(): void {
  const watch = `new (require("node:net").Socket)({ fd: 0 }).resume().on("close", () => process.kill(process.pid, "SIGKILL"))`;
  new Worker(watch, { eval: true }).unref();
}

/** Full-text indexes only mark rows as deleted; their words disappear when all segments are merged. */
function forgetWords(): void {
  const tables = sqlite.prepare("select name from sqlite_master where sql like '%using fts5%'").pluck().all();
  for (const table of tables) sqlite.exec(`insert into ${table} (${table}) values ('optimize')`);
}

/** Copies the whole log into the file by the rules of WriteAheadLog, for which this process stands in. */
function emptyLog(): void {
  if (marks) mark(marks.inLog);
  try {
    const [{ busy }] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
    if (busy) throw new Error("A long read keeps the database's log from being emptied.");
  } finally {
    if (marks) mark(marks.complete);
  }
}

function mark(state: number): void {
  sqlite.pragma(`user_version = ${state}`);
}

/** One copy is made beside the file, and one in the log: visitors' messages must not find the disk full. */
function requireRoom(): void {
  if (freeBytes(path.dirname(file)) < 2.1 * fs.statSync(file).size)
    throw new Error("There has to be free space of twice the database's size.");
}
