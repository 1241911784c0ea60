import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { type KyselyPlugin, type PluginTransformResultArgs, type QueryResult, sql, type UnknownRow } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { type AnyDb, dialectOf } from "../dialect.ts";
import { isLockRefused, OperatorError } from "../failures.ts";
import { OpenError } from "../open-database.ts";
import { openInMemory } from "../sqlite/memory.server.ts";
import { liftedForTransaction } from "../time-limits.server.ts";
import { SchemaMismatch } from "./schema-mismatch.ts";
import { readShape, requireShape, type SchemaShape } from "./schema-shape.server.ts";

// Found by glob: a new migration is a new file and needs no edit here.
const files = import.meta.glob<Migration>("../migrations/*.ts", { eager: true });

const byName = (found: Record<string, Migration>): Record<string, Migration> =>
  Object.fromEntries(Object.entries(found).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ""), migration]));

const migrations = byName(files);

/** Faster PostgreSQL equivalents of landed migrations, which are never edited themselves. */
const onPostgres = byName(import.meta.glob<Migration>("../postgres-migrations/*.ts", { eager: true }));

/** Names of all migrations of this build, in order. */
export const migrationNames = Object.keys(migrations).sort();

export const newestMigration = migrationNames.at(-1) ?? "";

/** The database was written by a newer build than this one; nothing was changed. */
export class NewerDatabase extends OperatorError {
  constructor(found: string) {
    super(
      `The database is at ${found}, newer than this build knows (${newestMigration}). Start the newer build, or restore a backup made before the upgrade.`,
    );
    this.name = "NewerDatabase";
  }
}

/**
 * Migrates the database to the newest version, forward only and in one transaction: schema, rows and migration records,
 * so that killing the process midway leaves the database unchanged. The event loop keeps running meanwhile.
 * @param onWait called once if PostgreSQL's tables are in use, as by a backup
 * @throws NewerDatabase if it already contains a migration that this build does not know
 * @throws SchemaMismatch if it contains tables of this site without migration records, or would not have this build's
 * schema afterwards
 */
export async function migrateToLatest(db: AnyDb, onWait?: () => void): Promise<void> {
  const done = await executedMigrations(db);
  refuseNewer(done);
  if (migrationNames.every((name) => done.includes(name))) return;
  if (done.length === 0) await refuseUnrecorded(db);
  if (dialectOf(db) === "postgres") {
    if (done.length === 0) await refuseOtherSchema(db);
    await migrateGivingWay(db, onWait);
    // Rows copied by a migration have no statistics yet, so lists would be read with plans for empty tables.
    if (done.length > 0) await sql`analyze`.execute(db);
  } else await db.transaction().execute(migrate);
}

/** How long instances that serve the site wait behind a migration that waits for a table, and how long they then have. */
const turnMs = 1_000;

/**
 * A migration that waits for a table makes everybody wait who comes after it, for as long as a backup reads. So it gives
 * up, which undoes all of it, and begins again.
 */
async function migrateGivingWay(db: AnyDb, onWait: (() => void) | undefined): Promise<void> {
  for (let attempt = 1; !(await isMigratedNow(db)); attempt++) {
    if (attempt === 1) onWait?.();
    await pause(turnMs);
  }
}

async function isMigratedNow(db: AnyDb): Promise<boolean> {
  try {
    await migrate(db);
    return true;
  } catch (error) {
    if (isLockRefused(error)) return false;
    throw error;
  }
}

/** For the transaction, since poolers forget what is set for a session. */
async function limitWaiting(trx: AnyDb): Promise<void> {
  await sql.raw(liftedForTransaction).execute(trx);
  await sql`select set_config('lock_timeout', ${`${turnMs}ms`}, true)`.execute(trx);
}

async function migrate(db: AnyDb): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const all = isPostgres ? { ...migrations, ...onPostgres } : migrations;
  // In the transaction of the migrations, which a mismatch undoes.
  const last: Migration = {
    async up(trx) {
      await all[newestMigration]?.up(trx);
      await requireSchema(trx);
    },
  };
  const limited = Object.entries({ ...all, [newestMigration]: last }).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(trx) {
        if (isPostgres) await limitWaiting(trx);
        await up(trx);
      },
    },
  ]);
  const migrator = new Migrator({
    db: db.withPlugin(new TurnsForOthers()),
    provider: { getMigrations: async () => Object.fromEntries(limited) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/**
 * SQLite's calls are synchronous, so a long migration would prevent the process from answering that an upgrade is in
 * progress.
 */
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
 * Compares tables, columns, indexes and references with those that this build's migrations create. Anything an operator
 * added is ignored.
 * @throws SchemaMismatch naming the differences
 */
export async function requireSchema(db: AnyDb): Promise<void> {
  // Inside a transaction the SQLite driver uses no reader thread, which would have to be started first.
  const found = await (db.isTransaction ? readShape(db) : db.transaction().execute(readShape));
  requireShape(found, await expectedShape(), dialectOf(db));
}

/** Migrations run in one transaction, so tables without records are not left over from an interrupted one. */
async function refuseUnrecorded(db: AnyDb): Promise<void> {
  const expected = await expectedShape();
  const known = [...(await readShape(db)).keys()].filter((table) => expected.has(table));
  // Read again, because another process may have migrated the database meanwhile.
  if (known.length > 0 && (await executedMigrations(db)).length === 0)
    throw new SchemaMismatch(`there is a table ${known[0]}, and no record of the migration that makes it`);
}

/** The migrator would take the records in any schema for its own. */
async function refuseOtherSchema(db: AnyDb): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where relname = 'kysely_migration'
    and relnamespace is distinct from current_schema()::regnamespace and has_schema_privilege(relnamespace, 'usage')`.execute(
    db,
  );
  if (rows[0])
    throw new OpenError(
      `DATABASE_URL: the schema ${rows[0].schema} of this database holds the tables of another site or program. Use a database of its own (createdb NAME) or, if this site is in that schema, name it (?options=-c%20search_path%3D${rows[0].schema}).`,
    );
}

let expected: Promise<SchemaShape> | undefined;

function expectedShape(): Promise<SchemaShape> {
  expected ??= migratedInMemory(migrationNames).then(async (memory) => {
    const shape = await readShape(memory);
    await memory.destroy();
    return shape;
  });
  return expected;
}

/** An in-memory SQLite as these migrations leave it. */
async function migratedInMemory(names: string[]): Promise<AnyDb> {
  const memory = openInMemory();
  await memory.transaction().execute(async (trx) => {
    for (const name of names) await migrations[name]?.up(trx);
  });
  return memory;
}

/** Row count by table in a database freshly created by this build's migrations. */
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

/** Whether every migration of this build has been executed. */
export async function isMigrated(db: AnyDb): Promise<boolean> {
  const done = new Set(await executedMigrations(db));
  return migrationNames.every((name) => done.has(name));
}

/** The database lacks migrations of this build. */
export class OlderDatabase extends OperatorError {
  constructor() {
    super("The database is older than this build. Start the site once (npm start), which brings it up to date.");
    this.name = "OlderDatabase";
  }
}

/** Changes nothing. @throws NewerDatabase */
export async function refuseNewerDatabase(db: AnyDb): Promise<void> {
  refuseNewer(await executedMigrations(db));
}

/** Whether a newer build has migrated the database that this one has opened. */
export async function isOfNewerBuild(db: AnyDb): Promise<boolean> {
  return (await executedMigrations(db)).some((name) => !migrationNames.includes(name));
}

/** For commands that run beside a live site and must not change its schema. @throws NewerDatabase, OlderDatabase */
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
