import pg from "pg";
import { migrateToLatest, migrationNames, newestMigration, rowsOfNewDatabase } from "../migrate/migrate.server.ts";
import { connectClient, placeOf, reachAdvice } from "../postgres/client.server.ts";
import { openPostgres } from "../postgres/open.server.ts";
import {
  findOccupant,
  type PostgresTable,
  postgresRows,
  postgresSums,
  postgresTables,
  quotedTable,
} from "../postgres/tables.server.ts";
import { type ColumnKind, inOrderOfReference, type RowValues } from "../table-contents.ts";
import { liftedForSession, withoutTimeLimits } from "../time-limits.server.ts";
import { type IndexedWords, isOfMigrator, MoveError, type MoveSource, type MoveTarget } from "./move.ts";

/** Opens a site's database that no instance is using. @throws MoveError */
export async function openPostgresSource(databaseUrl: string): Promise<MoveSource> {
  const client = await connect(databaseUrl);
  try {
    await client.query(liftedForSession);
    await requireNoInstance(client, databaseUrl);
    await requireMigrations(client, databaseUrl);
    const tables = await postgresTables(client);
    await client.query("begin isolation level repeatable read read only");
    // Before anything is read: what a site that is started now would store, would stay behind.
    await client.query(`lock table ${tables.map(quotedTable).join(", ")} in share mode`);
    return {
      tables: tables.filter(({ name, isFullText }) => !isOfMigrator(name) && !isFullText),
      indexes: tables.filter(({ isFullText }) => isFullText).map(({ name }) => name),
      rows: ({ name }) => postgresRows(client, tableIn(tables, name)),
      words: (index) => words(client, tableIn(tables, index)),
      lastId: (table) => lastId(client, tableIn(tables, table)),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Opens an empty database, or one in which an interrupted move has created its tables, and begins the single
 * transaction for all rows.
 * @throws MoveError
 */
export async function openPostgresTarget(databaseUrl: string): Promise<MoveTarget> {
  const client = await connect(databaseUrl);
  try {
    await client.query(liftedForSession);
    await requireNoInstance(client, databaseUrl);
    await requireNoData(client, databaseUrl);
    const { db, close } = await openPostgres(databaseUrl, {});
    try {
      await withoutTimeLimits(db, (db) => migrateToLatest(db));
    } finally {
      await close();
    }
    await client.query("begin");
    const found = await postgresTables(client);
    const tables = inOrderOfReference(found).filter(({ name, isFullText }) => !isOfMigrator(name) && !isFullText);
    const all = tables.map(quotedTable).join(", ");
    // Prevents a site from starting on it meanwhile.
    await client.query(`lock table ${all} in access exclusive mode`);
    await requireNoData(client, databaseUrl);
    for (const table of tables.toReversed()) await client.query(`delete from ${quotedTable(table)}`);
    return {
      tables,
      insert: (table, rows) => insert(client, tableIn(found, table.name), rows),
      insertWords: (index, words) => insertWords(client, tableIn(found, index), words),
      setLastId: (table, id) => setLastId(client, tableIn(found, table), id),
      sums: () => postgresSums(client),
      async commit() {
        await client.query("commit");
        await client.query("analyze");
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

const tableIn = (tables: PostgresTable[], name: string): PostgresTable => {
  const found = tables.find((table) => table.name === name);
  if (!found) throw new MoveError(`There is no table ${name}.`);
  return found;
};

const connect = (databaseUrl: string): Promise<pg.Client> =>
  connectClient(databaseUrl, {
    explain: (sentence, cause) => new MoveError(`${sentence} ${reachAdvice}`, { cause }),
  });

/** Recognizes instances by their connections' application names (db/postgres/liveness.server.ts). */
async function requireNoInstance(client: pg.Client, databaseUrl: string): Promise<void> {
  const { rows } = await client.query<{ count: string }>(
    "select count(*) as count from pg_stat_activity where datname = current_database() and application_name ~ '^jorna [0-9a-f]{12}$'",
  );
  if (Number(rows[0]?.count) > 0)
    throw new MoveError(
      `${placeOf(databaseUrl)} is in use by a running site. Stop all its instances first: what is stored during a move is not moved.`,
    );
}

async function requireMigrations(client: pg.Client, databaseUrl: string): Promise<void> {
  const names = await migrationsIn(client);
  if (names.join() !== migrationNames.join())
    throw new MoveError(
      `${placeOf(databaseUrl)} is at ${names.at(-1) ?? "no migration"}, and this build at ${newestMigration}. Start the site once with this build (npm start), or move it with its own.`,
    );
}

async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query("select 1 where to_regclass('kysely_migration') is not null");
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration");
  return rows.map(({ name }) => name).sort();
}

async function requireNoData(client: pg.Client, databaseUrl: string): Promise<void> {
  if ((await findOccupant(client)) === undefined) return;
  const expected = await rowsOfNewDatabase();
  for (const table of await postgresTables(client)) {
    if (isOfMigrator(table.name)) continue;
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${quotedTable(table)}`);
    const most = table.isFullText ? 0 : expected[table.name];
    if (most === undefined || Number(rows[0]?.count) > most)
      throw new MoveError(
        `${placeOf(databaseUrl)} already contains data (${table.name}). Move into an empty database: createdb NAME.`,
      );
  }
}

const types: Record<ColumnKind, string> = { integer: "bigint", real: "double precision", text: "text", bytes: "bytea" };

/** Inserts a whole batch with one statement. */
async function insert(client: pg.Client, table: PostgresTable, rows: RowValues[]): Promise<void> {
  const names = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
  const lists = table.columns.map(({ kind }, index) => `$${index + 1}::${types[kind]}[]`).join(", ");
  const values = table.columns.map((_, index) => rows.map((row) => row[index]));
  await client.query(
    `insert into ${quotedTable(table)} (${names}) overriding system value select * from unnest(${lists})`,
    values,
  );
}

async function* words(client: pg.Client, table: PostgresTable): AsyncGenerator<IndexedWords> {
  await client.query(
    `declare words no scroll cursor for
     select id::text, array_to_string(tsvector_to_array(words), ' ') from ${quotedTable(table)}`,
  );
  for (;;) {
    const { rows } = await client.query<IndexedWords>({ text: "fetch 1000 from words", rowMode: "array" });
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query("close words");
}

async function insertWords(client: pg.Client, table: PostgresTable, words: IndexedWords[]): Promise<void> {
  await client.query(
    `insert into ${quotedTable(table)} (id, words)
     select id, to_tsvector('simple', words) from unnest($1::bigint[], $2::text[]) as made (id, words)`,
    [words.map(([id]) => id), words.map(([, text]) => text)],
  );
}

async function sequenceOf(client: pg.Client, table: PostgresTable): Promise<string | undefined> {
  const { rows } = await client.query<{ sequence: string }>(
    `select pg_get_serial_sequence($1, attname) as sequence from pg_attribute
     where attrelid = $1::regclass and attidentity <> '' and not attisdropped`,
    [quotedTable(table)],
  );
  return rows[0]?.sequence;
}

async function lastId(client: pg.Client, table: PostgresTable): Promise<string | undefined> {
  const sequence = await sequenceOf(client, table);
  if (sequence === undefined) return undefined;
  const { rows } = await client.query<{ last: string }>(
    `select case when is_called then last_value else 0 end::text as last from ${sequence}`,
  );
  return rows[0]?.last;
}

async function setLastId(client: pg.Client, table: PostgresTable, id: string): Promise<void> {
  const sequence = await sequenceOf(client, table);
  if (sequence === undefined) return;
  await client.query("select setval($1, greatest($2::bigint, 1), $2::bigint > 0)", [sequence, id]);
}
