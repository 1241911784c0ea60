import { sql } from "kysely";
import { expect, test } from "vitest";
import { type AnyDb, dialectOf } from "#db/dialect.ts";
import { openDatabase } from "#db/open.server.ts";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { type DataLocation, freshLocation } from "#test/data-location.ts";
import { migrateAsBefore } from "#test/early-database.ts";
import { ada, makeQuote, signIn } from "#test/make.ts";

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
