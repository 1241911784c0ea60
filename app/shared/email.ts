import { limits } from "./limits.ts";

/**
 * The email rule of browser and server (spec/reading: E-mail check). Accepts all characters that the specification's
 * pattern accepts, and the real addresses that its 2-3 letter ending would reject. Linear time for any input: a single
 * pass over at most 254 characters.
 */
export function isEmail(value: string): boolean {
  // Trimming is linear even for a huge string of spaces; anything longer than the limit is not checked further.
  const address = value.trim();
  if (address.length === 0 || address.length > limits.email) return false;
  const at = address.indexOf("@");
  if (at < 1 || at !== address.lastIndexOf("@")) return false;
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split(".");
  return isLocalPart(local) && labels.length >= 2 && labels.every(isLabel) && (labels.at(-1) ?? "").length >= 2;
}

/**
 * RFC 5321 and 6531: any script, at most 64 bytes, no invisible (control, zero-width, bidi) and no quoting characters.
 */
const isLocalPart = (local: string): boolean =>
  !/[\s\p{C}\p{Default_Ignorable_Code_Point}<>(),;:"[\]\\]/u.test(local) &&
  new TextEncoder().encode(local).length <= 64;

/**
 * A domain label (RFC 1035, 5890): letters, digits and symbols of any script, inner hyphens, at most 63 characters. The
 * specification's pattern also accepts _.
 */
const isLabel = (label: string): boolean =>
  label.length <= 63 &&
  /^[\p{L}\p{M}\p{N}\p{So}_-]+$/u.test(label) &&
  !/\p{Default_Ignorable_Code_Point}/u.test(label) &&
  !label.startsWith("-") &&
  !label.endsWith("-");

/** The newsletter button is enabled from the fifth character on, with an @ (spec §5). */
export function mayBeEmail(value: string): boolean {
  const address = value.trim();
  return address.length > 4 && address.includes("@");
}
