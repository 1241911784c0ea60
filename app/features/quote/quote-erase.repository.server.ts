import { deleteMail } from "#app/features/mail/outbox.repository.server.ts";
import { inboxErasure, slugsIn } from "#app/platform/inbox-erasure.repository.server.ts";
import type { Db } from "#db/schema.ts";

/** Deletes quotes: to the trash and back, or for good. */
export const quoteErasure = inboxErasure({ table: "quote", title: "fullName", activity: "lead", deleteMail });

/** The number of quotes received before a time. */
export async function countQuotesBefore(db: Db, before: Date, isSpam: boolean): Promise<number> {
  const { count } = await receivedBefore(db, before, isSpam)
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Quotes received before a time; oldest first, at most 500. */
export async function quotesBefore(db: Db, before: Date, isSpam: boolean): Promise<string[]> {
  const rows = await receivedBefore(db, before, isSpam).select("slug").orderBy("createdAt").limit(500).execute();
  return slugsIn(rows);
}

const receivedBefore = (db: Db, before: Date, isSpam: boolean) =>
  db
    .selectFrom("quote")
    .where("createdAt", "<", before.toISOString())
    .where("isSpam", "=", isSpam ? 1 : 0);
