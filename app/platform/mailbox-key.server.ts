import { domainToASCII, domainToUnicode } from "node:url";
import { cleanEmail } from "#app/shared/contact/email.ts";

/**
 * The same for all spellings of one mailbox's address: lower case, letters composed (NFC), the domain in ASCII
 * (RFC 5890). Servers could tell apart letter cases before the @, and in practice none does (RFC 5321, 2.4).
 */
export function mailboxKey(email: string): string {
  const address = cleanEmail(email).toLowerCase().normalize("NFC");
  const [local, domain] = parts(address);
  return isAscii.test(domain) ? address : `${local}@${domainToASCII(domain) || domain}`;
}

/** A key as people read it, with the domain in its own letters; any other text is left as it is. */
export function readableEmail(key: string): string {
  const [local, domain] = parts(key);
  return local === "" ? key : `${local}@${domainToUnicode(domain) || domain}`;
}

/** All that people may type to find an address: as given, and with its domain in either form. */
export function spellingsOf(email: string): string[] {
  const key = mailboxKey(email);
  return [...new Set([email.toLowerCase(), key, readableEmail(key)])];
}

function parts(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf("@");
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all ASCII characters
const isAscii = /^[\x00-\x7f]*$/;
