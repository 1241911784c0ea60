import { sql } from "kysely";
import { searchWords } from "#app/shared/search-words.ts";
import { type AnyDb, dialectOf } from "#db/dialect.ts";

/** Addresses are found by the beginnings of their words, as quotes are, without a look at each of them. */
export async function up(db: AnyDb): Promise<void> {
  const isSqlite = dialectOf(db) === "sqlite";
  if (isSqlite)
    await sql`create virtual table subscription_search using fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize='unicode61 remove_diacritics 0')`.execute(
      db,
    );
  else {
    await sql`create table subscription_search (id bigint primary key references subscription (id) on delete cascade, words tsvector not null)`.execute(
      db,
    );
    await sql`create index subscription_search_words on subscription_search using gin (words)`.execute(db);
  }
  for await (const { id, email } of addresses(db)) {
    const words = searchWords(email).join(" ");
    await (isSqlite
      ? sql`insert into subscription_search (rowid, words) values (${id}, ${words})`
      : sql`insert into subscription_search (id, words) values (${id}, to_tsvector('simple', ${words}))`
    ).execute(db);
  }
}

/** In portions, so that any number of them fits into memory. */
async function* addresses(db: AnyDb): AsyncGenerator<{ id: number; email: string }> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom("subscription")
      .select(["id", "email"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(1_000)
      .execute();
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.id ?? 0;
  }
}
