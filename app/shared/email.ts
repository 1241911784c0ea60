import { limits } from "./limits.ts";

/**
 * The e-mail rule of browser and server alike (spec/reading: E-mail check). Accepts all that the specification's pattern
 * accepts and the real addresses that its 2-3 letter ending would turn away. One pass over at most 254 characters: linear, whatever comes.
 */
export function isEmail(value: string): boolean {
  // Trimming a huge string of spaces is linear too; nothing longer than the limit is looked at further.
  const address = value.trim();
  if (address.length === 0 || address.length > limits.email) return false;
  const at = address.indexOf("@");
  if (at < 1 || at !== address.lastIndexOf("@")) return false;
  if (/[\s\p{Cc}<>(),;:"[\]\\]/u.test(address)) return false;
  const labels = address.slice(at + 1).split(".");
  if (labels.length < 2 || labels.some((label) => label.length === 0)) return false;
  return (labels.at(-1) ?? "").length >= 2;
}

/** The newsletter button is live from the fifth character on and with an @ (spec §5). */
export function mayBeEmail(value: string): boolean {
  const address = value.trim();
  return address.length > 4 && address.includes("@");
}
