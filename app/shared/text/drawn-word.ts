import { isVisible } from "./visible.ts";

/** The words of a heading that are drawn: those in its first pair of brackets (app/ui/site/drawn-heading.tsx). */
const drawnIn = (heading: string): string => /\[([^\]]*)\]/.exec(heading)?.[1] ?? "";

/** A heading with drawn words, and these. */
export interface Redrawn {
  heading: string;
  words: string;
}

/**
 * What would give a heading that was typed over its drawn words back: those of before, if it still has them, or else its
 * last word. @returns null if none is missing
 */
export function redrawn(typed: string, before: string): Redrawn | null {
  const former = drawnIn(before);
  if (!isVisible(former) || isVisible(drawnIn(typed))) return null;
  const plain = typed.replace(/[[\]]/g, "");
  const at = plain.toLowerCase().indexOf(former.toLowerCase());
  const found = at >= 0 && isWhole(plain, at, former.length) ? { at, length: former.length } : lastWordOf(plain);
  if (!found) return null;
  const end = found.at + found.length;
  const words = plain.slice(found.at, end);
  return { heading: `${plain.slice(0, found.at)}[${words}]${plain.slice(end)}`, words };
}

/** Whether no word goes on at either end. */
function isWhole(text: string, at: number, length: number): boolean {
  const isLetter = (sign: string | undefined) => /[\p{L}\p{N}]/u.test(sign ?? "");
  return !isLetter(text[at - 1]) && !isLetter(text[at + length]);
}

/** Without the punctuation behind it, which is not drawn; a placeholder as `{name}` has its braces. */
function lastWordOf(text: string): { at: number; length: number } | undefined {
  const word = /[^\s/]*[\p{L}\p{N}}](?=[^\p{L}\p{N}}]*$)/u.exec(text);
  return word ? { at: word.index, length: word[0].length } : undefined;
}
