import { type Migration, Migrator } from "kysely/migration";
import type { AnyDb } from "./dialect.ts";

// Found by pattern: a new migration is a new file and edits nothing.
const files = import.meta.glob<Migration>("./migrations/*.ts", { eager: true });

const migrations = Object.fromEntries(
  Object.entries(files).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ""), migration]),
);

/** Name of the newest migration of this build. */
export const newestMigration = Object.keys(migrations).sort().at(-1) ?? "";

/** The database was written by a newer build than this one: nothing was changed. */
export class NewerDatabase extends Error {
  constructor(found: string) {
    super(
      `The database is at ${found}, newer than this build knows (${newestMigration}). Start the newer build, or restore a backup made before the upgrade.`,
    );
    this.name = "NewerDatabase";
  }
}

/**
 * Brings the database to the newest migration, each in a transaction; forward only.
 * @throws NewerDatabase when it already holds a migration that this build does not know.
 */
export async function migrateToLatest(db: AnyDb): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  refuseNewer(await executedMigrations(db));
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

function refuseNewer(done: string[]): void {
  const unknown = done
    .filter((name) => !(name in migrations))
    .sort()
    .at(-1);
  if (unknown) throw new NewerDatabase(unknown);
}

/** Whether every migration of this build has been made. */
export async function isMigrated(db: AnyDb): Promise<boolean> {
  const done = new Set(await executedMigrations(db));
  return Object.keys(migrations).every((name) => done.has(name));
}

/** The database waits for migrations of this build. */
export class OlderDatabase extends Error {
  constructor() {
    super("The database is older than this build. Start the site once (npm start), which brings it up to date.");
    this.name = "OlderDatabase";
  }
}

/** For commands beside a running site, which must not change its tables under it. @throws NewerDatabase, OlderDatabase */
export async function requireMigrated(db: AnyDb): Promise<void> {
  refuseNewer(await executedMigrations(db));
  if (!(await isMigrated(db))) throw new OlderDatabase();
}

async function executedMigrations(db: AnyDb): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await db.withoutPlugins().selectFrom("kysely_migration").select("name").execute();
  return rows.map((row) => row.name as string);
}
