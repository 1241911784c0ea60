import { deleteMail } from "#app/features/mail/outbox.repository.server.ts";
import { inboxErasure } from "#app/platform/inbox/inbox-erasure.repository.server.ts";
import { countRows } from "#app/platform/search.repository.server.ts";
import { slugsIn } from "#app/shared/rows.ts";
import { locked } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";

/** Deletes quotes: to the trash and back, or for good. */
export const quoteErasure = inboxErasure({ table: "quote", title: "fullName", activity: "lead", deleteMail });

export const countQuotesBefore = (db: Db, before: Date, isSpam: boolean): Promise<number> =>
  countRows(db, receivedBefore(db, before, isSpam));

/**
 * Quotes received before a time; oldest first, at most 500. `among`: those of them that still are when nobody else is
 * changing them, until the transaction ends.
 */
export async function quotesBefore(db: Db, before: Date, isSpam: boolean, among?: string[]): Promise<string[]> {
  const rows = receivedBefore(db, before, isSpam).select("slug").orderBy("createdAt").limit(500);
  return slugsIn(await (among ? locked(db, rows.where("slug", "in", among)) : rows).execute());
}

/**
 * What the office has marked as spam counts from then. What the filter suspects and somebody has worked on all the same
 * is no spam.
 */
const receivedBefore = (db: Db, before: Date, isSpam: boolean) =>
  db
    .selectFrom("quote")
    .where("createdAt", "<", before.toISOString())
    .where((eb) => eb.or([eb("spamSince", "is", null), eb("spamSince", "<", before.toISOString())]))
    .where((eb) => {
      const isWorkedOn = eb.or([
        eb("status", "!=", "new"),
        eb("ownerId", "is not", null),
        eb("nextStep", "is not", null),
      ]);
      const isWanted = eb.or([eb("isSpam", "=", 0), eb.and([eb("spamSince", "is", null), isWorkedOn])]);
      return isSpam ? eb.not(isWanted) : isWanted;
    });
