import type { KyselyPlugin, OperationNode, SelectQueryNode, TableNode } from "kysely";
import type { Db } from "./schema.ts";

type Rows = Record<string, unknown>[];

/**
 * The database for reading, with the rows of every query on a single table passed through `change` (tables and columns
 * in camelCase).
 */
export function withChangedRows(db: Db, change: (table: string, rows: Rows) => Promise<Rows>): Db {
  const tables = new WeakMap<object, string>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const table = tableOf(node);
      if (table) tables.set(queryId, table);
      return node;
    },
    async transformResult({ result, queryId }) {
      const table = tables.get(queryId);
      return table ? { ...result, rows: await change(table, result.rows as Rows) } : result;
    },
  };
  return db.withPlugin(plugin);
}

/** The plugin that converts names runs before this one. */
function tableOf(node: OperationNode): string | undefined {
  const [from, ...others] = (node.kind === "SelectQueryNode" && (node as SelectQueryNode).from?.froms) || [];
  if (from?.kind !== "TableNode" || others.length > 0) return undefined;
  return (from as TableNode).table.identifier.name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
