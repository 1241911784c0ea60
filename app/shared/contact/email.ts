import { limits } from "../limits.ts";
import { isVisible } from "../text/visible.ts";

/**
 * The email rule of browser and server, for the address as `cleanEmail` leaves it. Accepts
 * all characters that the specification's pattern accepts, and the real addresses that its 2-3 letter ending would
 * reject. Linear time for any input.
 */
export function isEmail(value: string): boolean {
  const address = cleanEmail(value);
  if (address.length === 0 || address.length > limits.email) return false;
  const at = address.indexOf("@");
  if (at < 1 || at !== address.lastIndexOf("@")) return false;
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split(".");
  return !notInAddress.test(local) && labels.length >= 2 && labels.every(isLabel) && (labels.at(-1) ?? "").length >= 2;
}

/** A pasted name and address are not longer; anything that is, is refused as it stands. */
const longestPasted = limits.name + limits.url;

const edge = "\\s\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\"'“”„‘’«»‹›<>()[\\]{},;:";
const leadingEdge = new RegExp(`^[${edge}]+`, "u");
// Looks back: otherwise a long run within a text would be read once for each of its signs.
const trailingEdge = new RegExp(`(?<![${edge}.!?。])[${edge}.!?。]+$`, "u");

/**
 * Takes off what stands around a pasted address: a name with angle brackets, `mailto:`, quotation marks, brackets,
 * blanks, invisible signs, a dot at the end; full-width letters, dots and @ become plain ones. What is left may still
 * be no address: ask `isEmail`.
 */
export function cleanEmail(text: string): string {
  const typed = text.trim();
  if (typed.length > longestPasted) return typed;
  const plain = typed
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll("\ufe6b", "@")
    .replace(/@.*/g, (domain) => domain.replace(/[。｡]/g, "."));
  return withoutScheme(withoutName(plain).replace(leadingEdge, "")).replace(trailingEdge, "");
}

/** Of `Ada <ada@example.com>` the address; several addresses stay as they are, since one of them would be lost. */
function withoutName(text: string): string {
  const [, name = "", address] = /^([^<>]*)<([^<>]*)>[^<>@]*$/.exec(text) ?? [];
  return address !== undefined && (!name.includes("@") || name.includes(address)) ? address : text;
}

/** RFC 6068: an address in a link is percent-encoded, and ends at the question mark. */
function withoutScheme(text: string): string {
  const [, address] = /^mailto:([^?]*)/i.exec(text) ?? [];
  if (address === undefined) return text;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * What is wrong with an address, as a sentence to set behind one that asks for a valid address; "" if it is only
 * incomplete. Undefined for one that `isEmail` accepts.
 */
export function emailProblem(value: string): string | undefined {
  if (isEmail(value)) return undefined;
  const address = cleanEmail(value);
  if (address.length > limits.email) return `It may have at most ${limits.email} characters.`;
  if (address.indexOf("@") !== address.lastIndexOf("@")) return "Give one address, with one @.";
  const [sign] = notInAddress.exec(address) ?? refusedIn(address.split("@")[1] ?? "");
  if (sign === undefined) return "";
  if (/\s/.test(sign)) return "Take the space out of it.";
  return isVisible(sign) ? `Take the ${sign} out of it.` : "Type it anew: there is an invisible character in it.";
}

/** Before the @ any script (RFC 6531) and length, as in the specification's pattern; no invisible and no quoting signs. */
const notInAddress = /[\s\p{C}\p{Default_Ignorable_Code_Point}<>(),;:"[\]\\]/u;

/**
 * A domain label (RFC 1035, 5890): letters, digits and symbols of any script, inner hyphens, at most 63 characters. The
 * specification's pattern also accepts _.
 */
const isLabel = (label: string): boolean => label !== "" && label.length <= 63 && !notInLabel.test(label);

const notInLabel = /[^\p{L}\p{M}\p{N}\p{So}_-]|\p{Default_Ignorable_Code_Point}|^-|-$/u;

/** The first sign that no label of a domain may have, if there is one. */
const refusedIn = (domain: string): string[] => domain.split(".").flatMap((label) => notInLabel.exec(label) ?? []);

/** The addresses in a list, as `cleanEmail` leaves them. */
export const emailsIn = (list: string): string[] =>
  list
    .split(/[,;\n]/)
    .map(cleanEmail)
    .filter((address) => address !== "");

/** The newsletter button is enabled from the fifth character on, with an @. As the attribute `pattern` too. */
export const mayBeEmailPattern = "(?=.{5}).*[@＠﹫].*";

const begun = new RegExp(`^${mayBeEmailPattern}$`);

export const mayBeEmail = (value: string): boolean => begun.test(value.trim());
