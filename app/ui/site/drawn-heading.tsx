import { Fragment, type HTMLAttributes } from "react";
import styles from "./drawn-heading.module.css";

interface DrawnHeadingProps extends Omit<HTMLAttributes<HTMLElement>, "children"> {
  /** `[word]` is the drawn word, ` / ` a line break set by hand: "Where [Ideas] / meet Reality". */
  text: string;
  as?: "h1" | "h2" | "h3" | "p";
  /** Sets the drawn word on its guide lines: the hero's mark, and nobody else's. */
  isRuled?: boolean;
}

// A longer one may break over lines, and guide lines fit one line only.
const LONGEST_RULED = 16;

/** A heading whose idea is set hairline thin, the rest heavy. */
export function DrawnHeading({ text, as: Tag = "h2", isRuled = false, ...rest }: DrawnHeadingProps) {
  const lines = text.split(" / ");
  return (
    <Tag {...rest}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text have no other name and never move
        <Fragment key={index}>
          {index > 0 && (
            <>
              {" "}
              <br />
            </>
          )}
          <Words line={line} isRuled={isRuled} />
        </Fragment>
      ))}
    </Tag>
  );
}

function Words({ line, isRuled }: { line: string; isRuled: boolean }) {
  const [before = "", word, after = ""] = line.split(/\[([^\]]*)\](.*)/s);
  if (word === undefined) return line;
  const look = isRuled && word.length <= LONGEST_RULED ? `${styles.drawn} ${styles.ruled}` : styles.drawn;
  return (
    <>
      {before}
      <span className={look}>{word}</span>
      {after}
    </>
  );
}

/** The heading as plain words, for a title or a name. */
export function plainHeading(text: string): string {
  return text.replaceAll(" / ", " ").replace(/\[([^\]]*)\]/g, "$1");
}
