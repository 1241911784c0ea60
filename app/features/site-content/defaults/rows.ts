import type { SiteRow } from "./site-text.ts";

/** The value of a text as words: of a list a line for each row. */
export const wordsOf = (
  value: string | number | boolean | null | readonly (SiteRow | Record<string, string | null>)[],
) =>
  Array.isArray(value)
    ? value.map((row) => Object.values(row).filter(Boolean).join(", ")).join("\n")
    : String(value ?? "");
