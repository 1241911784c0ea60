import { type ReactNode, useEffect } from "react";
import styles from "./screen.module.css";
import { siteName } from "./site-logo.tsx";
import { isInField } from "./use-moved-on.ts";

interface ScreenProps {
  heading: string;
  /** Document title; defaults to the heading, set where two screens share one. */
  title?: string;
  /** One line under the heading. */
  subline?: ReactNode;
  /** Shown to the right of the heading. */
  action?: ReactNode;
  /** For forms, which are narrower than lists. */
  isNarrow?: boolean;
  children?: ReactNode;
}

/** A screen of the back office: heading, document title and content. */
export function Screen({ heading, title = heading, subline, action, isNarrow = false, children }: ScreenProps) {
  useTitle(title);
  return (
    <div className={isNarrow ? styles.narrow : undefined}>
      <div className={`cluster between gap-16 ${styles.head}`}>
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

/** The only h1 of a screen. Receives focus after navigation, for screen reader users. */
export function Heading({ text }: { text: string }) {
  return (
    <h1 ref={inheritFocus} className={styles.heading} tabIndex={-1}>
      {text}
    </h1>
  );
}

let hadFocus = false;

/**
 * If a new heading replaces a focused one in the same commit (the list turned out to be empty), it inherits the focus.
 */
function inheritFocus(heading: HTMLElement | null) {
  if (hadFocus) heading?.focus({ preventScroll: true });
  return () => {
    hadFocus = document.activeElement === heading;
    queueMicrotask(() => {
      hadFocus = false;
    });
  };
}

/**
 * Focuses the heading; for when the focused element is about to disappear and focus would be lost to the body. After a
 * slow answer the user may be typing somewhere else, and goes on.
 */
export function focusHeading(): void {
  requestAnimationFrame(() => {
    if (!isInField()) document.querySelector<HTMLElement>("main h1")?.focus();
  });
}

let shownTitle = "";
let titleCount = 0;

const writeTitle = () => {
  document.title = `${titleCount > 0 ? `(${titleCount}) ` : ""}${shownTitle} | ${siteName()} back office`;
};

/** Prefixes the document title with a count, such as "(3) ", so that new leads are visible in a background tab. */
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
