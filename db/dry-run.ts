import { AliasNode, type CompiledQuery, type OperationNode, TableNode } from "kysely";
import type { Db } from "./schema.ts";

/**
 * Runs `work` on a private copy of the database: it sees what it writes, nobody else does, and nothing is stored. A
 * table is copied before the first statement that writes to it, and the others are read where they are, all in the same
 * state, so a dry run neither waits for a writer nor delays one. Foreign keys are not enforced.
 * @throws whatever `work` throws
 */
export type DryRun = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Name of the table that a statement writes to; nothing if it only reads. @throws Error if that cannot be told */
export function writtenTable({ query, sql }: Pick<CompiledQuery, "query" | "sql">): string | undefined {
  if (query.kind === "SelectQueryNode" || (query.kind === "RawNode" && /^\s*select\b/i.test(sql))) return undefined;
  const table = targetOf(query);
  const name = table && nameOf(table);
  if (name === undefined) throw new Error(`A dry run cannot tell which table this statement writes to: ${sql}`);
  return name;
}

function targetOf(query: CompiledQuery["query"]): OperationNode | undefined {
  if (query.kind === "InsertQueryNode") return query.into;
  if (query.kind === "UpdateQueryNode") return query.table;
  return query.kind === "DeleteQueryNode" ? query.from.froms[0] : undefined;
}

function nameOf(node: OperationNode): string | undefined {
  if (AliasNode.is(node)) return nameOf(node.node);
  return TableNode.is(node) && !node.table.schema ? node.table.identifier.name : undefined;
}
