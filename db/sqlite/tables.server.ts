import type SQLite from "better-sqlite3";
import { type ColumnKind, type RowValues, TableChecksum, type TableOutline, type TableSum } from "../table-contents.ts";

/** A name as an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The tables of a file with their columns, except full-text tables and SQLite's internal ones. */
export function sqliteTables(sqlite: SQLite.Database): TableOutline[] {
  const names = sqlite
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name",
    )
    .pluck()
    .all() as string[];
  const columnsOf = sqlite.prepare("select name, lower(type) as type from pragma_table_info(?) order by name");
  const referencesOf = sqlite.prepare('select distinct "table" from pragma_foreign_key_list(?)').pluck();
  return names.map((name) => ({
    name,
    columns: (columnsOf.all(name) as { name: string; type: string }[])
      .map((column) => ({ name: column.name, kind: kindOf(column.type) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    refersTo: referencesOf.all(name) as string[],
  }));
}

function kindOf(type: string): ColumnKind {
  if (type.includes("int")) return "integer";
  if (type === "real") return "real";
  return type === "blob" ? "bytes" : "text";
}

export function* sqliteRows(sqlite: SQLite.Database, { name, columns }: TableOutline): Generator<RowValues> {
  const list = columns.map((column) => quoted(column.name)).join(", ");
  const statement = sqlite
    .prepare(`select ${list} from ${quoted(name)}`)
    .raw()
    .safeIntegers();
  for (const row of statement.iterate() as IterableIterator<(string | number | bigint | Uint8Array | null)[]>)
    yield row.map((value) => (typeof value === "number" || typeof value === "bigint" ? String(value) : value));
}

/** Row counts and checksums by table name. */
export function sqliteSums(sqlite: SQLite.Database): Record<string, TableSum> {
  return Object.fromEntries(
    sqliteTables(sqlite).map((table) => {
      const checksum = new TableChecksum();
      for (const row of sqliteRows(sqlite, table)) checksum.add(row);
      return [table.name, { rows: checksum.rows, checksum: checksum.sum }];
    }),
  );
}
