import type { Kysely } from "kysely";

/** How many mails went to one address of late is counted without a look at all of them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("recipient_hash", "text").execute();
  await db.schema.createIndex("outbox_by_recipient").on("outbox").columns(["recipient_hash", "created_at"]).execute();
}
