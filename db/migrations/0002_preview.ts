import type { AnyDb } from "../dialect.ts";

/** What an editor would save, kept for some minutes so that the page can be looked at first. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("preview")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("input", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
}
