import { Fragment, type HTMLAttributes } from "react";
import styles from "./drawn-heading.module.css";

interface DrawnHeadingProps extends Omit<HTMLAttributes<HTMLElement>, "children"> {
  /** `[word]` is the drawn word, ` / ` a manual line break: "Where [Ideas] / meet Reality". */
  text: string;
  as?: "h1" | "h2" | "h3" | "p";
  /** Shows guide lines behind the drawn word; only the hero uses it. */
  isRuled?: boolean;
  /** Takes its space without any text in the document: the style sheet adds the words from `data-words`, hidden. */
  isSpace?: boolean;
}

// Longer words may break, and guide lines fit a single line only.
const longestRuled = 16;

/** A heading whose drawn word is set in a hairline weight, the rest heavy. */
export function DrawnHeading({ text, as: Tag = "h2", isRuled = false, isSpace = false, ...rest }: DrawnHeadingProps) {
  const lines = text.split(" / ");
  return (
    <Tag {...rest}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their index and never move
        <Fragment key={index}>
          {index > 0 && (
            <>
              {" "}
              <br className={styles.break} />
            </>
          )}
          <Words line={line} isRuled={isRuled} isSpace={isSpace} />
        </Fragment>
      ))}
    </Tag>
  );
}

function Words({ line, isRuled, isSpace }: { line: string; isRuled: boolean; isSpace: boolean }) {
  const [before = "", word, after = ""] = line.split(/\[([^\]]*)\](.*)/s);
  // Empty ones too, so that a page for editing, whose texts are marked, has the same elements.
  const shown = (words: string) => (isSpace ? <span data-words={words} /> : words);
  if (word === undefined) return shown(line);
  const look = isRuled && word.length <= longestRuled ? `${styles.drawn} ${styles.ruled}` : styles.drawn;
  return (
    <>
      {shown(before)}
      <span className={look}>{shown(word)}</span>
      {shown(after)}
    </>
  );
}

/** The heading as plain text, for a title or a name. */
export function plainHeading(text: string): string {
  return text.replaceAll(" / ", " ").replace(/\[([^\]]*)\]/g, "$1");
}
