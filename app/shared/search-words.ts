/**
 * The words of a text as a search knows them: small letters without accents, cut at everything that is neither letter nor digit,
 * so that parts of an e-mail address are words too. Scripts that write no spaces give a word for each sign.
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: every character of ASCII
const isAscii = /^[\x00-\x7f]*$/;

/** Longer ones are no words, and PostgreSQL indexes none above 2 KB. */
const longest = 64;
