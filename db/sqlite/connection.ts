import type SQLite from "better-sqlite3";
import { withoutAccents } from "#app/shared/search-words.ts";

/** The first version without a bug in which two connections writing at once could corrupt a WAL (SQLite 3.51.3). */
const oldestSqlite = [3, 51, 3] as const;

/** Applies the settings every connection needs. @throws if the file is damaged or not a database */
export function setUpConnection(sqlite: SQLite.Database): void {
  const [{ version }] = sqlite.prepare("select sqlite_version() as version").all() as [{ version: string }];
  if (isOlder(version.split(".").map(Number), oldestSqlite))
    throw new Error(`SQLite ${version} is older than ${oldestSqlite.join(".")}`);
  // Set to 0 once it is open: SQLite waits synchronously, and a locked database must not block every page
  // (db/sqlite/driver.server.ts waits instead).
  sqlite.pragma("busy_timeout = 250");
  sqlite.pragma("journal_mode = WAL");
  // The driver's build opens an existing WAL file with NORMAL, which may lose a commit in a power cut. Set and verified
  // on every open.
  sqlite.pragma("synchronous = FULL");
  if (sqlite.pragma("synchronous", { simple: true }) !== 2) throw new Error("synchronous=FULL was not accepted");
  // An automatic checkpoint, of a command beside the site too, would copy `complete` into the file while commits are
  // only in the log (db/sqlite/write-ahead-log.server.ts).
  sqlite.pragma("wal_autocheckpoint = 0");
  sqlite.pragma("foreign_keys = ON");
  // Overwrites deleted content with zeros at once (db/sqlite/vacuum.ts does the rest).
  sqlite.pragma("secure_delete = ON");
  // For searches. SQLite's own lower() handles only ASCII.
  sqlite.function("search_text", { deterministic: true }, (text: unknown) =>
    typeof text === "string" ? withoutAccents(text).toLowerCase() : text,
  );
  sqlite.pragma("busy_timeout = 0");
}

function isOlder(version: number[], floor: readonly number[]): boolean {
  for (const [index, least] of floor.entries()) {
    const part = version[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}
