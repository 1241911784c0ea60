import path from "node:path";
import { Migrator } from "kysely/migration";
import type { AnyDb } from "#db/dialect.ts";
import { openDatabase } from "#db/open.server.ts";

type Migrations = Record<string, { up: (db: AnyDb) => Promise<void> }>;

const files = import.meta.glob<Migrations[string]>("../db/migrations/*.ts", { eager: true });

/** All migrations of this build, by name. */
export const migrations: Migrations = Object.fromEntries(
  Object.entries(files).map(([file, migration]) => [path.basename(file, ".ts"), migration]),
);

/** Migrates in the given transaction, or as builds before 0007 did SQLite: without one. `upTo`: a migration's number. */
export async function migrateAsBefore(db: AnyDb, upTo: string, of = migrations): Promise<void> {
  const wanted = Object.fromEntries(Object.entries(of).filter(([name]) => name.slice(0, 4) <= upTo));
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => wanted },
    disableTransactions: !db.isTransaction,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** At 0004: subscribers whose addresses are not in the full-text index yet. */
export async function writeSubscribers(db: AnyDb, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const email = `visitor${n}@example.com`;
    const row = {
      slug: `s${n}`,
      token: `t${n}`,
      email,
      email_key: email,
      state: "confirmed",
      created_at: "2026-11-20",
    };
    await db.insertInto("subscription").values(row).execute();
  }
}

/** Creates a database at 0004 with that many subscribers, as a site of that time left it. */
export async function makeEarlyDatabase(place: Parameters<typeof openDatabase>[0], subscribers: number): Promise<void> {
  const { db, close } = await openDatabase(place);
  await migrateAsBefore(db as AnyDb, "0004");
  await db.transaction().execute((trx) => writeSubscribers(trx as AnyDb, subscribers));
  await close();
}
