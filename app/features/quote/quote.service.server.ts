import { cancelMail, findMail, receiptMs, retryMail } from "#app/features/mail/outbox.repository.server.ts";
import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { type Submission, withIdempotencyKey } from "#app/platform/inbox/idempotency.server.ts";
import { spamReason } from "#app/platform/inbox/spam.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import type { Lead, LeadChange, LeadEvent, NoteInput, Quote, QuoteInput, ReplyInput } from "./quote.contract.ts";
import { filledFields } from "./quote.form.ts";
import {
  getLead,
  getQuoteRow,
  indexNotes,
  insertQuote,
  lockQuoteRow,
  markedByOffice,
  type QuoteRow,
  updateQuote,
} from "./quote.repository.server.ts";
import { insertEvent, lastReply } from "./quote-event.repository.server.ts";
import { ownerName, tellOwner } from "./quote-owner.service.server.ts";

/** The emails about a lead: one to the company, one to the visitor. */
const mailsOf = ({ email }: Pick<Quote, "email">) => [{ kind: "quote-notice" }, { kind: "quote-receipt", to: email }];

/**
 * Stores the request and queues its emails, both or neither, before it is answered. The same key yields the same entry,
 * so that a message sent twice is one lead.
 */
export function receiveQuote(deps: Deps, submission: Submission, input: QuoteInput): Promise<Quote> {
  return withIdempotencyKey(deps, submission, input, async (db, posting) => {
    const texts = filledFields(input, "text", "message").map(([, text]) => text);
    const reason = spamReason(posting, texts.join("\n"));
    const quote = await insertQuote(db, input, reason, deps.now());
    if (reason === null) await queueMail(deps, db, quote.slug, mailsOf(quote));
    return quote;
  });
}

/**
 * Changes what staff set on a lead and records it in the lead's history. Emails of a lead that turns out to be spam are
 * cancelled if unsent; `announce` sends those of one that turns out not to be, as one does that somebody works on.
 * @throws AppError `not_found`; `invalid` for an owner who is not an administrator; `conflict` if the next step is not
 *   the one in `nextStepSeen`
 */
export async function changeLead(deps: Deps, slug: string, asked: LeadChange, userId: number): Promise<Lead> {
  const changed = await deps.db.transaction().execute(async (db) => {
    const before = await lockQuoteRow(db, slug);
    const change = before.isSpam && isWork(asked) ? { isSpam: false, ...asked } : asked;
    refuseUnseenStep(before, change);
    await updateQuote(db, slug, { ...marks(before, change, deps.now()), ...work(change) });
    for (const event of await eventsOf(db, before, change)) {
      const eventId = await insertEvent(db, { quoteId: before.id, ...event, userId, at: deps.now() });
      if (event.kind === "owner" && eventId !== undefined)
        await tellOwner(deps, db, { ownerId: change.ownerId ?? null, givenBy: userId, slug, eventId });
    }
    if (change.isSpam !== undefined && change.isSpam !== Boolean(before.isSpam))
      await noteSpam(deps, db, slug, { isSpam: change.isSpam, userId });
    if (change.nextStep) await indexNotes(db, before);
    if (change.isSpam === true) await cancelMail(db, slug);
    if (change.isSpam === false) await announce(deps, db, { ...before, ...work(change) });
    return getLead(db, slug);
  });
  deps.mailWakeSignal.notify();
  return changed;
}

const noteSpam = ({ now }: Deps, db: Db, slug: string, { isSpam, userId }: { isSpam: boolean; userId: number }) =>
  insertActivity(db, { kind: isSpam ? "lead-spam" : "lead-not-spam", subject: slug, userId, at: now() });

/** Whether somebody takes it for a lead. */
const isWork = ({ status, ownerId, nextStep = "" }: LeadChange): boolean =>
  status === "replied" || status === "won" || Boolean(ownerId) || isVisible(nextStep);

/**
 * Sends, once, the emails about a lead that the filter held back by mistake; `lead`: still as spam. Nothing is
 * sent about a lead that staff had marked themselves, that has been answered, or that is old.
 */
export async function announce(deps: Deps, db: Db, lead: QuoteRow): Promise<void> {
  const { id, slug, status, isSpam, spamReason, createdAt } = lead;
  if (!isSpam || spamReason === markedByOffice || status !== "new") return;
  if (deps.now().getTime() - Date.parse(createdAt) > receiptMs) return;
  if ((await findMail(db, slug, "quote-notice")) || (await lastReply(db, id))) return;
  await queueMail(deps, db, slug, mailsOf(lead));
}

