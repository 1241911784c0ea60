import { sql } from "kysely";
import type { AnyDb } from "../dialect.ts";
import { SchemaMismatch } from "./schema-mismatch.ts";

interface SchemaObject {
  type: "table" | "index";
  name: string;
  sql: string;
}

/**
 * Until 0007, migrations on SQLite did not run in a transaction: if the process ended during one, some of its tables
 * and indexes remained without a record. Restores the schema that the recorded migrations produce, so that the
 * interrupted one can run again from the start. A table holding more rows than a migration writes is never dropped.
 * @param done the recorded migrations, out of `all`
 * @param makeInMemory an in-memory SQLite as these migrations leave it
 * @throws SchemaMismatch if such a table is in the way, or a required one is missing
 */
export async function undoInterruptedMigration(
  db: AnyDb,
  done: string[],
  all: string[],
  makeInMemory: (names: string[]) => Promise<AnyDb>,
): Promise<void> {
  const next = all.find((name) => !done.includes(name));
  const found = await schemaObjects(db);
  if (next === undefined || found.length === 0) return;
  const memories = await Promise.all([makeInMemory(done), makeInMemory([...done, next])]);
  const [before, after] = memories;
  try {
    const recorded = await schemaObjects(before);
    const wanted = await schemaObjects(after);
    const left = without(wanted, recorded).filter(({ name }) => found.some((object) => object.name === name));
    for (const { type, name } of left.toReversed()) {
      if (type === "table") await refuseToDropRows(db, after, name);
      await sql`drop ${sql.raw(type)} if exists ${sql.table(name)}`.execute(db);
    }
    // The migration had already dropped it, and will drop it again.
    for (const { type, name, sql: text } of without(without(recorded, wanted), found)) {
      if (type === "table") throw new SchemaMismatch(`the table ${name} is missing`);
      await sql.raw(text).execute(db);
    }
  } finally {
    for (const memory of memories) await memory.destroy();
  }
}

const without = (objects: SchemaObject[], others: SchemaObject[]): SchemaObject[] =>
  objects.filter(({ name }) => !others.some((other) => other.name === name));

async function refuseToDropRows(db: AnyDb, after: AnyDb, table: string): Promise<void> {
  // A full-text index is derived from other tables.
  if (table.endsWith("_search")) return;
  if ((await countRows(db, table)) > (await countRows(after, table)))
    throw new SchemaMismatch(`the table ${table} contains data, and there is no record of the migration that makes it`);
}

async function countRows(db: AnyDb, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Tables and indexes in order of creation, without the ones SQLite creates internally. */
async function schemaObjects(db: AnyDb): Promise<SchemaObject[]> {
  const { rows } = await sql<SchemaObject>`
    select type, name, sql from sqlite_master
    where type in ('table', 'index') and sql is not null and name not like 'sqlite_%' and name not like 'kysely_%'
    order by rowid`.execute(db.withoutPlugins());
  const virtual = rows.filter((object) => /^create virtual table/i.test(object.sql)).map(({ name }) => name);
  return rows.filter(({ name }) => !virtual.some((table) => name.startsWith(`${table}_`)));
}
