import { type KyselyPlugin, type OperationNode, type RawNode, type SelectQueryNode, sql, type WithNode } from "kysely";
import { dialectOf } from "./dialect.ts";
import type { Db, Schema } from "./schema.ts";

/**
 * How a table should look: with these rows in place of those with the same key, and without the rows whose key is in
 * `gone`.
 */
export interface TableOverlay {
  table: keyof Schema;
  /** The column that identifies rows. */
  key: string;
  /** Complete rows, as they are read. */
  rows: Record<string, string | number | null>[];
  gone: string[];
}

/**
 * The database as it would look after a write, for reading only: every query sees the rows of `overlays` in their
 * tables, but nothing is written, so no writer is blocked. Each query gets a common table expression that shadows the
 * table of the same name. Not for prepared statements (db/prepared.ts), whose text is built once.
 */
export function overlaid(db: Db, overlays: TableOverlay[]): Db {
  const expressions = overlays.flatMap((overlay) => expressionsOf(db, overlay));
  if (expressions.length === 0) return db;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === "RawNode" && readsOnlyOthers(node, overlays)) return node;
      if (node.kind !== "SelectQueryNode") throw new Error("An overlay is for reading.");
      return withExpressions(node, expressions) as typeof node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}

/** Expressions cannot be added to a raw SQL statement; one that reads none of these tables needs none. */
function readsOnlyOthers(node: RawNode, overlays: TableOverlay[]): boolean {
  const text = textOf(node);
  const tables = overlays.map(({ table }) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return /^\s*select\b/i.test(text) && !tables.some((table) => new RegExp(`\\b${table}\\b`, "i").test(text));
}

function textOf(node: OperationNode): string {
  if (node.kind !== "RawNode") return "";
  const { sqlFragments, parameters } = node as RawNode;
  return sqlFragments
    .map((fragment, index) => fragment + (parameters[index] ? textOf(parameters[index]) : ""))
    .join("");
}

type Expressions = WithNode["expressions"];

function withExpressions(node: SelectQueryNode, expressions: Expressions): OperationNode {
  const own = node.with?.expressions ?? [];
  return { ...node, with: { kind: "WithNode", expressions: [...expressions, ...own] } } as SelectQueryNode;
}

function expressionsOf(db: Db, { table, key, rows, gone }: TableOverlay): Expressions {
  // Kysely cannot type a table given as a parameter, so one represents all.
  const name = table as "faq";
  // Inside the expression that shadows it, PostgreSQL still resolves the table itself; SQLite needs the schema name.
  const real = (dialectOf(db) === "sqlite" ? `main.${table}` : table) as "faq";
  const columns = Object.keys(rows[0] ?? {}) as "slug"[];
  const replaced = [...gone, ...rows.map((row) => String(row[key]))];
  const expression = db
    .with(name as string as "overlay", (builder) => {
      const kept = builder.selectFrom(real).where(key as "slug", "not in", replaced);
      const first = columns.length > 0 ? kept.select(columns) : kept.selectAll();
      return rows.reduce(
        (all, row) =>
          all.unionAll(builder.selectNoFrom(columns.map((column) => sql<string>`${row[column]}`.as(column))) as never),
        first,
      );
    })
    .selectNoFrom(sql`1`.as("one"));
  return (expression.toOperationNode() as SelectQueryNode).with?.expressions ?? [];
}
