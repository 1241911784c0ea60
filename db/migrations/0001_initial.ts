import { type CreateTableBuilder, sql } from "kysely";
import { type AnyDb, bytesType, type Dialect, dialectOf, withId } from "../dialect.ts";

export async function up(db: AnyDb): Promise<void> {
  const dialect = dialectOf(db);
  await contentTables(db, dialect);
  await inboxTables(db, dialect);
  await officeTables(db, dialect);
  await processTables(db, dialect);
}

/** The columns of every entry that the office writes (ManagedColumns of the schema). */
function managedTable(db: AnyDb, dialect: Dialect, name: string): CreateTableBuilder<string, any> {
  return withId(db.schema.createTable(name), dialect)
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("published", "integer", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addColumn("deleted_at", "text");
}

function textColumns(table: CreateTableBuilder<string, any>, ...names: string[]): CreateTableBuilder<string, any> {
  return names.reduce((built, name) => built.addColumn(name, "text", (c) => c.notNull()), table);
}

async function contentTables(db: AnyDb, dialect: Dialect) {
  await textColumns(
    managedTable(db, dialect, "project")
      .addColumn("number", "integer", (c) => c.notNull().unique())
      .addColumn("seam", "text"),
    "title",
    "description",
    "technology",
    "project_image",
    "what_we_did",
    "drawn_image",
  ).execute();
  await textColumns(
    db.schema.createTable("project_detail").addColumn("id", "text", (c) => c.primaryKey()),
    "heading",
    "description",
    "img",
  )
    .addColumn("project_id", dialect === "postgres" ? "bigint" : "integer", (c) =>
      c.notNull().references("project.id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("deleted_at", "text")
    .execute();
  await db.schema
    .createIndex("project_detail_by_project")
    .on("project_detail")
    .columns(["project_id", "position"])
    .execute();
  await textColumns(
    managedTable(db, dialect, "job"),
    "title",
    "location",
    "experience",
    "description",
    "requirements",
    "perks_and_benefits",
    "experience_details",
  ).execute();
  await textColumns(managedTable(db, dialect, "faq"), "question", "answer", "bullets").execute();
  await textColumns(managedTable(db, dialect, "review"), "full_name", "company", "feedback", "profile_image")
    .addColumn("is_sample", "integer", (c) => c.notNull())
    .execute();
  for (const table of ["project", "job", "faq", "review"])
    await db.schema.createIndex(`${table}_by_position`).on(table).columns(["position", "id"]).execute();
}

async function inboxTables(db: AnyDb, dialect: Dialect) {
  await quoteTables(db, dialect);
  await subscriptionTable(db, dialect);
  await textColumns(
    db.schema.createTable("lead_key").addColumn("key_hash", "text", (c) => c.primaryKey()),
    "body_hash",
    "reply",
    "subject",
    "created_at",
  ).execute();
  await db.schema.createIndex("lead_key_by_age").on("lead_key").column("created_at").execute();
  await db.schema.createIndex("lead_key_by_subject").on("lead_key").column("subject").execute();
}

async function quoteTables(db: AnyDb, dialect: Dialect) {
  await textColumns(
    withId(db.schema.createTable("quote"), dialect).addColumn("slug", "text", (c) => c.notNull().unique()),
    "full_name",
    "email",
    "email_key",
    "message",
    "source",
    "created_at",
  )
    .addColumn("phone_number", "text")
    .addColumn("is_spam", "integer", (c) => c.notNull())
    .addColumn("spam_reason", "text")
    .addColumn("read_at", "text")
    .addColumn("deleted_at", "text")
    .execute();
  // One index for each list that the inbox shows; all of them newest first, which is by id.
  const list = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on("quote").columns(columns).where(sql.ref("deleted_at"), "is", null);
  await list("quote_live", "is_spam", "id").execute();
  await list("quote_by_source", "is_spam", "source", "id").execute();
  await list("quote_unread", "is_spam", "id").where(sql.ref("read_at"), "is", null).execute();
  await db.schema.createIndex("quote_by_email").on("quote").column("email_key").execute();
  await db.schema.createIndex("quote_by_age").on("quote").column("created_at").execute();
  await trashIndex(db, "quote");
  await searchIndex(db, dialect);
}

/** The words of a quote as `searchWords` gives them, found by the beginnings of words on both databases. */
async function searchIndex(db: AnyDb, dialect: Dialect) {
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

async function subscriptionTable(db: AnyDb, dialect: Dialect) {
  await textColumns(
    withId(db.schema.createTable("subscription"), dialect)
      .addColumn("slug", "text", (c) => c.notNull().unique())
      .addColumn("token", "text", (c) => c.notNull().unique()),
    "email",
    "email_key",
    "state",
    "created_at",
  )
    .addColumn("confirmed_at", "text")
    .addColumn("unsubscribed_at", "text")
    .addColumn("deleted_at", "text")
    .execute();
  await db.schema
    .createIndex("subscription_live_email")
    .on("subscription")
    .column("email_key")
    .unique()
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await db.schema.createIndex("subscription_by_email").on("subscription").column("email_key").execute();
  await db.schema
    .createIndex("subscription_live")
    .on("subscription")
    .column("id")
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await db.schema
    .createIndex("subscription_by_state")
    .on("subscription")
    .columns(["state", "id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await trashIndex(db, "subscription");
}

async function trashIndex(db: AnyDb, table: string) {
  await db.schema
    .createIndex(`${table}_trash`)
    .on(table)
    .column("deleted_at")
    .where(sql.ref("deleted_at"), "is not", null)
    .execute();
}

async function officeTables(db: AnyDb, dialect: Dialect) {
  const reference = dialect === "postgres" ? "bigint" : "integer";
  await textColumns(
    withId(db.schema.createTable("user"), dialect).addColumn("email_key", "text", (c) => c.notNull().unique()),
    "email",
    "full_name",
    "profile_image",
    "password_hash",
    "created_at",
  ).execute();
  await textColumns(
    withId(db.schema.createTable("session"), dialect)
      .addColumn("user_id", reference, (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("token_hash", "text", (c) => c.notNull().unique()),
    "address_hash",
    "user_agent",
    "created_at",
    "last_used_at",
  ).execute();
  await db.schema.createIndex("session_by_user").on("session").columns(["user_id", "address_hash"]).execute();
  await textColumns(
    db.schema.createTable("upload").addColumn("hash", "text", (c) => c.primaryKey()),
    "mime",
    "created_at",
  )
    .addColumn("bytes", bytesType(dialect) as "blob", (c) => c.notNull())
    .addColumn("width", "integer", (c) => c.notNull())
    .addColumn("height", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("upload_variant")
    .addColumn("hash", "text", (c) => c.notNull().references("upload.hash").onDelete("cascade"))
    .addColumn("width", "integer", (c) => c.notNull())
    .addColumn("format", "text", (c) => c.notNull())
    .addColumn("bytes", bytesType(dialect) as "blob", (c) => c.notNull())
    .addPrimaryKeyConstraint("upload_variant_key", ["hash", "width", "format"])
    .execute();
  await db.schema
    .createTable("site_content")
    .addColumn("path", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await textColumns(
    withId(db.schema.createTable("change"), dialect)
      .addColumn("version", "integer", (c) => c.notNull())
      .addColumn("user_id", reference),
    "noun",
    "slug",
    "action",
    "data",
    "created_at",
  ).execute();
  await db.schema.createIndex("change_by_entry").on("change").columns(["noun", "slug", "id"]).execute();
}

async function processTables(db: AnyDb, dialect: Dialect) {
  await textColumns(
    withId(db.schema.createTable("outbox"), dialect).addColumn("message_id", "text", (c) => c.notNull().unique()),
    "kind",
    "subject",
    "state",
    "due_at",
    "created_at",
  )
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("is_server_fault", "integer", (c) => c.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("last_error", "text")
    .addColumn("tried_at", "text")
    .addColumn("sent_at", "text")
    .execute();
  await db.schema.createIndex("outbox_due").on("outbox").columns(["state", "due_at"]).execute();
  await db.schema.createIndex("outbox_by_subject").on("outbox").column("subject").execute();
  await db.schema
    .createTable("content_revision")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("revision", "integer", (c) => c.notNull())
    .execute();
  await db.insertInto("content_revision").values({ id: 1, revision: 1 }).execute();
  await db.schema
    .createTable("counter")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("next", "integer", (c) => c.notNull())
    .execute();
  await db.insertInto("counter").values({ name: "project", next: 0 }).execute();
  await db.schema
    .createTable("setting")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();
}
