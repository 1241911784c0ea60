import { domainToASCII, domainToUnicode } from "node:url";
import { type RawBuilder, sql } from "kysely";
import { indexedWords, phoneWord } from "#app/shared/search-words.ts";
import { type AnyDb, dialectOf } from "../dialect.ts";

// Since then apostrophes and joiners hold words together, Arabic and Urdu letters and the digits of all scripts are
// indexed in one form, domains in two, and a phone number by its end.
const spelt = /['‘’ʼ＇\u0640ىکڪہھە]|\u200c|\u200d|(?![0-9])\p{Nd}/u;

/** Messages and addresses with such spellings are indexed anew. */
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
    const addresses = spellingsOf(email);
    const texts = [full_name, ...addresses, phone, phone.replace(/\D/g, ""), phoneWord(phone) ?? "", message];
    texts.push(...notes.map(({ text }) => text));
    if (phone || addresses.length > 1 || texts.some((text) => spelt.test(text)))
      await index(db, "quote_search", id, indexedWords(...texts));
  }
  for await (const { id, email } of rows(db, "subscription", ["id", "email"])) {
    const addresses = spellingsOf(email);
    if (addresses.length > 1 || spelt.test(email))
      await index(db, "subscription_search", id, indexedWords(...addresses));
  }
}

function spellingsOf(email: string): string[] {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@") + 1;
  const [local, domain] = [address.slice(0, at), address.slice(at)];
  return [
    ...new Set([address, local + (domainToASCII(domain) || domain), local + (domainToUnicode(domain) || domain)]),
  ];
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
