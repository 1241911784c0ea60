import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { ignoresApostrophes, inPlainLetters, unwritten, withoutAccents } from "#app/shared/search-words.ts";
import type { ListQuery } from "#app/shared/shape.ts";
import { dialectOf } from "#db/dialect.ts";
import { prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";

/** Whether any column contains the query, regardless of case and accents, on SQLite and PostgreSQL alike. */
export function holds(db: Db, columns: Expression<string | null>[], q: string): Expression<SqlBool> {
  const isSqlite = dialectOf(db) === "sqlite";
  const loose = (text: Expression<string>) =>
    ignoresApostrophes(q) ? sql<string>`replace(${text}, '''', '')` : sql<string>`${text}`;
  const sought = loose(isSqlite ? sql`search_text(${q})` : sql`lower(${withoutAccents(q)}::text)`);
  const tests = columns.map((column) =>
    isSqlite
      ? sql<SqlBool>`instr(${loose(sql`search_text(${column})`)}, ${sought}) > 0`
      : sql<SqlBool>`strpos(${loose(sql`lower(${plainInPostgres(column)})`)}, ${sought}) > 0`,
  );
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/**
 * What `withoutAccents` returns for a column. PostgreSQL refuses to normalize text that is not stored as UTF-8, and to
 * convert a statement whose letters that encoding lacks, so these are named by number.
 */
function plainInPostgres(column: Expression<string | null>): Expression<string> {
  const unaccented = sql<string>`regexp_replace(normalize(${column}, NFKD), ${sql.lit(unwritten)}, '', 'g')`;
  const plain = inPlainLetters.reduce(
    (text, [letters, plain]) =>
      sql<string>`regexp_replace(${text}, ${sql.lit(`[${numbered(letters)}]`)}, ${sql.lit(plain)}, 'g')`,
    unaccented,
  );
  const isPlain = sql`getdatabaseencoding() <> 'UTF8' or octet_length(${column}) = char_length(${column})`;
  return sql<string>`case when ${isPlain} then ${column} else ${plain} end`;
}

const numbered = (letters: string): string =>
  [...letters].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

/** The texts of a JSON list, one per line, without the JSON syntax. */
export function listed(db: Db, column: Expression<string>): Expression<string | null> {
  return dialectOf(db) === "sqlite"
    ? sql`(select group_concat(value, char(10)) from json_each(${column}))`
    : sql`(select string_agg(value, chr(10)) from json_array_elements_text(${column}::json))`;
}

/**
 * The number of rows in a list. SQLite counts a whole table page by page but a filtered one row by row; so if few rows
 * are excluded, those are counted (`but`: the rows of `table` that the list omits) and subtracted.
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

// biome-ignore lint/suspicious/noExplicitAny: counts rows of any table
type Countable = SelectQueryBuilder<any, any, any>;

/** Whether the caller asked for part of the list, and therefore gets its total length. */
export const isPaged = ({ limit, offset, q }: ListQuery): boolean =>
  limit !== undefined || offset !== undefined || Boolean(q);

/** Tables searched by words (`searchWords`), which are kept in a full-text table beside each. */
type Indexed = "quote" | "subscription";

const indexOf = { quote: "quoteSearch", subscription: "subscriptionSearch" } as const;

/** The row id column of the full-text table. */
const idIn = (db: Db, table: Indexed) =>
  sql.ref<number>(`${indexOf[table]}.${dialectOf(db) === "sqlite" ? "rowid" : "id"}`);

/** Stores the search words of the row with this slug. */
export const keepWords = (table: Indexed) =>
  prepared((db, { slug, words }: { slug: string; words: string }) => {
    const isSqlite = dialectOf(db) === "sqlite";
    const id = sql`(select id from ${sql.table(table)} where slug = ${slug})`;
    const key = sql.raw(isSqlite ? "rowid" : "id");
    const value = isSqlite ? sql`${words}` : sql`to_tsvector('simple', ${words})`;
    const statement = sql`insert into ${sql.table(indexOf[table])} (${key}, words) values (${id}, ${value})`;
    return { compile: () => statement.compile(db) };
  });

export async function replaceWords(db: Db, table: Indexed, id: number, words: string): Promise<void> {
  const index = sql.table(indexOf[table]);
  if (dialectOf(db) === "sqlite") {
    await dropWords(db, table, [id]);
    await sql`insert into ${index} (rowid, words) values (${id}, ${words})`.execute(db);
  } else await sql`update ${index} set words = to_tsvector('simple', ${words}) where id = ${id}`.execute(db);
}

/** Removes the search words of deleted rows. On PostgreSQL they are deleted along with their rows. */
export async function dropWords(db: Db, table: Indexed, ids: number[]): Promise<void> {
  if (dialectOf(db) === "sqlite" && ids.length > 0)
    await db.deleteFrom(indexOf[table]).where("rowid", "in", ids).execute();
}

/**
 * The rows of a table that contain, for each of the given words, a word starting with it; all rows if there are no
 * words. `or`: or this word.
 */
export function withWords<Q extends object>(db: Db, table: Indexed, rows: Q, words: string[], or?: string): Q {
  if (words.length === 0) return rows;
  return (rows as AnyRows)
    .innerJoin(indexOf[table], (join) => join.on(idIn(db, table), "=", sql.ref(`${table}.id`)))
    .where(matches(db, table, words, or)) as unknown as Q;
}

/** The ids of the rows that `withWords` finds, for a condition among others. */
export const withinWords = (db: Db, table: Indexed, words: string[], or?: string): Expression<number> =>
  sql`(select ${idIn(db, table)} from ${sql.table(indexOf[table])} where ${matches(db, table, words, or)})`;

function matches(db: Db, table: Indexed, words: string[], or: string | undefined): Expression<SqlBool> {
  const index = indexOf[table];
  return dialectOf(db) === "sqlite"
    ? sql<SqlBool>`${sql.table(index)} match ${words.map((word) => `"${word}"*`).join(" ") + (or ? ` OR ${or}` : "")}`
    : sql<SqlBool>`${sql.ref(`${index}.words`)} @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ") + (or ? ` | ${or}` : "")})`;
}

// biome-ignore lint/suspicious/noExplicitAny: the caller's column types are preserved
type AnyRows = SelectQueryBuilder<any, any, any>;

/**
 * The column for ordering by arrival. On SQLite, full-text results are already in rowid order; sorting by it lets the
 * first page stop reading early.
 */
export const arrival = (db: Db, table: Indexed, words: string[]) =>
  dialectOf(db) === "sqlite" && words.length > 0 ? idIn(db, table) : sql.ref<number>(`${table}.id`);
