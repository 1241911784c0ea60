import { sql } from "kysely";
import { searchWords } from "#app/shared/search-words.ts";
import type { AnyDb } from "#db/dialect.ts";

/** Makes what db/migrations/0006 makes, a thousand rows with each statement: 100,000 statements took PostgreSQL most of a minute. */
export async function up(db: AnyDb): Promise<void> {
  await sql`create table subscription_search (id bigint primary key references subscription (id) on delete cascade, words tsvector not null)`.execute(
    db,
  );
  await sql`create index subscription_search_words on subscription_search using gin (words)`.execute(db);
  let after = 0;
  for (;;) {
    const rows: { id: number; email: string }[] = await db
      .selectFrom("subscription")
      .select(["id", "email"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(1_000)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const words = rows.map(({ email }) => searchWords(email).join(" "));
    await sql`insert into subscription_search (id, words)
      select id, to_tsvector('simple', words) from unnest(${ids}::bigint[], ${words}::text[]) as made (id, words)`.execute(
      db,
    );
    after = rows.at(-1)?.id ?? 0;
  }
}
