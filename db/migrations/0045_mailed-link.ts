import type { AnyDb } from "../dialect.ts";

/** Links in mails: each has a token of its own, stored as a hash beside that of the link that was shown. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("mailed_link")
    .addColumn("token_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("link_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("mailed_link_of_link").on("mailed_link").columns(["link_hash", "created_at"]).execute();
  await db.schema.createIndex("mailed_link_by_age").on("mailed_link").column("created_at").execute();
}
