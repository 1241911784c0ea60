import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { searchWords } from "#app/shared/search-words.ts";
import { type Dialect, dialectOf } from "#db/dialect.ts";

/**
 * 0001 was edited after it had landed. A database that the earlier text made gets what the later one has: quotes with spam
 * marks and search, subscriptions with state and token, keys that name their lead, the outbox of the mail worker.
 * Any other database is left as it is.
 */
export async function up(db: Kysely<any>): Promise<void> {
  const tables = await db.introspection.getTables();
  const quote = tables.find(({ name }) => name === "quote");
  if (quote?.columns.some(({ name }) => name === "email_key")) return;
  const dialect = dialectOf(db);
  await quotes(db, dialect);
  await subscriptions(db, dialect);
  await leadKeys(db, dialect);
  await outbox(db, dialect);
}

async function quotes(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await addColumn(db, dialect, { table: "quote", column: "email_key", type: "text", value: "" });
  await addColumn(db, dialect, { table: "quote", column: "is_spam", type: "integer", value: 0 });
  await db.schema.alterTable("quote").addColumn("spam_reason", "text").execute();
  await db.schema.alterTable("quote").addColumn("read_at", "text").execute();
  await createQuoteSearch(db, dialect);
  for await (const { id, full_name, email, phone_number, message } of portions(db, "quote", "id")) {
    const phone = String(phone_number ?? "");
    const words = searchWords(full_name, email, phone, phone.replace(/\D/g, ""), message).join(" ");
    await db.updateTable("quote").set({ email_key: email.toLowerCase() }).where("id", "=", id).execute();
    await (dialect === "sqlite"
      ? sql`insert into quote_search (rowid, words) values (${id}, ${words})`
      : sql`insert into quote_search (id, words) values (${id}, to_tsvector('simple', ${words}))`
    ).execute(db);
  }
  await db.schema.dropIndex("quote_live").execute();
  const list = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on("quote").columns(columns).where(sql.ref("deleted_at"), "is", null);
  await list("quote_live", "is_spam", "id").execute();
  await list("quote_by_source", "is_spam", "source", "id").execute();
  await list("quote_unread", "is_spam", "id").where(sql.ref("read_at"), "is", null).execute();
  await db.schema.createIndex("quote_by_email").on("quote").column("email_key").execute();
  await db.schema.createIndex("quote_by_age").on("quote").column("created_at").execute();
  await createTrashIndex(db, "quote");
}

async function createQuoteSearch(db: Kysely<any>, dialect: Dialect): Promise<void> {
  if (dialect === "sqlite") {
    await sql`create virtual table quote_search using fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize='unicode61 remove_diacritics 0')`.execute(
      db,
    );
    return;
  }
  await sql`create table quote_search (id bigint primary key references quote (id) on delete cascade, words tsvector not null)`.execute(
    db,
  );
  await sql`create index quote_search_words on quote_search using gin (words)`.execute(db);
}

/** Nobody was asked to confirm an address then: they are `unconfirmed`, and each gets the token of its owner. */
async function subscriptions(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await addColumn(db, dialect, { table: "subscription", column: "token", type: "text", value: "" });
  await addColumn(db, dialect, { table: "subscription", column: "state", type: "text", value: "unconfirmed" });
  await db.schema.alterTable("subscription").addColumn("confirmed_at", "text").execute();
  await db.schema.alterTable("subscription").addColumn("unsubscribed_at", "text").execute();
  for await (const { id } of portions(db, "subscription", "id")) {
    const token = randomBytes(20).toString("hex");
    await db.updateTable("subscription").set({ token }).where("id", "=", id).execute();
  }
  await (dialect === "sqlite"
    ? db.schema.createIndex("subscription_token_key").unique().on("subscription").column("token")
    : db.schema.alterTable("subscription").addUniqueConstraint("subscription_token_key", ["token"])
  ).execute();
  await db.schema.createIndex("subscription_by_email").on("subscription").column("email_key").execute();
  await db.schema
    .createIndex("subscription_by_state")
    .on("subscription")
    .columns(["state", "id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await createTrashIndex(db, "subscription");
}

async function leadKeys(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await addColumn(db, dialect, { table: "lead_key", column: "subject", type: "text", value: "" });
  for await (const { key_hash, reply } of portions(db, "lead_key", "key_hash")) {
    const { slug = "" } = JSON.parse(reply) as { slug?: string };
    await db.updateTable("lead_key").set({ subject: slug }).where("key_hash", "=", key_hash).execute();
  }
  await db.schema.createIndex("lead_key_by_subject").on("lead_key").column("subject").execute();
}

/** No program of that day wrote mail into it. */
async function outbox(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable("outbox").dropColumn("payload").execute();
  await db.schema.alterTable("outbox").dropColumn("lease_until").execute();
  await addColumn(db, dialect, { table: "outbox", column: "is_server_fault", type: "integer", value: 0 });
  await db.schema.alterTable("outbox").addColumn("claimed_by", "text").execute();
  await db.schema.alterTable("outbox").addColumn("tried_at", "text").execute();
  await db.schema.createIndex("outbox_by_subject").on("outbox").column("subject").execute();
}

interface NewColumn {
  table: string;
  column: string;
  type: "text" | "integer";
  /** What the rows that are there get. */
  value: string | number;
}

/** A column that has to have a value. SQLite keeps the default that it needs for the rows that are there. */
async function addColumn(db: Kysely<any>, dialect: Dialect, { table, column, type, value }: NewColumn): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(column, type, (c) => c.notNull().defaultTo(value))
    .execute();
  if (dialect === "postgres")
    await db.schema
      .alterTable(table)
      .alterColumn(column, (c) => c.dropDefault())
      .execute();
}

async function createTrashIndex(db: Kysely<any>, table: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_trash`)
    .on(table)
    .column("deleted_at")
    .where(sql.ref("deleted_at"), "is not", null)
    .execute();
}

/** Every row in the order of its key, in portions, so that any number of them fits into memory. */
async function* portions(db: Kysely<any>, table: string, key: string): AsyncGenerator<Record<string, any>> {
  let after: unknown;
  for (;;) {
    let page = db.withoutPlugins().selectFrom(table).selectAll().orderBy(key).limit(1_000);
    if (after !== undefined) page = page.where(key, ">", after);
    const rows: Record<string, any>[] = await page.execute();
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.[key];
  }
}
