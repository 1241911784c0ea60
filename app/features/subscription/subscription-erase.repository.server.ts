import { deleteMail } from "#app/features/mail/outbox.repository.server.ts";
import { inboxErasure } from "#app/platform/inbox/inbox-erasure.repository.server.ts";
import { countRows } from "#app/platform/search.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { slugsIn } from "#app/shared/rows.ts";
import { locked } from "#db/dialect.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Db } from "#db/schema.ts";
import type { SubscriptionRow } from "./subscription.repository.server.ts";

/** Deletes subscriptions: to the trash and back, or for good. */
export const subscriptionErasure = inboxErasure({
  table: "subscription",
  title: "email",
  activity: "subscription",
  deleteMail,
  refused: (failure) => {
    if (!isUniqueViolation(failure)) throw failure;
    throw new AppError("conflict", "This address has subscribed again since.");
  },
});

export const countSubscriptionsBefore = (db: Db, before: Date, states: SubscriptionRow["state"][]): Promise<number> =>
  countRows(db, receivedBefore(db, before, states));

/** Subscriptions received before a time and in one of these states; at most 500. `among`: as in `quotesBefore`. */
export async function subscriptionsBefore(
  db: Db,
  before: Date,
  states: SubscriptionRow["state"][],
  among?: string[],
): Promise<string[]> {
  const rows = receivedBefore(db, before, states).select("slug").orderBy("id").limit(500);
  return slugsIn(await (among ? locked(db, rows.where("slug", "in", among)) : rows).execute());
}

/** One that has left counts from then. */
const receivedBefore = (db: Db, before: Date, states: SubscriptionRow["state"][]) =>
  db
    .selectFrom("subscription")
    .where("createdAt", "<", before.toISOString())
    .where((eb) => eb.or([eb("unsubscribedAt", "is", null), eb("unsubscribedAt", "<", before.toISOString())]))
    .where("state", "in", states);
