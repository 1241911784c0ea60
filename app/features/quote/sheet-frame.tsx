import { type ReactNode, useEffect, useState } from "react";
import { Notice } from "#app/ui/notice.tsx";
import type { Letter, SentWords } from "./sent-sheet.tsx";
import styles from "./sheet-frame.module.css";

type Sheet = typeof import("./sent-sheet.tsx")["FinishedSheet"];

interface SheetFrameProps {
  words: SentWords;
  /** What was sent, until another message is begun. */
  sent: Letter | null;
  /** Whether somebody writes: then the sheet is fetched, before it is needed. */
  isBegun: boolean;
  notice: Parameters<typeof Notice>[0];
  onAgain(): void;
  /** The form. */
  children: ReactNode;
}

/**
 * A form and, over it, the finished sheet that it becomes when it was sent: as large as the form, which lies empty below. Whoever goes
 * into one of its fields has begun another message. Where the sheet does not arrive there is the notice alone.
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
