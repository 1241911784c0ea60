import { domainToASCII } from "node:url";
import { sql } from "kysely";
import type { AnyDb } from "../dialect.ts";

// Until then a key was the address in lower case. Since then it is the same for all spellings of one mailbox: letters
// composed (NFC), and the domain in ASCII.

export async function up(db: AnyDb): Promise<void> {
  for (const table of ["quote", "approval_link"])
    for await (const { id, email, email_key } of rows(db, table, ["email", "email_key"]))
      if (keyOf(email) !== email_key) await setKey(db, table, id, keyOf(email));
  for await (const { id, subject } of rows(db, "activity", ["subject"]))
    if (subject.includes("@") && keyOf(subject) !== subject)
      await sql`update activity set subject = ${keyOf(subject)} where id = ${id}`.execute(db);
  await joinSubscriptions(db);
  // Administrators who already had two spellings of one address keep their keys; of invitations the newer one counts.
  for (const table of ["user", "invitation"])
    for await (const { id, email, email_key } of rows(db, table, ["email", "email_key"])) {
      const key = keyOf(email);
      if (key === email_key) continue;
      const [other] = await withKey(db, table, key);
      if (other && table === "user") continue;
      if (other) await sql`delete from ${sql.table(table)} where id = ${Math.min(other.id, id)}`.execute(db);
      await setKey(db, table, id, key);
    }
}

/** An address that has subscribed in two spellings stays once, as its owner has decided last; the rest goes to the trash. */
async function joinSubscriptions(db: AnyDb): Promise<void> {
  const at = new Date().toISOString();
  for await (const { id, email, email_key, deleted_at } of rows(db, "subscription", [
    ...["email", "email_key", "deleted_at"],
  ])) {
    const key = keyOf(email);
    if (key === email_key) continue;
    if (deleted_at === null) {
      const both = (await withKey(db, "subscription", key)).concat(await withKey(db, "subscription", email_key));
      const [, other] = both.filter((row) => row.deleted_at === null).sort(byDecision);
      if (other) await sql`update subscription set deleted_at = ${at} where id = ${other.id}`.execute(db);
    }
    await setKey(db, "subscription", id, key);
  }
}

const states = ["confirmed", "unsubscribed", "pending", "unconfirmed"];

/** The latest decision of the owner first; of undecided ones the oldest that waits for it. */
function byDecision(one: Row, other: Row): number {
  const decided = ({ confirmed_at, unsubscribed_at }: Row): string => {
    const [latest = ""] = [confirmed_at ?? "", unsubscribed_at ?? ""].sort().reverse();
    return latest;
  };
  return (
    decided(other).localeCompare(decided(one)) ||
    states.indexOf(one.state) - states.indexOf(other.state) ||
    one.id - other.id
  );
}

type Row = Record<string, any>;

async function withKey(db: AnyDb, table: string, key: string): Promise<Row[]> {
  const found = await sql<Row>`select * from ${sql.table(table)} where email_key = ${key}`.execute(db.withoutPlugins());
  return found.rows;
}

const setKey = (db: AnyDb, table: string, id: number, key: string) =>
  sql`update ${sql.table(table)} set email_key = ${key} where id = ${id}`.execute(db);

function keyOf(email: string): string {
  const address = email.trim().toLowerCase().normalize("NFC");
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  return /[^\0-\x7f]/.test(domain) ? address.slice(0, at) + (domainToASCII(domain) || domain) : address;
}

/** In portions, so that any number of them fits into memory. */
async function* rows(db: AnyDb, table: string, columns: string[]): AsyncGenerator<Row> {
  let after = 0;
  for (;;) {
    const page: Row[] = await db
      .withoutPlugins()
      .selectFrom(table)
      .select(["id", ...columns])
      .where("id", ">", after)
      .orderBy("id")
      .limit(1_000)
      .execute();
    if (page.length === 0) return;
    yield* page;
    after = page.at(-1)?.id;
  }
}
