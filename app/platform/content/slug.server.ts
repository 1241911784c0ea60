import slugify from "@sindresorhus/slugify";
import { randomName } from "#app/platform/secret.server.ts";

/** Words that the API or the back office uses as path segments. */
const reserved = new Set([
  "get-all",
  "new",
  "add",
  "edit",
  "detail",
  "create",
  "update",
  "login",
  "logout",
  "subscribe",
  "me",
  "password",
  "order",
  "trash",
  "history",
  "preview",
  "export",
  "search",
  "restore",
]);

/** Whether no entry can have this slug. */
export const isReserved = (slug: string): boolean => reserved.has(slug);

const longest = 80;

/**
 * Lower-case, transliterated words of the title. A title that yields no word, or only digits,
 * becomes `{noun}-7k2m`; a word that the API uses as a path segment gets a suffix. The caller appends -2, -3 … if it is
 * taken.
 */
export function slugOf(title: string, noun: string): string {
  // The transliteration turns a heart into "love" and & into "and"; titles made of symbols alone yield no words.
  // Full-width letters and ligatures are other forms of plain ones (NFKC). A soft hyphen stands within a word.
  const letters = title
    .normalize("NFKC")
    .slice(0, 300)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\p{Extended_Pictographic}/gu, " ");
  const words = /\p{L}/u.test(letters)
    ? slugify(letters, { decamelize: false }).slice(0, longest).replace(/-+$/, "")
    : "";
  if (words === "" || /^[\d-]+$/.test(words)) return `${noun}-${randomName(4)}`;
  return reserved.has(words) ? `${words}-${noun}` : words;
}
