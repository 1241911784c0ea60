/**
 * The address that pages are matched by: decoded, lower-cased, without a trailing slash (spec/reading: page matching ignores case).
 * Nothing for an address that does not decode.
 */
export function addressOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path === "/" ? path : path.replace(/\/$/, "")).toLowerCase();
  } catch {
    return undefined;
  }
}

/** The largest number a database column of ours holds; a longer one names no project. */
const largest = 2_147_483_647;

/** A project number as an address has it: digits alone, without leading zeros. */
export function projectNumber(text: string): number | undefined {
  if (!/^(0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const number = Number(text);
  return number <= largest ? number : undefined;
}

/** Whether a part of an address can be an entry's slug at all; nothing else is asked of the database. */
export const isSlug = (text: string) => text.length <= 400 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
