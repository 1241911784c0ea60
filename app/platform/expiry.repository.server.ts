import type { Db } from "#db/schema.ts";

/** The tables whose rows end by their age alone. */
type Expiring = "session" | "invitation" | "passwordReset" | "leadKey" | "activity" | "mailedLink" | "preview";

/** Deletes what was made at this time or before. */
export async function deleteExpired(db: Db, table: Expiring, before: Date): Promise<void> {
  // Kysely cannot type a table that is a parameter: one represents all.
  await db
    .deleteFrom(table as "session")
    .where("createdAt", "<=", before.toISOString())
    .execute();
}
