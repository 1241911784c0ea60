import { type RawBuilder, sql } from "kysely";
import { searchWords } from "#app/shared/search-words.ts";
import { type AnyDb, dialectOf } from "../dialect.ts";

// Letters that Unicode does not decompose are indexed as plain ones since then.
const letters = /[ßẞæÆœŒþÞøØłŁđĐðÐħĦı]/;

/** Messages and addresses with such letters are indexed anew. */
export async function up(db: AnyDb): Promise<void> {
  for await (const quote of rows(db, "quote", ["id", "full_name", "email", "phone_number", "message"])) {
    const { id, full_name, email, phone_number, message } = quote;
    const notes = await db
      .selectFrom("quote_event")
      .select("text")
      .where("quote_id", "=", id)
      .where("kind", "in", ["note", "reply", "next-step"])
      .execute();
    const phone = phone_number ?? "";
    const texts = [full_name, email, phone, phone.replace(/\D/g, ""), message, ...notes.map(({ text }) => text)];
    if (texts.some((text) => letters.test(text))) await index(db, "quote_search", id, searchWords(...texts));
  }
  for await (const { id, email } of rows(db, "subscription", ["id", "email"]))
    if (letters.test(email)) await index(db, "subscription_search", id, searchWords(email));
}

async function index(db: AnyDb, table: string, id: number, found: string[]): Promise<void> {
  const words = found.join(" ");
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  if (dialectOf(db) === "postgres")
    await run(sql`update ${sql.table(table)} set words = to_tsvector('simple', ${words}) where id = ${id}`);
  else {
    await run(sql`delete from ${sql.table(table)} where rowid = ${id}`);
    await run(sql`insert into ${sql.table(table)} (rowid, words) values (${id}, ${words})`);
  }
}

/** In portions, so that any number of them fits into memory. */
async function* rows(db: AnyDb, table: string, columns: string[]): AsyncGenerator<Record<string, any>> {
  let after = 0;
  for (;;) {
    const page: Record<string, any>[] = await db
      .withoutPlugins()
      .selectFrom(table)
      .select(columns)
      .where("id", ">", after)
      .orderBy("id")
      .limit(1_000)
      .execute();
    if (page.length === 0) return;
    yield* page;
    after = page.at(-1)?.id;
  }
}
