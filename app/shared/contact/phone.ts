import { asciiDigits } from "../text/digits.ts";

/**
 * Removes all characters not allowed in a phone number: digits of every script (as those of ASCII), one leading +,
 * spaces, dashes, dots and parentheses stay. An extension stays apart from the number, as
 * ` ext. 12`, whichever way it was written, and so do the digits of a second number. The dot of a pasted abbreviation
 * (Tel.) goes with it.
 */
export function cleanPhone(value: string): string {
  const { number, extension } = partsOf(withKnownMark(plainSigns(value)));
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
  const dialled = /^[\s(]*(?:\+|00)/.test(number) ? number.replace(trunkZero, "") : number;
  const suffix = digitsOf(extension) && `;ext=${digitsOf(extension)}`;
  return `tel:${dialled.replace(/[^\d+]/g, "")}${suffix}`;
}

/** The digits of the number alone, without its extension. */
export const numberDigits = (value: string): string => digitsOf(partsOf(value).number.replace(trunkZero, ""));

const trunkZero = /\( ?0 ?\)/;

// Looks back from the dot: forward, a long run of letters would be read once for each of them.
const notInNumber = /(?<=\p{L}\p{L})\.|[^\d+ ().-]/gu;

const extensionMark =
  /(?<!\p{L})(?:;ext=|#|(?:extension|extn|ext|x|доб|внутр|durchwahl|anexo|ramal|interno|poste|内線|分机|转|داخلی|تحويلة)(?!\p{L})\.?:? ?)/iu;

/** Fewer digits before an x or # are no number that could have an extension. */
const shortestNumber = 6;

/** Before them a slash may stand within a number, behind its area code. */
const wholeNumber = 10;

/** With the mark of an extension for any word or sign between a number and more digits; a single letter is a slip. */
const withKnownMark = (plain: string): string =>
  plain.replace(/(?: ?[,;/]| (?=\(?\p{L}{2}))\D*(?=\d)/gu, (mark, at: number) => {
    const least = mark.trimStart().startsWith("/") ? wholeNumber : shortestNumber;
    return digitsOf(plain.slice(0, at)).length < least ? mark : " ext. ";
  });

const plainSigns = (value: string): string =>
  asciiDigits(value)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[^\S\r\n]/g, " ")
    .replace(/[‐-―−－]/g, "-")
    .replaceAll("＋", "+")
    .replaceAll("（", "(")
    .replaceAll("）", ")");

function partsOf(value: string): { number: string; extension?: string } {
  const plain = plainSigns(value);
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
