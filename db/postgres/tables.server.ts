import pg from "pg";
import { type ColumnKind, type RowValues, TableChecksum, type TableOutline, type TableSum } from "../table-contents.ts";

export interface PostgresTable extends TableOutline {
  schema: string;
  /** A full-text index of another table: it is derived from that one, and SQLite has a different kind. */
  isFullText: boolean;
}

/** User-created relations that belong to no extension. */
const own = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** A table that stands in a database while it is being restored; no site starts on it. */
export const unfinishedRestore = "unfinished_restore";

/** The name of a table, view or sequence already in the database but for one that is `allowed`, or `undefined` if it is empty. */
export async function findOccupant(client: pg.Client, allowed = ""): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${own} and c.relname <> $1 and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') order by c.relkind = 'S', 1 limit 1`,
    [allowed],
  );
  return rows[0]?.name;
}

interface ColumnFacts {
  schema: string;
  table: string;
  column: string;
  type: string;
}

export async function postgresTables(client: pg.Client): Promise<PostgresTable[]> {
  const { rows: facts } = await client.query<ColumnFacts>(
    `select n.nspname as schema, c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where ${own} and c.relkind = 'r' order by 1, 2`,
  );
  const { rows: references } = await client.query<{ schema: string; table: string; target: string }>(
    `select n.nspname as schema, c.relname as "table", target.relname as target
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_class target on target.oid = f.confrelid where f.contype = 'f'`,
  );
  const tables = Map.groupBy(facts, ({ schema, table }) => `${schema}.${table}`);
  return [...tables.values()].map((columns) => {
    const { schema, table: name } = columns[0] as ColumnFacts;
    return {
      schema,
      name,
      columns: columns
        .map(({ column, type }) => ({ name: column, kind: kindOf(type) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      refersTo: references.filter((each) => each.schema === schema && each.table === name).map(({ target }) => target),
      isFullText: columns.some(({ type }) => type === "tsvector"),
    };
  });
}

function kindOf(type: string): ColumnKind {
  if (["bigint", "integer", "smallint"].includes(type)) return "integer";
  if (["double precision", "real"].includes(type)) return "real";
  return type === "bytea" ? "bytes" : "text";
}

export const quotedTable = ({ schema, name }: PostgresTable): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Rows fetched at once: only a few if they contain images. */
const portion = (columns: TableOutline["columns"]): number =>
  columns.some(({ kind }) => kind === "bytes") ? 4 : 1_000;

/** Reads a table row by row, using a cursor in the client's current transaction. */
export async function* postgresRows(client: pg.Client, table: PostgresTable): AsyncGenerator<RowValues> {
  const list = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
  await client.query(`declare table_rows no scroll cursor for select ${list} from ${quotedTable(table)}`);
  try {
    for (;;) {
      const { rows } = await client.query<RowValues>({
        text: `fetch ${portion(table.columns)} from table_rows`,
        rowMode: "array",
        types: asText,
      });
      if (rows.length === 0) return;
      for (const row of rows) yield row.map((value, index) => alike(value, table.columns[index]?.kind));
    }
  } finally {
    await client.query("close table_rows").catch(() => {});
  }
}

/** Values in the server's text format; bytes as bytes. */
const asText = {
  getTypeParser: (type: number) =>
    type === pg.types.builtins.BYTEA ? pg.types.getTypeParser(type) : (value: string) => value,
} as unknown as pg.CustomTypesConfig;

/** SQLite formats 1 in a real column the way JavaScript does. */
const alike = (value: RowValues[number], kind: ColumnKind | undefined): RowValues[number] =>
  kind === "real" && typeof value === "string" ? String(Number(value)) : value;

/** Row counts and checksums by table name, with the schema if it is not `public`. Call within a transaction. */
export async function postgresSums(client: pg.Client): Promise<Record<string, TableSum>> {
  const sums: Record<string, TableSum> = {};
  for (const table of await postgresTables(client)) {
    const checksum = new TableChecksum();
    for await (const row of postgresRows(client, table)) checksum.add(row);
    const name = table.schema === "public" ? table.name : `${table.schema}.${table.name}`;
    sums[name] = { rows: checksum.rows, checksum: checksum.sum };
  }
  return sums;
}
