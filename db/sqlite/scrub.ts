// The thread that leaves nothing of what was erased in SQLite's files (sqlite-scrub-thread.server.ts), on a connection of its own.
import { parentPort, workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { setUpConnection } from "./connection.ts";

/** What the thread is started with. */
export interface ScrubOrder {
  file: string;
  /** What the file says of its log (WriteAheadLog), or `null` where it says nothing. */
  marks: { inLog: number; complete: number } | null;
}

/** The full-text tables know no content that could be deleted from them: they mark a row as gone, and its words go when segments are merged. */
const fullTextTables = ["quote_search", "subscription_search"];

/** Pages merged in one step; other writers run between the steps. */
const pagesInStep = 8;

/** How long a step waits for another writer, or the last step for a long read. */
const busyTimeoutMs = 4_000;

const sqlite = new SQLite(workerData.file);
setUpConnection(sqlite);
sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`);
sqlite.pragma("wal_autocheckpoint = 0");
try {
  for (const table of fullTextTables) mergeWords(table);
  // Overwriting what is deleted leaves the copies that pages keep of rows which moved elsewhere in a split. A file that is written anew has none.
  sqlite.exec("vacuum");
  parentPort?.postMessage({ isDone: emptyLog() });
} finally {
  sqlite.close();
}

/** By the rules of WriteAheadLog, whose place this thread takes meanwhile. @returns whether nothing is left in the log of before */
function emptyLog(): boolean {
  const { marks } = workerData as ScrubOrder;
  if (marks) sqlite.pragma(`user_version = ${marks.inLog}`);
  const [{ busy }] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
  if (marks) sqlite.pragma(`user_version = ${marks.complete}`);
  return busy === 0;
}

/** "optimize" in small steps (SQLite's FTS5 page, 6.8): the first, negative one puts all segments up for merging. */
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
