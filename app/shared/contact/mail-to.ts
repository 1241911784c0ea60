import { longestStart } from "../text/beginning.ts";

/** In bytes; Windows and some mail programs cut longer URLs. */
const longestUrl = 2_000;

/**
 * A mailto URL. Characters that would end the address (?, #, & and %) are encoded, so that an address cannot inject
 * recipients or text. The body is cut where the URL would become too long.
 */
export function mailTo(address: string, subject?: string, body?: string): string {
  const recipient = encodeURIComponent(address).replaceAll("%40", "@").replaceAll("%2B", "+");
  const link = `mailto:${recipient}${subject ? `?subject=${encodeURIComponent(subject)}` : ""}`;
  if (!body) return link;
  const begun = `${link}${subject ? "&" : "?"}body=`;
  const fits = (text: string) => begun.length + encodeURIComponent(text).length < longestUrl;
  return begun + encodeURIComponent(fits(body) ? body : `${longestStart(body, (start) => fits(`${start}…`))}…`);
}
