import { cancelMail, findMail, retryMail } from "#app/features/mail/outbox.repository.server.ts";
import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { type LeadKey, once } from "#app/platform/lead-key.server.ts";
import { spamReason } from "#app/platform/spam.server.ts";
import type { OfficeQuote, Quote, QuoteInput } from "./quote.contract.ts";
import { getQuote, insertQuote, updateQuote } from "./quote.repository.server.ts";

/** The mails of a lead: one to the office, one to the visitor. */
const mailsOf = ({ email }: Quote) => [{ kind: "quote-notice" }, { kind: "quote-receipt", to: email }];

/** Keeps the request and the promise of its mails, both or neither, before it is answered. The same key gives the same entry, so that a message sent twice is one lead. */
export function receiveQuote(deps: Deps, key: LeadKey, input: QuoteInput): Promise<Quote> {
  return once(deps, key, input, async (db, posting) => {
    const reason = spamReason(posting, input.message);
    const quote = await insertQuote(db, input, reason, deps.now());
    if (reason === null) await queueMail(deps, db, quote.slug, mailsOf(quote));
    return quote;
  });
}

/** Marks a quote. What turns out to be no spam gets its mails after all, once; what turns out to be spam loses those that have not left. */
export async function markQuote(
  deps: Deps,
  slug: string,
  { isRead, isSpam }: { isRead?: boolean; isSpam?: boolean },
): Promise<OfficeQuote> {
  const marked = await deps.db.transaction().execute(async (db) => {
    const before = await getQuote(db, slug);
    await updateQuote(db, slug, {
      ...(isRead !== undefined && { readAt: isRead ? (before.readAt ?? deps.now().toISOString()) : null }),
      ...(isSpam !== undefined && {
        isSpam: isSpam ? 1 : 0,
        spamReason: isSpam ? (before.spamReason ?? "Marked by the office.") : null,
      }),
    });
    if (isSpam === true) await cancelMail(db, slug);
    if (isSpam === false && before.isSpam && !(await findMail(db, slug, "quote-notice")))
      await queueMail(deps, db, slug, mailsOf(before));
    return getQuote(db, slug);
  });
  deps.mailWakeSignal.notify();
  return marked;
}

export async function sendMailAgain(deps: Deps, slug: string): Promise<OfficeQuote> {
  await getQuote(deps.db, slug);
  await retryMail(deps.db, deps.now(), slug);
  deps.mailWakeSignal.notify("urgent");
  return getQuote(deps.db, slug);
}
