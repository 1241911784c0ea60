import fs from "node:fs";
import SQLite from "better-sqlite3";
import type { Client } from "pg";
import { releaseReserve } from "../data-dir/reserve.server.ts";
import { lockedByAnother } from "../data-dir/site-database.server.ts";
import { isBusy, isDiskFull } from "../failures.ts";
import { lastCommits, logFile, readHeader, sqliteFile } from "../sqlite/file.server.ts";
import { liftedForTransaction } from "../time-limits.server.ts";
import { migrationNames } from "./migrate.server.ts";

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

export interface PendingUpgrade {
  /** The database's newest migration, and this build's. */
  from: string;
  to: string;
  /** The migrations to execute, in order. */
  migrations: string[];
}

/**
 * Checks whether the database comes from an earlier build, and changes nothing but the reserve, which a full disk needs
 * for that. A location without a site has nothing pending, nor has an unreadable file: opening it reports the reason.
 * @throws OpenError if PostgreSQL cannot be reached or the file is locked, SQLite's error if its disk is full: a moment
 *   later it might be read, and be migrated without a rehearsal
 */
export async function findPendingUpgrade(place: Place): Promise<PendingUpgrade | undefined> {
  const done = await migrationsIn(place);
  const migrations = migrationNames.filter((name) => !done.includes(name));
  const from = done.at(-1);
  const isKnown = done.every((name) => migrationNames.includes(name));
  if (from === undefined || !isKnown || migrations.length === 0) return undefined;
  return { from, to: migrations.at(-1) ?? "", migrations };
}

async function migrationsIn({ dataDir, databaseUrl }: Place): Promise<string[]> {
  if (databaseUrl === undefined) return migrationsInFile(dataDir);
  return withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query("select 1 where to_regclass('kysely_migration') is not null");
    if (tables.length === 0) return [];
    const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
    return rows.map(({ name }) => name);
  });
}

function migrationsInFile(dataDir: string): string[] {
  const file = sqliteFile(dataDir);
  let sqlite: SQLite.Database | undefined;
  try {
    if (!fs.existsSync(file)) return [];
    const header = readHeader(file);
    if (typeof header !== "object" || (header.userVersion === lastCommits.inLog && !fs.existsSync(logFile(file))))
      return [];
    releaseReserve(dataDir);
    sqlite = new SQLite(file, { readonly: true });
    return sqlite.prepare("select name from kysely_migration order by name").pluck().all() as string[];
  } catch (error) {
    if (isBusy(error)) throw lockedByAnother(file);
    if (isDiskFull(error)) throw error;
    return [];
  } finally {
    sqlite?.close();
  }
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  // Sites on SQLite need not load the driver.
  const [{ connectClient }, { unreachable }] = await Promise.all([
    import("../postgres/client.server.ts"),
    import("../postgres/open.server.ts"),
  ]);
  const client = await connectClient(databaseUrl, {
    explain: (_, cause) => unreachable(databaseUrl, cause),
    timeoutMs: 5_000,
  });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Lets one of several instances on the same PostgreSQL upgrade at a time; the lock ends with its transaction, for whose duration
 * a pooler, too, leaves the connection to this process.
 * SQLite's data folder has one process only.
 */
export async function inTurnOfUpgrades<T>({ databaseUrl }: Place, work: () => Promise<T>): Promise<T> {
  if (databaseUrl === undefined) return work();
  return withClient(databaseUrl, async (client) => {
    await client.query("begin");
    await client.query(liftedForTransaction);
    await client.query("select pg_advisory_xact_lock(hashtext('jorna upgrade'))");
    return work();
  });
}
