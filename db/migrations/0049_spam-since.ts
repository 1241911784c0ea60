import type { AnyDb } from "../dialect.ts";

/** Spam is kept for a period from when it was marked, not from its arrival: an old message marked by mistake can be set back. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema.alterTable("quote").addColumn("spam_since", "text").execute();
}
