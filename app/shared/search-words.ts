/**
 * Splits text into words for the search index: lower case, without accents, split at everything that is neither a
 * letter nor a digit, so that the parts of an email address are words too. In scripts without spaces each character is
 * a word.
 */
export function searchWords(...texts: string[]): string[] {
  const text = texts.join(" ");
  if (isAscii.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.slice(0, longest));
  const plain = plainLetters(text.normalize("NFKD").replace(/\p{M}+/gu, "")).toLowerCase();
  const runs = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs
    .flatMap(
      (run) =>
        run.match(
          /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu,
        ) ?? [],
    )
    .map((word) => word.slice(0, longest));
}

/**
 * Text without the accents of Latin, Greek and Cyrillic letters, however they are encoded, and with plain letters. For
 * comparing regardless of case: it does not keep that of all letters.
 */
export const withoutAccents = (text: string): string =>
  isAscii.test(text) ? text : plainLetters(text.normalize("NFKD").replace(/[\u0300-\u036f]/g, ""));

/** Letters and signs that Unicode does not decompose, and what is typed in their place. */
export const inPlainLetters: readonly (readonly [letters: string, plain: string])[] = [
  ["ßẞ", "ss"],
  ["æÆ", "ae"],
  ["œŒ", "oe"],
  ["þÞ", "th"],
  ["øØ", "o"],
  ["łŁ", "l"],
  ["đĐðÐ", "d"],
  ["ħĦ", "h"],
  ["ı", "i"],
  ["‘’ʼ", "'"],
  ["“”„", '"'],
  ["‐–—", "-"],
];

const plainOf = new Map(inPlainLetters.flatMap(([letters, plain]) => [...letters].map((letter) => [letter, plain])));
const undecomposed = new RegExp(`[${[...plainOf.keys()].join("")}]`, "g");
const plainLetters = (text: string): string => text.replace(undecomposed, (letter) => plainOf.get(letter) ?? letter);

/** Whether any of the texts contains the query, regardless of case and accents. */
export function containText(texts: string[], q: string): boolean {
  const sought = withoutAccents(q).toLowerCase();
  return texts.some((text) => withoutAccents(text).toLowerCase().includes(sought));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all ASCII characters
const isAscii = /^[\x00-\x7f]*$/;

/** Longer strings are not real words, and PostgreSQL cannot index words above 2 KB. */
const longest = 64;
