import { setImmediate as nextTurn } from "node:timers/promises";
import { type KyselyPlugin, type PluginTransformResultArgs, type QueryResult, sql, type UnknownRow } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { type AnyDb, dialectOf } from "../dialect.ts";
import { openInMemory } from "../sqlite/memory.server.ts";
import { undoInterruptedMigration } from "./interrupted-migration.server.ts";
import { readShape, requireShape, type SchemaShape } from "./schema-shape.server.ts";
import { WrongSchema } from "./wrong-schema.ts";

// Found by pattern: a new migration is a new file and edits nothing.
const files = import.meta.glob<Migration>("../migrations/*.ts", { eager: true });

const byName = (found: Record<string, Migration>): Record<string, Migration> =>
  Object.fromEntries(Object.entries(found).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ""), migration]));

const migrations = byName(files);

/** Faster equivalents for PostgreSQL of landed migrations, which are never edited themselves. */
const onPostgres = byName(import.meta.glob<Migration>("../postgres-migrations/*.ts", { eager: true }));

/** Names of all migrations of this build, in their order. */
export const migrationNames = Object.keys(migrations).sort();

/** Name of the newest migration of this build. */
export const newestMigration = migrationNames.at(-1) ?? "";

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
 * Brings the database to the newest migration, forward only and in one transaction: schema, rows and the record of what was
 * done, so that a process that is killed midway leaves the database as it was. The event loop keeps running meanwhile.
 * What an earlier build, which had no such transaction on SQLite, was interrupted in is undone first.
 * @throws NewerDatabase when it already holds a migration that this build does not know
 * @throws WrongSchema when it holds tables of this site without the record of how they were made
 */
export async function migrateToLatest(db: AnyDb): Promise<void> {
  const done = await executedMigrations(db);
  refuseNewer(done);
  if (migrationNames.every((name) => done.includes(name))) return;
  if (dialectOf(db) === "postgres") {
    if (done.length === 0) await refuseUnrecorded(db);
    await migrate(db);
  } else
    await db.transaction().execute(async (trx) => {
      await undoInterruptedMigration(trx, await executedMigrations(trx), migrationNames, migratedInMemory);
      await migrate(trx);
    });
}

async function migrate(db: AnyDb): Promise<void> {
  const migrator = new Migrator({
    db: db.withPlugin(new TurnsForOthers()),
    provider: {
      getMigrations: async () => (dialectOf(db) === "postgres" ? { ...migrations, ...onPostgres } : migrations),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** SQLite's calls are synchronous, so a long migration would keep the process from responding that it is being upgraded. */
class TurnsForOthers implements KyselyPlugin {
  #lastMs = performance.now();

  transformQuery: KyselyPlugin["transformQuery"] = ({ node }) => node;

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (performance.now() - this.#lastMs > 10) {
      await nextTurn();
      this.#lastMs = performance.now();
    }
    return result;
  }
}

function refuseNewer(done: string[]): void {
  const unknown = done
    .filter((name) => !(name in migrations))
    .sort()
    .at(-1);
  if (unknown) throw new NewerDatabase(unknown);
}

/**
 * Compares tables, columns, indexes and references with what the migrations of this build make. What an operator added is left alone.
 * @throws WrongSchema naming what differs
 */
export async function requireSchema(db: AnyDb): Promise<void> {
  // In a transaction the SQLite driver uses no reader thread, which would have to be started first.
  const found = await (db.isTransaction ? readShape(db) : db.transaction().execute(readShape));
  requireShape(found, await expectedShape(), dialectOf(db));
}

/** PostgreSQL's migrations were always one transaction: tables without their record are not the rest of an interrupted one. */
async function refuseUnrecorded(db: AnyDb): Promise<void> {
  const expected = await expectedShape();
  const known = [...(await readShape(db)).keys()].filter((table) => expected.has(table));
  if (known.length > 0)
    throw new WrongSchema(`there is a table ${known[0]}, and no record of the migration that makes it`);
}

let expected: Promise<SchemaShape> | undefined;

/** What the migrations of this build make. */
function expectedShape(): Promise<SchemaShape> {
  expected ??= migratedInMemory(migrationNames).then(async (memory) => {
    const shape = await readShape(memory);
    await memory.destroy();
    return shape;
  });
  return expected;
}

/** An SQLite in memory as these migrations leave it. */
async function migratedInMemory(names: string[]): Promise<AnyDb> {
  const memory = openInMemory();
  await memory.transaction().execute(async (trx) => {
    for (const name of names) await migrations[name]?.up(trx);
  });
  return memory;
}

/** How many rows each table of a database has that the migrations of this build have just made. */
export async function rowsOfNewDatabase(): Promise<Record<string, number>> {
  const memory = await migratedInMemory(migrationNames);
  try {
    const counts: Record<string, number> = {};
    for (const table of (await readShape(memory)).keys()) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(memory);
      counts[table] = rows[0]?.count ?? 0;
    }
    return counts;
  } finally {
    await memory.destroy();
  }
}

/** Whether every migration of this build has been made. */
export async function isMigrated(db: AnyDb): Promise<boolean> {
  const done = new Set(await executedMigrations(db));
  return migrationNames.every((name) => done.has(name));
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
  const { rows: found } = await (dialectOf(db) === "sqlite"
    ? sql`select name from sqlite_master where name = 'kysely_migration'`
    : sql`select 1 where to_regclass('kysely_migration') is not null`
  ).execute(db.withoutPlugins());
  if (found.length === 0) return [];
  const rows = await db.withoutPlugins().selectFrom("kysely_migration").select("name").execute();
  return rows.map((row) => row.name as string);
}
