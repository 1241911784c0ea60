import type SQLite from "better-sqlite3";

/** Fixed since: two connections writing at once could corrupt a WAL (SQLite 3.51.3). */
const oldestSqlite = [3, 51, 3] as const;

/** Sets a connection up as every one has to be. @throws when the file is damaged or no database */
export function setUpConnection(sqlite: SQLite.Database): void {
  const [{ version }] = sqlite.prepare("select sqlite_version() as version").all() as [{ version: string }];
  if (isOlder(version.split(".").map(Number), oldestSqlite))
    throw new Error(`SQLite ${version} is older than ${oldestSqlite.join(".")}`);
  // None, once it is open: SQLite waits synchronously, and a locked database must not stop every page (sqlite-driver waits instead).
  sqlite.pragma("busy_timeout = 250");
  sqlite.pragma("journal_mode = WAL");
  // The driver's build opens an existing WAL file with NORMAL, which may lose a commit at a power cut. Set and proved at every open.
  sqlite.pragma("synchronous = FULL");
  if (sqlite.pragma("synchronous", { simple: true }) !== 2) throw new Error("synchronous=FULL was not accepted");
  // 16 MB, as the site itself copies its log (write-ahead-log).
  sqlite.pragma("wal_autocheckpoint = 4000");
  sqlite.pragma("foreign_keys = ON");
  // What is deleted is overwritten with zeros at once (sqlite-scrub does the rest).
  sqlite.pragma("secure_delete = ON");
  // SQLite's own knows ASCII only; a search for "ärzte" shall find "Ärzte" here as on PostgreSQL.
  sqlite.function("lower", { deterministic: true }, (text: unknown) =>
    typeof text === "string" ? text.toLowerCase() : text,
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
