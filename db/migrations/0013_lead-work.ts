import { type Kysely, sql } from "kysely";
import { dialectOf, withId } from "../dialect.ts";

/** How far the office has come with a lead: status, owner, next step, and what was noted and answered. */
export async function up(db: Kysely<any>): Promise<void> {
  const dialect = dialectOf(db);
  const reference = dialect === "postgres" ? "bigint" : "integer";
  await db.schema
    .alterTable("quote")
    .addColumn("status", "text", (c) => c.notNull().defaultTo("new"))
    .execute();
  await db.schema.alterTable("quote").addColumn("owner_id", reference).execute();
  await db.schema.alterTable("quote").addColumn("next_step", "text").execute();
  await db.schema.alterTable("quote").addColumn("next_step_on", "text").execute();
  await db.schema
    .createIndex("quote_by_status")
    .on("quote")
    .columns(["status", "id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await db.schema
    .createIndex("quote_by_owner")
    .on("quote")
    .columns(["owner_id", "id"])
    .where(sql.ref("deleted_at"), "is", null)
    .where(sql.ref("owner_id"), "is not", null)
    .execute();
  // Whoever erases a lead erases what was written about it: the database sees to that.
  await withId(db.schema.createTable("quote_event"), dialect)
    .addColumn("quote_id", reference, (c) => c.notNull().references("quote.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("user_id", reference)
    .addColumn("request_key", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addUniqueConstraint("quote_event_once", ["quote_id", "request_key"])
    .execute();
  await db.schema.createIndex("quote_event_by_quote").on("quote_event").columns(["quote_id", "id"]).execute();
  await db.schema.alterTable("outbox").addColumn("event_id", reference).execute();
  // What one request did to many entries, so that one press undoes it. Numbers of entries are never given twice.
  await withId(db.schema.createTable("bulk_change"), dialect)
    .addColumn("noun", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("user_id", reference)
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("bulk_change_by_age").on("bulk_change").column("created_at").execute();
  await db.schema
    .createTable("bulk_change_entry")
    .addColumn("bulk_change_id", reference, (c) => c.notNull().references("bulk_change.id").onDelete("cascade"))
    .addColumn("entry_id", reference, (c) => c.notNull())
    .addColumn("status", "text")
    .addColumn("is_spam", "integer")
    .addColumn("spam_reason", "text")
    .addColumn("read_at", "text")
    .addPrimaryKeyConstraint("bulk_change_entry_key", ["bulk_change_id", "entry_id"])
    .execute();
}
