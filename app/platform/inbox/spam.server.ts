import type { VisitorSignals } from "#app/shared/visitor-signals.ts";

// Spam detection without third parties or puzzles. One strong signal is enough; weak ones need two, since people type
// quickly, use autofill and send links. The site's own forms report how long writing took, so a message with links that
// does not report it was sent by other means. A suspected message is stored and shown, never dropped.

/** Measured from the first interaction with the form. */
const quickestPersonMs = 1_500;
const maxLinks = 2;

/** What is known about a submission besides its signals. */
export interface Posting {
  /** Number of submissions of this form from this IP address in the last few minutes, including this one. */
  recent: number;
  /** Whether it carried a proof of work. */
  hasProof: boolean;
  signals: VisitorSignals;
}

const maxRecent = 5;

/** Why a message is suspected to be spam, as a sentence for staff; `null` if it is not. `text`: all that was typed. */
export function spamReason({ recent, hasProof, signals }: Posting, text = ""): string | null {
  const { honeypot, elapsedMs, isDraft } = signals;
  if (honeypot) return "A field was filled in that is hidden from people.";
  const links = countLinks(text);
  if (elapsedMs === undefined && !isDraft && links > 0)
    return "Suspected, since it holds links and no browser tells that a person wrote it.";
  const signs = [
    elapsedMs !== undefined && elapsedMs < quickestPersonMs && "it was written faster than people type",
    links > maxLinks && "it contains many links",
    recent > maxRecent && !hasProof && "many came from one address",
  ].filter((sign) => sign !== false);
  return signs.length < 2 ? null : `Suspected, since ${signs.join(" and ")}.`;
}

const countLinks = (text: string): number => text.match(/https?:\/\/|\bwww\.|\[url\b|<a\s/gi)?.length ?? 0;
