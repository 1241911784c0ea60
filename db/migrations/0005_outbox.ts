import type { Kysely } from "kysely";

/** The next mail is found without sorting all that are due with it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.createIndex("outbox_next").on("outbox").columns(["state", "due_at", "id"]).execute();
  await db.schema.dropIndex("outbox_due").execute();
}
