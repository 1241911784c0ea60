import { deleteMail } from "#app/features/mail/outbox.repository.server.ts";
import { inboxErasure, slugsIn } from "#app/platform/inbox-erasure.repository.server.ts";
import type { Db } from "#db/schema.ts";

/** Deletes quotes: to the trash and back, or for good. */
export const quoteErasure = inboxErasure({ table: "quote", title: "fullName", activity: "lead", deleteMail });

/** Quotes received before a time; oldest first, at most 500. */
export async function quotesBefore(db: Db, before: Date, isSpam: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom("quote")
    .select("slug")
    .where("createdAt", "<", before.toISOString())
    .where("isSpam", "=", isSpam ? 1 : 0)
    .orderBy("createdAt")
    .limit(500)
    .execute();
  return slugsIn(rows);
}
