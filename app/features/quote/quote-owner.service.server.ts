import { findMail } from "#app/features/mail/outbox.repository.server.ts";
import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { refusedAt } from "#app/shared/app-error.ts";
import { ownersOf } from "./quote-owner.repository.server.ts";

/** So long the new owner's mail waits: one chosen by a slip of the hand, or a bulk change taken back, mails nobody. */
const slipMs = 60_000;

/** The name of a lead's owner, empty for nobody. @throws AppError `invalid` for somebody who is not an administrator */
export async function ownerName(db: Db, ownerId: number | null): Promise<string> {
  if (ownerId === null) return "";
  const owner = (await ownersOf(db, [{ ownerId }])).get(ownerId);
  if (owner) return owner.name;
  throw refusedAt("ownerId", "This administrator does not exist or has been deleted.");
}

interface Given {
  ownerId: number | null;
  givenBy: number;
}

/** Queues the mail that tells the new owner of a lead, if somebody else has given it to them. */
export async function tellOwner(
  deps: Deps,
  db: Db,
  { ownerId, givenBy, slug, eventId }: Given & { slug: string; eventId: number },
): Promise<void> {
  if (ownerId === null || ownerId === givenBy) return;
  await queueMail(deps, db, slug, [{ kind: "quote-owner", eventId, afterMs: slipMs }]);
}

/** As `tellOwner`, with one mail for all leads of a bulk change. */
export async function tellOwnerOfMany(
  deps: Deps,
  db: Db,
  { ownerId, givenBy, bulkChangeId }: Given & { bulkChangeId: number },
): Promise<void> {
  const reference = `bulk/${bulkChangeId}`;
  if (ownerId === null || ownerId === givenBy || (await findMail(db, reference, "quote-owner-bulk"))) return;
  await queueMail(deps, db, reference, [{ kind: "quote-owner-bulk", afterMs: slipMs }]);
}
