import { isPhone, numberDigits } from "./contact/phone.ts";
import { asciiDigits } from "./text/digits.ts";

/**
 * Splits text into words to search for: lower case, without accents, split at everything that is neither a letter nor a
 * digit, so that the parts of an email address are words too. What an apostrophe or a joiner holds together is one
 * word, as many type it: `obrien`. In scripts without spaces each character is a word.
 */
export const searchWords = (...texts: string[]): string[] => wordsIn(joined(texts.join(" ")));

/** The words under which a text is found: those of `searchWords`, and the parts of joined ones. */
export function indexedWords(...texts: string[]): string[] {
  const text = texts.join(" ");
  const together = joined(text);
  return together === text ? wordsIn(text) : [...new Set([...wordsIn(together), ...wordsIn(text)])];
}

/**
 * The word under which a phone number is found in its national and its international form, which have the same end;
 * undefined for text that is none, such as the beginning of a number.
 */
export function phoneWord(text: string): string | undefined {
  const digits = isPhone(text) ? numberDigits(text) : "";
  return digits.length < sameEnd ? undefined : `tel${digits.slice(-sameEnd)}`;
}

/** Digits of a number within its area: before them the two forms differ. */
const sameEnd = 7;

function wordsIn(text: string): string[] {
  if (isAscii.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.slice(0, longest));
  const plain = plainLetters(asciiDigits(text.normalize("NFKD")).replace(/[\p{M}\u0640]+/gu, "")).toLowerCase();
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

/** Without the signs that stand within a word: apostrophes, and the joiners of Persian, Urdu and Indic scripts. */
const joined = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{N}\p{M}])['‘’ʼ＇\u200c\u200d](?=[\p{L}\p{N}])/gu, "");

/**
 * Text without the accents of Latin, Greek and Cyrillic letters, the vowel signs of Arabic and joiners, however they are
 * encoded, and with plain letters. For comparing regardless of case: it does not keep that of all letters.
 */
export const withoutAccents = (text: string): string =>
  isAscii.test(text) ? text : plainLetters(text.normalize("NFKD").replace(new RegExp(unwritten, "g"), ""));

/** As a regular expression in JavaScript and in PostgreSQL: accents, and signs that many leave out. */
export const unwritten = "[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670\\u200c\\u200d]";

/** Whether apostrophes do not matter to a search: they do if it is for nothing else. */
export const ignoresApostrophes = (q: string): boolean => /[\p{L}\p{N}]/u.test(q);

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
  // Letters that keyboards of Arabic, Persian and Urdu write with different characters.
  ["ىی", "ي"],
  ["کڪ", "ك"],
  ["ہھە", "ه"],
  ["‘’ʼ", "'"],
  ["“”„", '"'],
  ["‐–—", "-"],
];

const plainOf = new Map(inPlainLetters.flatMap(([letters, plain]) => [...letters].map((letter) => [letter, plain])));
const undecomposed = new RegExp(`[${[...plainOf.keys()].join("")}]`, "g");
const plainLetters = (text: string): string => text.replace(undecomposed, (letter) => plainOf.get(letter) ?? letter);

/** Whether any of the texts contains the query, regardless of case and accents. */
export function containText(texts: string[], q: string): boolean {
  const folded = (text: string) => {
    const plain = withoutAccents(text).toLowerCase();
    return ignoresApostrophes(q) ? plain.replaceAll("'", "") : plain;
  };
  return texts.some((text) => folded(text).includes(folded(q)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all ASCII characters
const isAscii = /^[\x00-\x7f]*$/;

/** Longer strings are not real words, and PostgreSQL cannot index words above 2 KB. */
const longest = 64;
