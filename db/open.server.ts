import fs from "node:fs";
import SQLite from "better-sqlite3";
import { type CompiledQuery, Kysely, type LogEvent } from "kysely";
import { keepOwner } from "./data-dir/owner.server.ts";
import { folderAdvice, isDamaged } from "./failures.ts";
import { type OpenDatabase, OpenError, type Options, type PoolSettings } from "./open-database.ts";
import { plugins } from "./plugins.ts";
import type { Schema } from "./schema.ts";
import { setUpConnection } from "./sqlite/connection.ts";
import { ReaderWriterSqliteDialect } from "./sqlite/driver.server.ts";
import { sqliteDryRuns } from "./sqlite/dry-run.server.ts";
import { makeFolder, sqliteFile } from "./sqlite/file.server.ts";
import { ReaderThreads } from "./sqlite/reader-thread.server.ts";
import { vacuumOf } from "./sqlite/vacuum.server.ts";
import { WriteAheadLog } from "./sqlite/write-ahead-log.server.ts";
import { WriteQueue } from "./sqlite/write-queue.ts";

export { OpenError } from "./open-database.ts";
export { sqliteFile } from "./sqlite/file.server.ts";

/** Called after every statement with the time it took. */
export type OnQuery = (query: CompiledQuery, tookMs: number) => void;

/**
 * Opens SQLite in `dataDir`, or PostgreSQL if a URL is given. `onError` is called for every failed statement.
 * @throws OpenError
 */
export async function openDatabase(
  config: { dataDir: string; databaseUrl: string | undefined; databasePool?: PoolSettings },
  onQuery?: OnQuery,
  onError?: (error: unknown) => void,
): Promise<OpenDatabase> {
  const log = (event: LogEvent) => {
    onQuery?.(event.query, event.queryDurationMillis);
    if (event.level === "error") onError?.(event.error);
  };
  const options = { plugins, ...((onQuery || onError) && { log }) };
  if (!config.databaseUrl) return openSqlite(config.dataDir, options);
  // Sites on SQLite need not load the driver.
  const { openPostgres } = await import("./postgres/open.server.ts");
  return openPostgres(config.databaseUrl, options, config.databasePool);
}

async function openSqlite(dataDir: string, options: Options): Promise<OpenDatabase> {
  const file = sqliteFile(dataDir);
  const opened: SQLite.Database[] = [];
  const open = (): SQLite.Database => {
    const sqlite = new SQLite(file);
    opened.push(sqlite);
    setUpConnection(sqlite);
    return sqlite;
  };
  try {
    makeFolder(dataDir);
    keepOwner(dataDir);
    fs.accessSync(dataDir, fs.constants.W_OK);
    // SQLite gives its log the same permissions.
    if (!fs.existsSync(file)) fs.writeFileSync(file, "", { mode: 0o600 });
    const writer = open();
    const reader = open();
    reader.pragma("query_only = ON");
    const log = new WriteAheadLog(writer, file);
    const threads = new ReaderThreads(file);
    const writeQueue = new WriteQueue();
    const db = new Kysely<Schema>({
      dialect: new ReaderWriterSqliteDialect(writer, reader, { threads, log, writeQueue }),
      ...options,
    });
    const dryRuns = sqliteDryRuns(file, log, options);
    const vacuum = vacuumOf(file, { writeQueue, log });
    const close = async () => {
      await vacuum.stop();
      dryRuns.close();
      await db.destroy();
    };
    const markLog = () => log.begin();
    return { db, leadDb: db, dryRun: dryRuns.run, markLog, vacuum: vacuum.run, close };
  } catch (cause) {
    for (const sqlite of opened) sqlite.close();
    const advice = isDamaged(cause)
      ? "It is damaged or not a database, and was left unchanged: restore the last backup in its place."
      : folderAdvice(cause);
    throw new OpenError(`DATA_DIR: the database ${file} cannot be opened (${(cause as Error).message}). ${advice}`, {
      cause,
    });
  }
}
