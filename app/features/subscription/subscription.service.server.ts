import { cancelMail, findMail, retryMail } from "#app/features/mail/outbox.repository.server.ts";
import { maxMailsToStranger, mayMail, queueMail } from "#app/features/mail/outbox.service.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { type Submission, withIdempotencyKey } from "#app/platform/inbox/idempotency.server.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { Subscribed, Subscription, SubscriptionInput } from "./subscription.contract.ts";
import {
  findSubscription,
  getSubscription,
  insertSubscription,
  moveSubscription,
  type SubscriptionRow,
  subscriptionsOf,
} from "./subscription.repository.server.ts";

const kind = "subscription-confirm";

/** Minimum interval between confirmation requests to one mailbox, however often the address is entered. */
const askAgainMs = 60 * 60_000;

/**
 * Stores the address and queues the confirmation request before replying. A repeated subscription gets the same reply
 * and stores nothing.
 */
export function subscribe(deps: Deps, submission: Submission, { email }: SubscriptionInput): Promise<Subscribed> {
  return withIdempotencyKey(deps, submission, { email }, async (db, posting) => {
    // One address and a browser that fills it in are written in no time, and many people may share a client address.
    const asks = deps.mailer !== null && !posting.signals.honeypot;
    const isAsked = asks && (await mayMail(db, email, deps.now()));
    const { slug } = await keep(deps, db, email, asks);
    // The spelling just sent, not the stored one: the reply reveals nothing about an earlier visit.
    return { slug, email, isAsked };
  });
}

/** `asks`: sends the confirmation request; an address that a robot gave is stored without it. */
async function keep(deps: Deps, db: Db, email: string, asks: boolean): Promise<SubscriptionRow> {
  const added = await insertSubscription(db, email, asks ? "pending" : "unconfirmed", deps.now());
  const row = added ?? (await findSubscription(db, { emailKey: mailboxKey(email) }));
  if (!row) throw new Error("a subscription that was there has gone");
  if (asks && row.state !== "confirmed") await ask(deps, db, row);
  else if (!added && row.state === "unsubscribed" && !deps.mailer)
    await moveSubscription(db, row.id, ["unsubscribed"], "unconfirmed", deps.now());
  return row;
}

async function ask(deps: Deps, db: Db, { id, slug, email }: SubscriptionRow): Promise<void> {
  // Only the owner can have unsubscribed, so no stranger has this mail sent, and the owner waits for it.
  const hasLeft = await moveSubscription(db, id, ["unsubscribed"], "pending", deps.now());
  await moveSubscription(db, id, ["unconfirmed", "pending"], "pending", deps.now());
  const asked = await findMail(db, slug, kind);
  // A time far in the future was set by a clock that has since been set back.
  const isRecent = asked && Math.abs(deps.now().getTime() - Date.parse(asked.createdAt)) < askAgainMs;
  if (isRecent && asked.state !== "failed" && !hasLeft) return;
  await cancelMail(db, slug);
  await queueMail(deps, db, slug, [{ kind, to: email }]);
}

/** The choices behind the links in an email to the mailbox's owner. */
export type OwnersChoice = "confirm" | "unsubscribe";

/**
 * Carries out the owner's choice; repeating it changes nothing. Unsubscribing counts for the address wherever it is
 * stored: what is restored from the trash later stays unsubscribed.
 * @throws AppError `not_found`
 */
export async function choose(deps: Pick<Deps, "db" | "now">, choice: OwnersChoice, token: string): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const rows = await subscriptionsOf(db, token);
    const live = rows.find(({ deletedAt }) => deletedAt === null);
    if (choice === "unsubscribe" && rows.length > 0) await leave(deps, db, rows);
    else if (choice === "confirm" && live)
      await moveSubscription(db, live.id, ["pending", "unconfirmed", "unsubscribed"], "confirmed", deps.now());
    else throw new AppError("not_found", "This link is no longer valid.");
  });
}

async function leave({ now }: Pick<Deps, "now">, db: Db, rows: SubscriptionRow[]): Promise<void> {
  for (const { id, slug } of rows)
    if (await moveSubscription(db, id, ["pending", "unconfirmed", "confirmed"], "unsubscribed", now()))
      await cancelMail(db, slug);
}

/** Asks the owner again. @throws AppError `not_found`, or `conflict` if there is nothing to ask or no mail server */
export async function requestConfirmationAgain(deps: Deps, slug: string): Promise<Subscription> {
  const hasMail = deps.mailer !== null;
  const { state, canAsk } = await getSubscription(deps.db, slug, hasMail);
  if (!hasMail) throw new AppError("conflict", "No mail server is set up, so no confirmation can be sent.");
  if (!canAsk) throw new AppError("conflict", `This address is already ${state}.`);
  await deps.db.transaction().execute(async (db) => {
    const row = await findSubscription(db, { slug });
    if (!row) return;
    await moveSubscription(db, row.id, ["unconfirmed", "pending"], "pending", deps.now());
    if ((await retryMail(db, deps.now(), slug)) > 0) return;
    if ((await queueMail(deps, db, slug, [{ kind, to: row.email }])) === 0)
      throw new AppError("conflict", `This address had ${maxMailsToStranger} mails today. Try again tomorrow.`);
  });
  deps.mailWakeSignal.notify("urgent");
  return getSubscription(deps.db, slug, hasMail);
}
