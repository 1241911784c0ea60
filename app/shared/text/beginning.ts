/**
 * The beginning of a text, of at most `most` UTF-16 code units with `mark` behind what was cut. Cut between graphemes
 * (UAX 29), so that no emoji, accent or flag is halved.
 */
export function beginningOf(text: string, most: number, mark = "…"): string {
  if (text.length <= most) return text;
  return longestStart(text, (start) => start.length + mark.length <= most) + mark;
}

/** The longest start of a text that fits, in whole graphemes. */
export function longestStart(text: string, fits: (start: string) => boolean): string {
  let start = "";
  for (const { segment } of graphemes.segment(text)) {
    if (!fits(start + segment)) break;
    start += segment;
  }
  return start;
}

/** What readers take for the first letter of a text; empty if there is none. */
export const firstLetter = (text: string): string => graphemes.segment(text).containing(0)?.segment ?? "";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
