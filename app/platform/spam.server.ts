import type { VisitorSignals } from "#app/shared/visitor-signals.ts";

// Told without a third party and without a puzzle. One sure sign is enough; of the weak ones it takes two, since people have
// quick fingers, forms that fill themselves, and links in their messages. The site's own forms tell how long the writing took: what holds
// links and tells nothing was sent past them. A suspected message is kept and shown, never dropped.

/** From the first touch of the form. */
const quickestPersonMs = 1_500;
const mostLinks = 2;

/** What is known of one posting beside its signals. */
export interface Posting {
  /** How many postings of this form came from this address in the last minutes, this one included. */
  recent: number;
  /** It came with a proof of work. */
  hasProof: boolean;
  signals: VisitorSignals;
}

const manyRecent = 5;

/** Why a message is suspected to be spam, in a sentence for the office; `null` when it is not. */
export function spamReason({ recent, hasProof, signals }: Posting, message = ""): string | null {
  const { decoy, elapsedMs, isDraft } = signals;
  if (decoy) return "A field was filled in that people do not see.";
  const links = countLinks(message);
  if (elapsedMs === undefined && !isDraft && links > 0)
    return "Suspected, since it holds links and no browser tells that a person wrote it.";
  const signs = [
    elapsedMs !== undefined && elapsedMs < quickestPersonMs && "it was written faster than a person writes",
    links > mostLinks && "it holds many links",
    recent > manyRecent && !hasProof && "many came from one address",
  ].filter((sign) => sign !== false);
  return signs.length < 2 ? null : `Suspected, since ${signs.join(" and ")}.`;
}

const countLinks = (message: string): number => message.match(/https?:\/\/|\bwww\.|\[url\b|<a\s/gi)?.length ?? 0;
