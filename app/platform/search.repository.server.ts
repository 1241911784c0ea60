import { type Expression, type SqlBool, sql } from "kysely";
import type { ListQuery } from "#app/shared/shape.ts";
import { dialectOf } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";

/** `%` and `_` in what was typed mean themselves. */
const escaped = (q: string): string => q.replace(/[\\%_]/g, "\\$&");

/** Whether one of the columns holds what was typed, in any letter case, on SQLite and PostgreSQL alike. */
export function holds(columns: Expression<string | null>[], q: string): Expression<SqlBool> {
  const pattern = `%${escaped(q)}%`;
  const tests = columns.map((column) => sql<SqlBool>`lower(${column}) like lower(${pattern}) escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/** The texts of a JSON list one below the other, without the marks that hold the list together. */
export function listed(db: Db, column: Expression<string>): Expression<string | null> {
  return dialectOf(db) === "sqlite"
    ? sql`(select group_concat(value, char(10)) from json_each(${column}))`
    : sql`(select string_agg(value, chr(10)) from json_array_elements_text(${column}::json))`;
}

export interface Page<T> {
  data: T[];
  /** How many there are in all; told when the caller pages or searches. */
  total?: number;
}

/** Whether the caller asked for a part of the list, and so is told how long it is. */
export const isPaged = ({ limit, offset, q }: ListQuery): boolean =>
  limit !== undefined || offset !== undefined || Boolean(q);

/** Whether a full-text table's row holds words that begin with each of these (`searchWords`: letters and digits alone). */
export function matchesWords(db: Db, table: "quote_search", words: string[]): Expression<SqlBool> {
  if (dialectOf(db) === "sqlite")
    return sql<SqlBool>`${sql.table(table)} match ${words.map((word) => `"${word}"*`).join(" ")}`;
  return sql<SqlBool>`${sql.ref(`${table}.words`)} @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ")})`;
}
