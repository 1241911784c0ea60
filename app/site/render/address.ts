/**
 * Normalizes a path for page matching: decoded, lower-cased, without a trailing slash.
 * @returns undefined if the path cannot be decoded
 */
export function addressOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path === "/" ? path : path.replace(/\/$/, "")).toLowerCase();
  } catch {
    return undefined;
  }
}

/** The largest value of a 32-bit integer column; no project has a larger number. */
const largest = 2_147_483_647;

/** Parses a project number in a path: digits only, without leading zeros. */
export function projectNumber(text: string): number | undefined {
  if (!/^(0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const number = Number(text);
  return number <= largest ? number : undefined;
}

/** Whether a path segment could be an entry's slug; the database is not queried for anything else. */
export const isSlug = (text: string) => text.length <= 400 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
