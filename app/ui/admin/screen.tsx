import { type ReactNode, useEffect } from "react";
import styles from "./screen.module.css";

interface ScreenProps {
  heading: string;
  /** In the document's title; the heading unless two screens share one. */
  title?: string;
  /** One line under the heading. */
  subline?: ReactNode;
  /** At the right of the heading. */
  action?: ReactNode;
  /** Forms are narrower than lists. */
  isNarrow?: boolean;
  children?: ReactNode;
}

/** One screen of the back office: its heading, its title, its content. */
export function Screen({ heading, title = heading, subline, action, isNarrow = false, children }: ScreenProps) {
  useTitle(title);
  return (
    <div className={isNarrow ? styles.narrow : undefined}>
      <div className={styles.head}>
        <div>
          <Heading text={heading} />
          {subline && <p className={styles.subline}>{subline}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

/** The one h1 of a screen. Focus is moved here after a navigation, for those who listen. */
export function Heading({ text }: { text: string }) {
  return (
    <h1 ref={inheritFocus} className={styles.heading} tabIndex={-1}>
      {text}
    </h1>
  );
}

let hadFocus = false;

/** A heading that takes another's place in one step (the list turned out empty) takes its focus too. */
function inheritFocus(heading: HTMLElement | null) {
  if (hadFocus) heading?.focus({ preventScroll: true });
  return () => {
    hadFocus = document.activeElement === heading;
    queueMicrotask(() => {
      hadFocus = false;
    });
  };
}

/** Where the focus goes when what had it leaves; otherwise it would fall to the top of the document. */
export function focusHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("main h1")?.focus());
}

let shownTitle = "";
let titleCount = 0;

const writeTitle = () => {
  document.title = `${titleCount > 0 ? `(${titleCount}) ` : ""}${shownTitle} | Jorna back office`;
};

/** What waits to be looked at, before the title of every screen: it is seen on a tab that is not. */
export function setTitleCount(count: number): void {
  if (count === titleCount) return;
  titleCount = count;
  writeTitle();
}

export function useTitle(title: string) {
  useEffect(() => {
    shownTitle = title;
    writeTitle();
  }, [title]);
}
