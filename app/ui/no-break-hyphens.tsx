import { Fragment } from "react";

// Longer words may have to break on narrow phones.
const longestWhole = 18;

/** Text whose short hyphenated words ("floor-price") do not break at the hyphen. The characters are unchanged. */
export function NoBreakHyphens({ text }: { text: string }) {
  // Looks only at the beginning of a word: a long one would be read once for each of its letters.
  return text.split(/(?<!\S)(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 && part.length <= longestWhole ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their index and never move
      <span key={index} className="whole">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
