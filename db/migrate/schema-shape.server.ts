import { sql } from "kysely";
import { type AnyDb, type Dialect, dialectOf } from "../dialect.ts";
import { SchemaMismatch } from "./schema-mismatch.ts";

/** The parts of a table that decide whether this build can work with it. */
interface TableShape {
  /** Type and nullability by column, such as "text not null". */
  columns: Map<string, string>;
  /** Columns that every insert must provide. */
  needed: Set<string>;
  /** Indexes and references described by content rather than name, such as "unique index (slug)". */
  rules: Set<string>;
}

/** By table name. */
export type SchemaShape = Map<string, TableShape>;

/** Reads the tables of the database, or of PostgreSQL's current schema, using SQLite's type names. */
export async function readShape(db: AnyDb): Promise<SchemaShape> {
  const plain = db.withoutPlugins();
  return dialectOf(db) === "postgres" ? postgresShape(plain) : sqliteShape(plain);
}

/** @throws SchemaMismatch naming the first differences, where `found` lacks part of `expected` or differs from it */
export function requireShape(found: SchemaShape, expected: SchemaShape, dialect: Dialect): void {
  const differences = [...expected].flatMap(([name, table]) => differencesOf(name, table, found.get(name), dialect));
  if (differences.length === 0) return;
  const rest = differences.length > 3 ? `, and ${differences.length - 3} more` : "";
  throw new SchemaMismatch(differences.slice(0, 3).join(", ") + rest);
}

function differencesOf(name: string, expected: TableShape, found: TableShape | undefined, dialect: Dialect): string[] {
  if (!found) return [`the table ${name} is missing`];
  // On PostgreSQL the full-text index is a table with a different structure.
  if (dialect === "postgres" && isFullText(expected))
    return found.columns.has("words") ? [] : [`the column ${name}.words is missing`];
  const columns = [...expected.columns].flatMap(([column, type]) => {
    const is = found.columns.get(column);
    if (is === type) return [];
    return [
      is ? `the column ${name}.${column} is "${is}" and not "${type}"` : `the column ${name}.${column} is missing`,
    ];
  });
  const strange = [...found.needed]
    .filter((column) => !expected.columns.has(column))
    .map((column) => `the column ${name}.${column} is not known, and has to be filled`);
  const rules = [...expected.rules].filter((rule) => !found.rules.has(rule)).map((rule) => `${name} has no ${rule}`);
  return [...columns, ...strange, ...rules];
}

/** SQLite's virtual tables have untyped columns. */
const isFullText = ({ columns }: TableShape): boolean => columns.get("words") === "";

interface Facts {
  columns: { table: string; column: string; type: string; required: boolean | 0 | 1; filled: boolean | 0 | 1 }[];
  indexes: {
    table: string;
    columns: string;
    kind: "primary key" | "unique index" | "index";
    condition: string | null;
  }[];
  references: { table: string; column: string; target: string; action: string }[];
}

function shapeOf({ columns, indexes, references }: Facts): SchemaShape {
  const shape: SchemaShape = new Map();
  for (const { table, column, type, required, filled } of columns) {
    const known = shape.get(table) ?? { columns: new Map(), needed: new Set(), rules: new Set() };
    shape.set(table, known);
    known.columns.set(column, type.toLowerCase() + (required ? " not null" : ""));
    if (required && !filled) known.needed.add(column);
  }
  for (const { table, columns: of, kind, condition } of indexes)
    shape.get(table)?.rules.add(`${kind} (${of})${condition ? ` where ${plainCondition(condition)}` : ""}`);
  for (const { table, column, target, action } of references)
    shape.get(table)?.rules.add(`reference from ${column} to ${target}, on delete ${action.toLowerCase()}`);
  return shape;
}

/** The two databases format the same condition with different parentheses, quotes and case. */
const plainCondition = (text: string): string =>
  text
    .replace(/[()"\s]+/g, " ")
    .trim()
    .toLowerCase();

async function sqliteShape(db: AnyDb): Promise<SchemaShape> {
  const columns = await sql<Facts["columns"][number]>`
    select m.name as "table", c.name as "column", c.type, c."notnull" or c.pk > 0 as required,
      c.dflt_value is not null or (c.pk > 0 and c.type = 'integer') as filled
    from pragma_table_list m, pragma_table_info(m.name) c
    where m.schema = 'main' and m.type in ('table', 'virtual') and m.name not like 'sqlite_%'`.execute(db);
  const indexes = await sql<Facts["indexes"][number]>`
    select m.name as "table", (select group_concat(coalesce(name, 'expression'), ', ') from pragma_index_info(i.name)) as columns,
      case when i.origin = 'pk' then 'primary key' when i."unique" then 'unique index' else 'index' end as kind,
      case when i.partial then (select substr(sql, instr(lower(sql), ' where ') + 7) from sqlite_master where name = i.name) end
        as condition
    from pragma_table_list m, pragma_index_list(m.name) i
    where m.schema = 'main' and m.type = 'table'
    union all
    select m.name, c.name, 'primary key', null from pragma_table_list m, pragma_table_info(m.name) c
    where m.schema = 'main' and m.type = 'table' and c.pk > 0 and c.type = 'integer'
      and not exists (select 1 from pragma_table_info(m.name) other where other.pk > 1)`.execute(db);
  const references = await sql<Facts["references"][number]>`
    select m.name as "table", f."from" as "column", f."table" as target, f.on_delete as action
    from pragma_table_list m, pragma_foreign_key_list(m.name) f where m.schema = 'main' and m.type = 'table'`.execute(
    db,
  );
  return shapeOf({ columns: columns.rows, indexes: indexes.rows, references: references.rows });
}

async function postgresShape(db: AnyDb): Promise<SchemaShape> {
  const columns = await sql<Facts["columns"][number]>`
    select t.relname as "table", a.attname as "column", a.attnotnull as required,
      a.atthasdef or a.attidentity <> '' as filled,
      case format_type(a.atttypid, null) when 'bigint' then 'integer' when 'smallint' then 'integer' when 'bytea' then 'blob'
        when 'character varying' then 'text' when 'double precision' then 'real' else format_type(a.atttypid, null) end as type
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(db);
  const indexes = await sql<Facts["indexes"][number]>`
    select t.relname as "table", pg_get_expr(i.indpred, i.indrelid) as condition,
      case when i.indisprimary then 'primary key' when i.indisunique then 'unique index' else 'index' end as kind,
      (select string_agg(coalesce(a.attname, 'expression'), ', ' order by k.place)
        from unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality as k (attnum, place)
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum and k.attnum > 0) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = current_schema()::regnamespace and i.indisvalid`.execute(db);
  const references = await sql<Facts["references"][number]>`
    select t.relname as "table", a.attname as "column", target.relname as target,
      case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' when 'd' then 'set default'
        else 'no action' end as action
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class target on target.oid = c.confrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any (c.conkey)
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace`.execute(db);
  return shapeOf({ columns: columns.rows, indexes: indexes.rows, references: references.rows });
}
