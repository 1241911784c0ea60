import { beginningOf } from "#app/shared/text/beginning.ts";

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A number for body text: in words up to twelve. */
export const inWords = (count: number) => words[count] ?? String(count);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Inserts computed values into a text: `{name}`, `{tagline}`, and `{count}` or `{Count}` in words. Unknown names are
 * left unchanged.
 */
export function filledIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = values[key] ?? values[key.toLowerCase()];
    if (value === undefined) return whole;
    const word = typeof value === "number" ? inWords(value) : value;
    return /^[A-Z]/.test(key) ? capital(word) : word;
  });
}

/** Cuts a text at a word boundary for a description of at most `max` characters. */
export function cutAtWord(text: string, max = 160): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const end = line.lastIndexOf(" ", max - 1);
  return end > max / 2 ? `${line.slice(0, end)}…` : beginningOf(line, max);
}

/** Chooses between the texts for none, one and many entries, and inserts the count. */
export const counted = (count: number, [none, one, many]: [none: string, one: string, many: string]) =>
  filledIn(count === 0 ? none : count === 1 ? one : many, { count });
