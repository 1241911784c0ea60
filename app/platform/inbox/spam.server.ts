import type { VisitorSignals } from "#app/shared/visitor-signals.ts";

// Spam detection without third parties or puzzles. One strong signal is enough; weak ones need two, since people type
// quickly, use autofill and send links. The site's own forms report how long writing took; a message with links that
// does not report it was sent by other means, or, with a link or two, by a browser without script. A suspected message
// is stored and shown, never dropped.

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
export function spamReason({ recent, hasProof, signals }: Posting, text: string): string | null {
  const { honeypot, elapsedMs, isDraft, isPlainForm } = signals;
  if (honeypot) return "A field was filled in that is hidden from people.";
  const links = countLinks(text);
  if (elapsedMs === undefined && !isDraft && links > (isPlainForm ? maxLinks : 0))
    return "Suspected, since it holds links and no browser tells that a person wrote it.";
  const signs = [
    elapsedMs !== undefined && elapsedMs < quickestPersonMs && "it was written faster than people type",
    links > maxLinks && "it contains many links",
    recent > maxRecent && !hasProof && "many came from one address",
  ].filter((sign) => sign !== false);
  return signs.length < 2 ? null : `Suspected, since ${signs.join(" and ")}.`;
}

const link = /https?:\/\/(?:www\.)?|\bwww\.|\[url\b|<a\s/gi;
// Of endings that are no names of technologies, as ASP.NET/C# or Node.js/React have them.
const host =
  "(?:[a-z0-9-]{1,63}\\.)+(?:com|org|info|biz|co|cc|cn|ru|su|pw|me|ly|gl|gd|us|uk|de|xyz|top|shop|store|online|site|website|space|club|live|link|click|icu|vip|win|bid|loan|work|pro|life|fun|buzz)";
// `example.com/page`, which mail clients show as a link.
const hostAndPath = new RegExp(`(?<![\\w@./-])(${host})/([a-z0-9][\\w.-]*)`, "gi");
const bareHost = new RegExp(`^${host}\\.*$`, "i");

/**
 * The number of links. An address without scheme and `www.` is one, unless it may be two names, as in "like
 * Booking.com/Airbnb"; if they name several sites, all of them are. A bare domain is no link.
 */
function countLinks(text: string): number {
  const links = text.match(link)?.length ?? 0;
  const addresses = [...text.matchAll(hostAndPath)].map(([, site = "", path = ""]) => ({ site, path }));
  const sites = new Set(addresses.map(({ site }) => site.toLowerCase()));
  const areNames = ({ path }: { path: string }) => /^[A-Z]/.test(path) || bareHost.test(path);
  return links + (sites.size > 1 ? addresses : addresses.filter((address) => !areNames(address))).length;
}
