/**
 * Splits text into words for the search index: lower case, without accents, split at everything that is neither a
 * letter nor a digit, so that the parts of an email address are words too. In scripts without spaces each character is
 * a word.
 */
export function searchWords(...texts: string[]): string[] {
  const text = texts.join(" ");
  if (isAscii.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.slice(0, longest));
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
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

/** Text without the accents of Latin, Greek and Cyrillic letters, however they are encoded. */
export const withoutAccents = (text: string): string =>
  isAscii.test(text) ? text : text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");

/** Whether any of the texts contains the query, regardless of case and accents. */
export function containText(texts: string[], q: string): boolean {
  const sought = withoutAccents(q).toLowerCase();
  return texts.some((text) => withoutAccents(text).toLowerCase().includes(sought));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all ASCII characters
const isAscii = /^[\x00-\x7f]*$/;

/** Longer strings are not real words, and PostgreSQL cannot index words above 2 KB. */
const longest = 64;
