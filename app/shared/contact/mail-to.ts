import { longestStart } from "../text/beginning.ts";

/** In bytes; Windows and some mail programs cut longer URLs. */
const longestUrl = 2_000;

/**
 * A mailto URL. Characters that would end the address (?, #, & and %) are encoded, so that an address cannot inject
 * recipients or text. Subject and body are cut where the URL would become too long.
 */
export function mailTo(address: string, subject?: string, body?: string): string {
  const recipient = encodeURIComponent(address).replaceAll("%40", "@").replaceAll("%2B", "+");
  const link = subject ? goingOn(`mailto:${recipient}?subject=`, subject) : `mailto:${recipient}`;
  return body ? goingOn(`${link}${subject ? "&" : "?"}body=`, body) : link;
}

/** Whether its URL holds this body whole. */
export const fitsMailTo = (address: string, subject: string, body: string): boolean =>
  mailTo(address, subject, body).endsWith(encoded(body));

/** The link with as much of the text behind it as fits. */
function goingOn(link: string, text: string): string {
  const fits = (start: string) => link.length + encoded(start).length < longestUrl;
  return link + encoded(fits(text) ? text : `${longestStart(text, (start) => fits(`${start}…`))}…`);
}

/** Mail programs may take other line breaks than these for none (RFC 6068, 5). */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\r\n?|\n/g, "\r\n"));
