import type { Db } from "#db/schema.ts";
import type { StuckMail } from "./mail.contract.ts";

/** What the office has to look at: mail that has failed, and mail that waits after a try in vain. The newest first, at most 100. */
export async function listStuckMail(db: Db): Promise<StuckMail[]> {
  const rows = await db
    .selectFrom("outbox")
    .leftJoin("quote", "quote.slug", "outbox.subject")
    .leftJoin("subscription", "subscription.slug", "outbox.subject")
    .select(["outbox.kind", "outbox.subject", "outbox.state", "outbox.attempts", "outbox.lastError"])
    .select(["outbox.createdAt", "outbox.triedAt", "quote.email as from", "subscription.email as subscriber"])
    .where("outbox.state", "in", ["waiting", "failed"])
    .where("outbox.lastError", "is not", null)
    .orderBy("outbox.id", "desc")
    .limit(100)
    .execute();
  return rows.map(({ kind, subject, state, attempts, lastError, createdAt, triedAt, from, subscriber }) => ({
    kind,
    subject,
    state: state as StuckMail["state"],
    attempts,
    createdAt,
    ...(lastError !== null && { lastError }),
    ...(triedAt !== null && { triedAt }),
    ...((from ?? subscriber) && { email: from ?? subscriber ?? "" }),
  }));
}