/** Any status beyond new implies that the lead was read. */
function marks({ readAt, spamReason }: QuoteRow, { isRead, isSpam, status }: LeadChange, at: Date) {
  const isOpened = isRead ?? (status !== undefined && status !== "new" ? true : undefined);
  return {
    ...(isOpened !== undefined && { readAt: isOpened ? (readAt ?? at.toISOString()) : null }),
    ...(isSpam !== undefined && {
      isSpam: isSpam ? (1 as const) : (0 as const),
      ...(isSpam && { spamReason: spamReason ?? markedByOffice }),
      spamSince: isSpam ? at.toISOString() : null,
    }),
  };
}

const work = ({ status, ownerId, nextStep, nextStepOn }: LeadChange) => ({
  ...(status !== undefined && { status }),
  ...(ownerId !== undefined && { ownerId }),
  ...(nextStep !== undefined && { nextStep: isVisible(nextStep) ? nextStep : null }),
  ...(nextStepOn !== undefined && { nextStepOn: nextStepOn || null }),
});

/** A change whose answer was lost may come again: what is stored already is no conflict. */
function refuseUnseenStep(before: QuoteRow, change: LeadChange) {
  const isStored = (step: LeadChange) => {
    const { nextStep, nextStepOn } = { ...before, ...work(step) };
    return nextStep === before.nextStep && nextStepOn === before.nextStepOn;
  };
  if (change.nextStepSeen && !isStored(change.nextStepSeen) && !isStored(change))
    throw new AppError("conflict", "Somebody has set another next step meanwhile. Look at it, then save again.");
}

/** The history events of a change, without values that stay the same. */
async function eventsOf(
  db: Db,
  before: QuoteRow,
  change: LeadChange,
): Promise<{ kind: LeadEvent["kind"]; text: string }[]> {
  const events: { kind: LeadEvent["kind"]; text: string }[] = [];
  const { status, ownerId, nextStep, nextStepOn } = { ...before, ...work(change) };
  if (status !== before.status) events.push({ kind: "status", text: status });
  if (ownerId !== before.ownerId) events.push({ kind: "owner", text: await ownerName(db, ownerId) });
  if (nextStep !== before.nextStep || nextStepOn !== before.nextStepOn)
    events.push({ kind: "next-step", text: [nextStep, nextStepOn].filter(Boolean).join(", ") });
  return events;
}

/**
 * Sends a reply from here, once per key: it is added to the lead's history and to the outbox in one transaction. Whoever
 * is answered is no spammer.
 * @throws AppError `conflict` if no mail server is configured, another text was sent under the key, or somebody has
 *   answered since `seen`; `not_found`
 */
export async function sendReply(
  deps: Deps,
  slug: string,
  { text, key, seen }: ReplyInput,
  userId: number,
): Promise<Lead> {
  if (!deps.mailer) throw new AppError("conflict", "No mail server is set up. Answer with your own mail program.");
  const replied = await deps.db.transaction().execute(async (db) => {
    const quote = await lockQuoteRow(db, slug);
    const at = deps.now();
    const last = await lastReply(db, quote.id);
    const eventId = await insertEvent(db, { quoteId: quote.id, kind: "reply", text, userId, key, at });
    if (eventId === undefined) return getLead(db, slug);
    if (seen !== undefined && last !== (seen ?? undefined))
      throw new AppError(
        "conflict",
        "Somebody has answered meanwhile. Read the history, then send yours if it is needed.",
      );
    await queueMail(deps, db, slug, [{ kind: "quote-reply", eventId }]);
    await indexNotes(db, quote);
    await updateQuote(db, slug, {
      readAt: quote.readAt ?? at.toISOString(),
      ...(quote.status === "new" && { status: "replied" }),
      ...(quote.isSpam && { isSpam: 0, spamSince: null }),
    });
    if (quote.isSpam) await noteSpam(deps, db, slug, { isSpam: false, userId });
    if (quote.status === "new")
      await insertEvent(db, { quoteId: quote.id, kind: "status", text: "replied", userId, at });
    return getLead(db, slug);
  });
  deps.mailWakeSignal.notify();
  return replied;
}

/** Adds a private note, once per key. @throws AppError `not_found`, `conflict` if the key was another text's */
export function addNote(deps: Deps, slug: string, { text, key }: NoteInput, userId: number): Promise<Lead> {
  return deps.db.transaction().execute(async (db) => {
    const quote = await lockQuoteRow(db, slug);
    const id = await insertEvent(db, { quoteId: quote.id, kind: "note", text, userId, key, at: deps.now() });
    if (id !== undefined) await indexNotes(db, quote);
    return getLead(db, slug);
  });
}

/** Makes the mails about a lead that wait or have failed due at once. @throws AppError `not_found` */
export async function sendMailAgain(deps: Deps, slug: string): Promise<Lead> {
  await getQuoteRow(deps.db, slug);
  await retryMail(deps.db, deps.now(), slug);
  deps.mailWakeSignal.notify("urgent");
  return getLead(deps.db, slug);
}
