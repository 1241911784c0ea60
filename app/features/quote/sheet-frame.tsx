import { type ReactNode, useEffect, useState } from "react";
import { Notice } from "#app/ui/notice.tsx";
import type { Letter, SentWords } from "./sent-sheet.tsx";
import styles from "./sheet-frame.site.module.css";

type Sheet = typeof import("./sent-sheet.tsx")["FinishedSheet"];

interface SheetFrameProps {
  words: SentWords;
  /** What was sent, until another message is started. */
  sent: Letter | null;
  /** Whether the visitor has started typing: the sheet is then loaded in advance. */
  isBegun: boolean;
  notice: Parameters<typeof Notice>[0];
  onAgain(): void;
  /** The form. */
  children: ReactNode;
}

/**
 * A form and, once it is sent, the finished sheet that covers it: the same size, with the empty form below. Focusing
 * one of the fields starts another message. If the sheet cannot be loaded, only the notice appears.
 */
export function SheetFrame({ words, sent, isBegun, notice, onAgain, children }: SheetFrameProps) {
  const [{ Sheet }, setLoaded] = useState<{ Sheet?: Sheet }>({});
  useEffect(() => {
    if (isBegun)
      import("./sent-sheet.tsx").then(
        ({ FinishedSheet }) => setLoaded({ Sheet: FinishedSheet }),
        () => {},
      );
  }, [isBegun]);
  const isOver = sent !== null && Sheet !== undefined;
  return (
    <div className={styles.frame}>
      {children}
      <div className={isOver ? styles.over : styles.below} data-sent={isOver ? "" : undefined}>
        {isOver && <Sheet words={words} letter={sent} onAgain={onAgain} />}
        <div className={styles.foot}>
          <Notice {...notice} />
        </div>
      </div>
    </div>
  );
}
