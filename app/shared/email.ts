import { limits } from "./limits.ts";

/**
 * The e-mail rule of browser and server alike (spec/reading: E-mail check). Accepts all characters that the specification's pattern
 * accepts and the real addresses that its 2-3 letter ending would turn away. One pass over at most 254 characters: linear, whatever comes.
 */
export function isEmail(value: string): boolean {
  // Trimming a huge string of spaces is linear too; nothing longer than the limit is looked at further.
  const address = value.trim();
  if (address.length === 0 || address.length > limits.email) return false;
  const at = address.indexOf("@");
  if (at < 1 || at !== address.lastIndexOf("@")) return false;
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split(".");
  return isLocalPart(local) && labels.length >= 2 && labels.every(isLabel) && (labels.at(-1) ?? "").length >= 2;
}

/** RFC 5321 and 6531: any script, at most 64 bytes; nothing that is not seen (control, zero-width and bidi characters) or that quotes. */
const isLocalPart = (local: string): boolean =>
  !/[\s\p{C}\p{Default_Ignorable_Code_Point}<>(),;:"[\]\\]/u.test(local) &&
  new TextEncoder().encode(local).length <= 64;

/** A label of the domain (RFC 1035, 5890): letters, digits and signs of any script, hyphens inside, at most 63. The pattern takes _ too. */
const isLabel = (label: string): boolean =>
  label.length <= 63 &&
  /^[\p{L}\p{M}\p{N}\p{So}_-]+$/u.test(label) &&
  !/\p{Default_Ignorable_Code_Point}/u.test(label) &&
  !label.startsWith("-") &&
  !label.endsWith("-");

/** The newsletter button is live from the fifth character on and with an @ (spec §5). */
export function mayBeEmail(value: string): boolean {
  const address = value.trim();
  return address.length > 4 && address.includes("@");
}
