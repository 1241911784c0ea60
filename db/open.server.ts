import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { type CompiledQuery, Kysely, type LogEvent } from "kysely";
import { isDamaged } from "./failures.ts";
import { CannotOpen, type OpenDatabase, type Options, type PoolSettings } from "./open-database.ts";
import { plugins } from "./plugins.ts";
import type { Schema } from "./schema.ts";
import { TwoLaneSqliteDialect } from "./sqlite-driver.server.ts";

export { CannotOpen } from "./open-database.ts";

/** Hears of every statement that was run, and how long it took. */
export type OnQuery = (query: CompiledQuery, tookMs: number) => void;

/** Opens SQLite in `dataDir`, or PostgreSQL when there is an address. @throws CannotOpen */
export async function openDatabase(
  config: { dataDir: string; databaseUrl: string | undefined; databasePool?: PoolSettings },
  onQuery?: OnQuery,
): Promise<OpenDatabase> {
  const options = {
    plugins,
    ...(onQuery && { log: (event: LogEvent) => onQuery(event.query, event.queryDurationMillis) }),
  };
  if (!config.databaseUrl) return openSqlite(config.dataDir, options);
  // Who uses SQLite need not load the driver.
  const { openPostgres } = await import("./postgres.server.ts");
  return openPostgres(config.databaseUrl, options, config.databasePool);
}

/** Where SQLite keeps everything. */
export const sqliteFile = (dataDir: string): string => path.resolve(dataDir, "jorna.sqlite");

async function openSqlite(dataDir: string, options: Options): Promise<OpenDatabase> {
  const file = sqliteFile(dataDir);
  const opened: SQLite.Database[] = [];
  const open = (): SQLite.Database => {
    const sqlite = new SQLite(file);
    opened.push(sqlite);
    prepare(sqlite);
    return sqlite;
  };
  try {
    makeFolder(dataDir);
    fs.accessSync(dataDir, fs.constants.W_OK);
    const writer = open();
    const reader = open();
    reader.pragma("query_only = ON");
    const db = new Kysely<Schema>({ dialect: new TwoLaneSqliteDialect(writer, reader), ...options });
    return { db, leadDb: db, dialect: "sqlite", place: file, close: () => db.destroy() };
  } catch (cause) {
    for (const sqlite of opened) sqlite.close();
    const advice = isDamaged(cause)
      ? "It is damaged or no database, and was left as it is: restore the last backup in its place."
      : "Choose a folder this user may write to.";
    throw new CannotOpen(`DATA_DIR: the database ${file} cannot be opened (${(cause as Error).message}). ${advice}`, {
      cause,
    });
  }
}

/** Not by Node's `recursive`, which never comes back where the system refuses every folder (below /proc). */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder);
}

/** Fixed since: two connections writing at once could corrupt a WAL (SQLite 3.51.3). */
const oldestSqlite = [3, 51, 3] as const;

function prepare(sqlite: SQLite.Database): void {
  const [{ version }] = sqlite.prepare("select sqlite_version() as version").all() as [{ version: string }];
  if (isOlder(version.split(".").map(Number), oldestSqlite))
    throw new Error(`SQLite ${version} is older than ${oldestSqlite.join(".")}`);
  // None, once it is open: SQLite waits synchronously, and a locked database must not stop every page (sqlite-driver waits instead).
  sqlite.pragma("busy_timeout = 250");
  sqlite.pragma("journal_mode = WAL");
  // The driver's build opens an existing WAL file with NORMAL, which may lose a commit at a power cut. Set and proved at every open.
  sqlite.pragma("synchronous = FULL");
  if (sqlite.pragma("synchronous", { simple: true }) !== 2) throw new Error("synchronous=FULL was not accepted");
  // 16 MB: under many writes a page is copied into the file once for a thousand of its changes, not for a few.
  sqlite.pragma("wal_autocheckpoint = 4000");
  sqlite.pragma("foreign_keys = ON");
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
