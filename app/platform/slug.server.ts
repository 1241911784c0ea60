import slugify from "@sindresorhus/slugify";
import { randomName } from "./secret.server.ts";

/** Words that the API or the admin's addresses use as path parts. */
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

const longest = 80;

/**
 * Lower-case words of the title, transliterated (spec/reading: Slugs). A title that gives no word or only digits becomes `{noun}-7k2m`;
 * a word that the API uses as a path part gets a suffix. The caller adds -2, -3 … where it is taken.
 */
export function slugOf(title: string, noun: string): string {
  // The transliteration calls a heart "love" and & "and": pictures and signs alone are no words.
  const letters = title.slice(0, 300).replace(/\p{Extended_Pictographic}/gu, " ");
  const words = /\p{L}/u.test(letters)
    ? slugify(letters, { decamelize: false }).slice(0, longest).replace(/-+$/, "")
    : "";
  if (words === "" || /^[\d-]+$/.test(words)) return `${noun}-${randomName(4)}`;
  return reserved.has(words) ? `${words}-${noun}` : words;
}
