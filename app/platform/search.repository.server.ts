import { type Expression, type SqlBool, sql } from "kysely";
import type { ListQuery } from "#app/shared/shape.ts";

/** `%` and `_` in what was typed mean themselves. */
const escaped = (q: string): string => q.replace(/[\\%_]/g, "\\$&");

/** Whether one of the columns holds what was typed, in any letter case, on SQLite and PostgreSQL alike. */
export function holds(columns: Expression<string | null>[], q: string): Expression<SqlBool> {
  const pattern = `%${escaped(q)}%`;
  const tests = columns.map((column) => sql<SqlBool>`lower(${column}) like lower(${pattern}) escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

export interface Page<T> {
  data: T[];
  /** How many there are in all; told when the caller pages or searches. */
  total?: number;
}

/** Whether the caller asked for a part of the list, and so is told how long it is. */
export const isPaged = ({ limit, offset, q }: ListQuery): boolean =>
  limit !== undefined || offset !== undefined || Boolean(q);
