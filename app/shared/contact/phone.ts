import { asciiDigits } from "../text/digits.ts";

/**
 * Removes all characters not allowed in a phone number: digits of every script (as those of ASCII), one leading +,
 * spaces, dashes, dots and parentheses stay. An extension stays apart from the number, as
 * ` ext. 12`, whichever way it was written. The dot of a pasted abbreviation (Tel.) goes with it.
 */
export function cleanPhone(value: string): string {
  const { number, extension } = partsOf(value);
  return onePlus(number.replace(notInNumber, "")) + (extension === undefined ? "" : ` ext. ${digitsOf(extension)}`);
}

/** Whether a text is a phone number as it stands, but for the script of its digits and the form of its signs. */
export function isPhone(value: string): boolean {
  const { number, extension = "" } = partsOf(value);
  return number === onePlus(number.replace(notInNumber, "")) && /\d/.test(number) && !/[^\d ().-]/.test(extension);
}

/** The number as a link (RFC 3966): without the zero in parentheses, which only calls from within the country dial. */
export function phoneUri(value: string): string {
  const { number, extension = "" } = partsOf(value);
  const dialled = /^\s*(?:\+|00)/.test(number) ? number.replace(/\(0\)/, "") : number;
  const suffix = digitsOf(extension) && `;ext=${digitsOf(extension)}`;
  return `tel:${dialled.replace(/[^\d+]/g, "")}${suffix}`;
}

/** The digits of the number alone, without its extension. */
export const numberDigits = (value: string): string => digitsOf(partsOf(value).number.replace("(0)", ""));

// Looks back from the dot: forward, a long run of letters would be read once for each of them.
const notInNumber = /(?<=\p{L}\p{L})\.|[^\d+ ().-]/gu;

const extensionMark =
  /(?<!\p{L})(?:;ext=|#|(?:extension|extn|ext|x|доб|внутр|durchwahl|anexo|ramal|interno|poste|内線|分机|转|داخلی|تحويلة)(?!\p{L})\.?:? ?)/iu;

/** Fewer digits before an x or # are no number that could have an extension. */
const shortestNumber = 6;

function partsOf(value: string): { number: string; extension?: string } {
  const plain = asciiDigits(value)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[^\S\r\n]/g, " ")
    .replace(/[‐-―−－]/g, "-")
    .replaceAll("＋", "+")
    .replaceAll("（", "(")
    .replaceAll("）", ")");
  const mark = extensionMark.exec(plain);
  if (!mark || digitsOf(plain.slice(0, mark.index)).length < shortestNumber) return { number: plain };
  const number = plain.slice(0, mark.index).replace(/,? ?$/, "");
  const extension = plain.slice(mark.index + mark[0].length);
  // The space behind the mark has been deleted: so is the mark.
  return mark[0] === "ext." && extension === "" ? { number } : { number, extension };
}

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** A + is leading if it comes before any digit, even after a copied space or parenthesis, as in (+44). */
function onePlus(allowed: string): string {
  const afterLead = allowed.search(/[+\d]/) + 1;
  return allowed.slice(0, afterLead) + allowed.slice(afterLead).replaceAll("+", "");
}
