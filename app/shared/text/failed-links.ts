import { parseFormattedText } from "./formatted-text.ts";
import { isVisible } from "./visible.ts";

/** As typed, with the reason as a sentence. */
interface FailedLink {
  typed: string;
  cause: string;
}

const likeLink =
  /\[(?<words>(?:[^[\]\n]|\[[^[\]\n]*\])*)\]\((?<address>(?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))+|[^()\n]*\([^()\n]*)\)/g;

/**
 * What looks like a link, an address in round brackets directly after text in square ones, and is not one. Without its
 * address it is one that is still to be written, and not counted here.
 */
export function failedLinks(text: string): FailedLink[] {
  return [...text.matchAll(likeLink)].flatMap(({ 0: typed, groups }) => {
    const { words = "", address = "" } = groups ?? {};
    const isAddress = /[.:/@\\]|#./.test(address) || (/\p{L}/u.test(words) && /^[^\s#]+$/.test(address));
    return isAddress && !isLink(typed) ? [{ typed, cause: causeOf(words, address) }] : [];
  });
}

function isLink(typed: string): boolean {
  const [block] = parseFormattedText(typed);
  return block?.kind === "text" && typeof block.content[0] === "object";
}

function causeOf(words: string, address: string): string {
  if (!isVisible(words) || /[[\]]/.test(words)) return "It needs words without brackets between [ and ].";
  if (!/^\s*(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(address))
    return "Its address has to begin with https://, mailto:, tel: or /.";
  // Parentheses may be there in pairs, so they are the last to be named.
  const [sign] = /[\s[\]<>"'\\`]/.exec(address) ?? /[()]/.exec(address) ?? [];
  if (sign === undefined) return "Its address cannot be read.";
  return `Its address contains ${isVisible(sign) ? sign : "a space"}: take it out, or write it as ${encoded(sign)}.`;
}

/** An address with the signs percent-encoded that an address in light formatting may not have. */
export const linkableAddress = (address: string): string => address.replaceAll(/[\s()[\]<>"'\\`]/g, encoded);

const encoded = (sign: string): string =>
  isVisible(sign) ? `%${sign.charCodeAt(0).toString(16).toUpperCase()}` : "%20";
