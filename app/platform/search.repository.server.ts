import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { ListQuery } from "#app/shared/shape.ts";
import { dialectOf } from "#db/dialect.ts";
import { prepared } from "#db/prepared.ts";
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

/**
 * How many rows a list has. SQLite counts a whole table by its pages and a part of one row by row; so where little is left out of
 * the list, that is counted (`but`: the rows of `table` that the list does not show), and the rest is what remains.
 */
export async function countRows(
  db: Db,
  list: Countable,
  whole?: { table: Indexed; but: Countable[] },
): Promise<number> {
  const count = (rows: Countable) => rows.select(sql<number>`count(*)`.as("total"));
  if (!whole || dialectOf(db) !== "sqlite") return Number((await count(list).executeTakeFirst())?.total ?? 0);
  const left = sql.join(
    [db.selectFrom(whole.table), ...whole.but].map((rows) => count(rows)),
    sql` - `,
  );
  const { rows } = await sql<{ total: number }>`select ${left} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table can be counted
type Countable = SelectQueryBuilder<any, any, any>;

/** Whether the caller asked for a part of the list, and so is told how long it is. */
export const isPaged = ({ limit, offset, q }: ListQuery): boolean =>
  limit !== undefined || offset !== undefined || Boolean(q);

/** The tables whose rows are found by their words (`searchWords`), which a full-text table beside each keeps. */
type Indexed = "quote" | "subscription";

const indexOf = { quote: "quoteSearch", subscription: "subscriptionSearch" } as const;

/** The row's number, as the full-text table calls it. */
const idIn = (db: Db, table: Indexed) =>
  sql.ref<number>(`${indexOf[table]}.${dialectOf(db) === "sqlite" ? "rowid" : "id"}`);

/** Keeps the words of the row that has this slug. */
export const keepWords = (table: Indexed) =>
  prepared((db, { slug, words }: { slug: string; words: string }) => {
    const isSqlite = dialectOf(db) === "sqlite";
    const id = sql`(select id from ${sql.table(table)} where slug = ${slug})`;
    const key = sql.raw(isSqlite ? "rowid" : "id");
    const value = isSqlite ? sql`${words}` : sql`to_tsvector('simple', ${words})`;
    const statement = sql`insert into ${sql.table(indexOf[table])} (${key}, words) values (${id}, ${value})`;
    return { compile: () => statement.compile(db) };
  });

/** Finds a row by other words from now on. */
export async function replaceWords(db: Db, table: Indexed, id: number, words: string): Promise<void> {
  const index = sql.table(indexOf[table]);
  if (dialectOf(db) === "sqlite") {
    await dropWords(db, table, [id]);
    await sql`insert into ${index} (rowid, words) values (${id}, ${words})`.execute(db);
  } else await sql`update ${index} set words = to_tsvector('simple', ${words}) where id = ${id}`.execute(db);
}

/** Forgets the words of rows that were deleted. PostgreSQL's go with their rows. */
export async function dropWords(db: Db, table: Indexed, ids: number[]): Promise<void> {
  if (dialectOf(db) === "sqlite" && ids.length > 0)
    await db.deleteFrom(indexOf[table]).where("rowid", "in", ids).execute();
}

/** Those of a table's rows in which a word begins with each of these; every row when there is no word. */
export function withWords<Q extends object>(db: Db, table: Indexed, rows: Q, words: string[]): Q {
  if (words.length === 0) return rows;
  const index = indexOf[table];
  const isFound =
    dialectOf(db) === "sqlite"
      ? sql<SqlBool>`${sql.table(index)} match ${words.map((word) => `"${word}"*`).join(" ")}`
      : sql<SqlBool>`${sql.ref(`${index}.words`)} @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ")})`;
  return (rows as AnyRows)
    .innerJoin(index, (join) => join.on(idIn(db, table), "=", sql.ref(`${table}.id`)))
    .where(isFound) as unknown as Q;
}

// biome-ignore lint/suspicious/noExplicitAny: the caller's columns stay the caller's
type AnyRows = SelectQueryBuilder<any, any, any>;

/** The order of arrival. Found words come in it by themselves on SQLite if it is theirs, so that the first page reads no further. */
export const arrival = (db: Db, table: Indexed, words: string[]) =>
  dialectOf(db) === "sqlite" && words.length > 0 ? idIn(db, table) : sql.ref<number>(`${table}.id`);
