import type { Db } from "#db/schema.ts";
import type { UnsentMail } from "./mail.contract.ts";
import { asReference, referenceColumn } from "./outbox.repository.server.ts";

/**
 * Mail that needs attention: failed, or waiting after an unsuccessful attempt. Newest first, starting before the mail
 * with id `before`.
 */
export async function listUnsentMail(
  db: Db,
  { limit = 100, before = Number.MAX_SAFE_INTEGER }: { limit?: number | undefined; before?: number | undefined },
): Promise<UnsentMail[]> {
  const rows = await db
    .selectFrom("outbox")
    .leftJoin("quote", "quote.slug", referenceColumn)
    .leftJoin("subscription", "subscription.slug", referenceColumn)
    .select(["outbox.id", "outbox.kind", asReference, "outbox.state", "outbox.attempts", "outbox.lastError"])
    .select(["outbox.createdAt", "outbox.triedAt", "quote.email as from", "subscription.email as subscriber"])
    .where("outbox.state", "in", ["waiting", "failed"])
    .where("outbox.lastError", "is not", null)
    .where("outbox.id", "<", before)
    .orderBy("outbox.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, kind, reference, state, attempts, lastError, createdAt, triedAt, from, subscriber }) => ({
    id,
    kind,
    reference,
    state: state as UnsentMail["state"],
    attempts,
    createdAt,
    ...(lastError !== null && { lastError }),
    ...(triedAt !== null && { triedAt }),
    ...((from ?? subscriber) && { email: from ?? subscriber ?? "" }),
  }));
}
