import { type KyselyPlugin, type OperationNode, type RawNode, type SelectQueryNode, sql, type WithNode } from "kysely";
import { dialectOf } from "./dialect.ts";
import type { Db, Schema } from "./schema.ts";

/** How a table is to look: these rows in place of those with the same key, and without those whose key is gone. */
export interface TableOverlay {
  table: keyof Schema;
  /** The column by which rows are told apart. */
  key: string;
  /** Whole rows, as they are read. */
  rows: Record<string, string | number | null>[];
  gone: string[];
}

/**
 * The database as it would look after a write, for reading: every query sees the rows of `overlays` in their tables, and nothing is
 * written, so that no writer is waited for or kept waiting. Each query gets a common table expression by the name of the table,
 * which then stands in its place. Not for prepared statements (db/prepared.ts), whose text is made once.
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

/** A statement that is written as text cannot be given the expressions; one that reads none of these tables needs none. */
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
  // One table stands for all: Kysely cannot type one that is a parameter.
  const name = table as "faq";
  // PostgreSQL finds the table itself inside the expression of its name; SQLite only when it is told where.
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
