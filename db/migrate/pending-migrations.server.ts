import fs from "node:fs";
import SQLite from "better-sqlite3";
import type { Client } from "pg";
import { lastCommits, logFile, readHeader, sqliteFile } from "../sqlite/file.server.ts";
import { migrationNames } from "./migrate.server.ts";

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

export interface PendingUpgrade {
  /** The newest migration that the database has, and the newest of this build. */
  from: string;
  to: string;
  /** What has to be made, in order. */
  migrations: string[];
}

/**
 * Looks, without changing anything, whether an earlier build's database is there. A place without a site has none, and what cannot be
 * read has none either: opening it says why.
 */
export async function findPendingUpgrade(place: Place): Promise<PendingUpgrade | undefined> {
  const done = await migrationsIn(place).catch((): string[] => []);
  const migrations = migrationNames.filter((name) => !done.includes(name));
  const from = done.at(-1);
  const isKnown = done.every((name) => migrationNames.includes(name));
  if (from === undefined || !isKnown || migrations.length === 0) return undefined;
  return { from, to: migrations.at(-1) ?? "", migrations };
}

async function migrationsIn({ dataDir, databaseUrl }: Place): Promise<string[]> {
  if (databaseUrl === undefined) return migrationsInFile(sqliteFile(dataDir));
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
    return rows.map(({ name }) => name);
  });
}

function migrationsInFile(file: string): string[] {
  if (!fs.existsSync(file)) return [];
  const header = readHeader(file);
  if (typeof header !== "object" || (header.userVersion === lastCommits.inLog && !fs.existsSync(logFile(file))))
    return [];
  const sqlite = new SQLite(file, { readonly: true });
  try {
    return sqlite.prepare("select name from kysely_migration order by name").pluck().all() as string[];
  } finally {
    sqlite.close();
  }
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  // Who uses SQLite need not load the driver.
  const { default: driver } = await import("pg");
  const client = new driver.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Of several instances on one PostgreSQL one upgrades at a time; the lock goes with the connection. SQLite's folder has one process. */
export async function inTurnOfUpgrades<T>({ databaseUrl }: Place, work: () => Promise<T>): Promise<T> {
  if (databaseUrl === undefined) return work();
  return withClient(databaseUrl, async (client) => {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock(hashtext('jorna upgrade'))");
    return work();
  });
}
