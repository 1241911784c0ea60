import { Fragment } from "react";

// A longer one may have to break on a narrow telephone.
const LONGEST_WHOLE = 18;

/** A text whose short hyphenated words ("floor-price") are not broken at their hyphens. Its letters stay what they are. */
export function WholeWords({ text }: { text: string }) {
  return text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 && part.length <= LONGEST_WHOLE ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text have no other name and never move
      <span key={index} className="whole">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
