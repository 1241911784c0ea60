// The thread that removes all traces of erased data from SQLite's files (db/sqlite/scrub-thread.server.ts), on its own
// connection.
import { parentPort, workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { setUpConnection } from "./connection.ts";

/** Input of the thread. */
export interface ScrubOrder {
  file: string;
  /** User versions that mark the file (WriteAheadLog), or `null` if it is not marked. */
  marks: { inLog: number; complete: number } | null;
}

/**
 * The full-text tables have no content to delete: they mark a row as removed, and its words disappear when segments are
 * merged.
 */
const fullTextTables = ["quote_search", "subscription_search"];

/** Pages merged per step; other writers run between the steps. */
const pagesInStep = 8;

/** How long a step waits for another writer, or the last step for a long read. */
const busyTimeoutMs = 4_000;

const sqlite = new SQLite(workerData.file);
setUpConnection(sqlite);
sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`);
sqlite.pragma("wal_autocheckpoint = 0");
try {
  for (const table of fullTextTables) mergeWords(table);
  // secure_delete does not overwrite copies left in pages by rows that moved in a split. A rewritten file has none.
  sqlite.exec("vacuum");
  parentPort?.postMessage({ isDone: emptyLog() });
} finally {
  sqlite.close();
}

/**
 * Follows the rules of WriteAheadLog, which this thread replaces meanwhile.
 * @returns whether the old log is completely gone
 */
function emptyLog(): boolean {
  const { marks } = workerData as ScrubOrder;
  if (marks) sqlite.pragma(`user_version = ${marks.inLog}`);
  const [{ busy }] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
  if (marks) sqlite.pragma(`user_version = ${marks.complete}`);
  return busy === 0;
}

/**
 * "optimize" in small steps (SQLite's FTS5 documentation, 6.8): the first step, with a negative number, makes all
 * segments eligible for merging.
 */
function mergeWords(table: string): void {
  const exists = sqlite.prepare("select 1 from sqlite_master where name = ?").get(table);
  if (!exists) return;
  const changes = sqlite.prepare("select total_changes()").pluck();
  const merge = sqlite.prepare(`insert into ${table} (${table}, rank) values ('merge', ?)`);
  merge.run(-pagesInStep);
  for (;;) {
    const before = changes.get() as number;
    merge.run(pagesInStep);
    if ((changes.get() as number) - before < 2) return;
  }
}
