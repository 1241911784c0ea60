import { deleteMail } from "#app/features/mail/outbox.repository.server.ts";
import { inboxErasure, slugsIn } from "#app/platform/inbox-erasure.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
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

/** Subscriptions received before a time and in one of these states; at most 500. */
export async function subscriptionsBefore(db: Db, before: Date, states: SubscriptionRow["state"][]): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("slug")
    .where("createdAt", "<", before.toISOString())
    .where("state", "in", states)
    .orderBy("id")
    .limit(500)
    .execute();
  return slugsIn(rows);
}
