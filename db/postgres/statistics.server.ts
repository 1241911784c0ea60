import { sql } from "kysely";
import type { AnyDb } from "../dialect.ts";
import { withoutTimeLimits } from "../time-limits.server.ts";

/** How long visitors' writes may wait behind this one while something, such as a backup, reads the table. */
const lockTimeoutMs = 200;

/**
 * Removes deleted values from the planner's statistics, which keep the most common values and others of each column
 * until a table is analyzed again.
 * @throws if a table without rows is in use; the next attempt goes on
 * @see https://www.postgresql.org/docs/current/catalog-pg-statistic.html
 */
export async function forgetDeletedValues(db: AnyDb): Promise<void> {
  await withoutTimeLimits(db, async (db) => {
    for (const table of await tablesWithStatistics(db)) {
      await sql`analyze ${sql.table(table)}`.execute(db);
      if (await isEmpty(db, table)) await dropStatistics(db, table);
    }
  });
}

/** Or that are being analyzed, from rows that may have been there before. */
async function tablesWithStatistics(db: AnyDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and (
      relname in (select tablename from pg_stats where schemaname = current_schema())
      or oid in (select relation from pg_locks where mode = 'ShareUpdateExclusiveLock')
    ) order by 1`.execute(db.withoutPlugins());
  return rows.map(({ name }) => name);
}

async function isEmpty(db: AnyDb, table: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db);
  return rows.length === 0;
}

/**
 * Analyzing a table without rows leaves its statistics as they were. Giving a column its type anew drops them, and has
 * nothing else to do there. Numbers, such as ids that others refer to, may stay.
 */
async function dropStatistics(db: AnyDb, table: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    if (!(await isEmpty(trx, table))) return;
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype, 'tsvector'::regtype, 'bytea'::regtype)
      and attname in (select attname from pg_stats where schemaname = current_schema() and tablename = ${table})
    `.execute(trx.withoutPlugins());
    for (const { name, type } of columns)
      await sql`alter table ${sql.table(table)} alter column ${sql.ref(name)} type ${sql.raw(type)}`.execute(trx);
  });
}
