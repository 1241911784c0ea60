import { sql } from "kysely";
import { expect, test } from "vitest";
import { replaceWords } from "#app/platform/search.repository.server.ts";
import { type AnyDb, dialectOf } from "#db/dialect.ts";
import { up as addSpellings } from "#db/migrations/0033_search-spellings.ts";
import { openDatabase } from "#db/open.server.ts";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { type DataLocation, freshLocation } from "#test/data-location.ts";
import { migrateAsBefore } from "#test/early-database.ts";
import { ada, makeQuote, makeReview, signIn } from "#test/make.ts";

async function found(app: TestApp, noun: "quote" | "subscription", q: string): Promise<string[]> {
  const address = `/${noun}/get-all?q=${encodeURIComponent(q)}`;
  const { body } = await app.call("GET", address, undefined, { token: await signIn(app) });
  return body.data.map(({ email }: { email: string }) => email);
}

/** A message, a note on it and an address, indexed as by the builds before 0031. */
async function writeLeads(place: DataLocation): Promise<void> {
  const { db: typed, close } = await openDatabase(place);
  const db = typed as AnyDb;
  await db.transaction().execute((trx) => migrateAsBefore(trx, "0030"));
  const at = "2026-05-01T11:00:00.000Z";
  const email = "lukasz@example.com";
  const lead = { slug: "lukasz", full_name: "Łukasz", email, email_key: email, message: "Ærø", source: "quote" };
  await db
    .insertInto("quote")
    .values({ ...lead, is_spam: 0, created_at: at })
    .execute();
  await db
    .insertInto("quote_event")
    .values({ quote_id: 1, kind: "note", text: "Calls from Gießen", created_at: at })
    .execute();
  const address = "søren@example.com";
  await db
    .insertInto("subscription")
    .values({ slug: "soren", token: "t", email: address, email_key: address, state: "confirmed", created_at: at })
    .execute();
  await index(db, "quote_search", "łukasz lukasz example com ærø calls from gießen");
  await index(db, "subscription_search", "søren example com");
  await close();
}

async function index(db: AnyDb, table: string, words: string): Promise<void> {
  await (dialectOf(db) === "sqlite"
    ? sql`insert into ${sql.table(table)} (rowid, words) values (1, ${words})`
    : sql`insert into ${sql.table(table)} (id, words) values (1, to_tsvector('simple', ${words}))`
  ).execute(db);
}

onEveryDatabase("letters that Unicode does not decompose", (database) => {
  test("are found in the inbox as such and as plain ones", async () => {
    const app = await createTestApp(database);
    await makeQuote(app, { ...ada, fullName: "Søren Weiß", message: "From Łódź to the Færøer" });
    for (const q of ["Søren", "soren", "Weiß", "WEISS", "Łódź", "lodz", "faeroer", "FÆRØER"])
      expect([q, await found(app, "quote", q)]).toEqual([q, [ada.email]]);
    await makeQuote(app, { ...ada, email: "plain@example.com", fullName: "Soren Weiss" });
    expect(await found(app, "quote", "Søren Weiß")).toEqual(["plain@example.com", ada.email]);
  });

  test("are found as both in messages, notes and addresses of earlier releases", async () => {
    const place = await freshLocation(database);
    await writeLeads(place);
    const app = await createTestApp(database, { place });
    for (const q of ["Łukasz", "aero", "ærø", "giessen", "Gießen", "example.com"])
      expect([q, await found(app, "quote", q)]).toEqual([q, ["lukasz@example.com"]]);
    for (const q of ["søren", "soren"])
      expect([q, await found(app, "subscription", q)]).toEqual([q, ["søren@example.com"]]);
  });
});

const spellings: [Partial<typeof ada & { phoneNumber: string }>, string[]][] = [
  [{ fullName: "O'Brien" }, ["obrien", "O’Brien", "o'brien", "brien", "OBRIEN"]],
  [{ fullName: "D’Arcy l'Équipe" }, ["darcy", "d'arcy", "lequipe", "équipe"]],
  [{ fullName: "Оксана П'ятецька" }, ["пятецька", "П’ятецька"]],
  [{ fullName: "علي كريم" }, ["علی", "کریم", "علي كريم"]],
  [{ fullName: "نیک\u200cفر می\u200cخواهم" }, ["نيكفر", "نیک\u200cفر", "ميخواهم"]],
  [{ message: "Order ١٢٣٤٥" }, ["12345", "۱۲۳۴۵"]],
  [{ phoneNumber: "+92 300 1234567" }, ["0300 1234567", "03001234567", "+92 300 12", "1234567", "۰۳۰۰ ۱۲۳۴۵۶۷"]],
  [{ phoneNumber: "0300-1234567 ext. 12" }, ["+92 300 1234567", "00923001234567", "(0300) 1234567"]],
  [{ phoneNumber: "+44 (0)20 7946 0000" }, ["020 7946 0000", "+442079460000"]],
  [{ email: "ada@bücher.example" }, ["ada@xn--bcher-kva.example", "bücher", "bucher.example"]],
  [{ email: "ada@xn--bcher-kva.example" }, ["ada@bücher.example", "bcher"]],
];

onEveryDatabase("spellings of one name, number or address", (database) => {
  test("are found by each other, also in messages of earlier releases", async () => {
    const app = await createTestApp(database);
    for (const [lead] of spellings) await makeQuote(app, lead);
    const { db } = app.deps;
    const check = async () => {
      for (const [lead, queries] of spellings)
        for (const q of queries) {
          const address = `/quote/get-all?q=${encodeURIComponent(q)}`;
          const { body } = await app.call("GET", address, undefined, { token: await signIn(app) });
          expect([q, body.data]).toEqual([q, expect.arrayContaining([expect.objectContaining(lead)])]);
        }
    };
    await check();
    // Indexed as before: by nothing that the migration adds.
    const rows = await db.selectFrom("quote").selectAll().execute();
    for (const { id, fullName } of rows) await replaceWords(db, "quote", id, fullName.toLowerCase());
    await addSpellings(db as unknown as AnyDb);
    await check();
  });

  test("are found by each other in entries and texts", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    await makeReview(app, { fullName: "Conan O'Brien", company: "شركة علي" });
    for (const q of ["obrien", "O’Brien", "شرکة", "علی", "Conan O'Brien"]) {
      const { body } = await app.call("GET", `/review/get-all?q=${encodeURIComponent(q)}`, undefined, { token });
      expect([q, body.total]).toEqual([q, 1]);
    }
  });
});
