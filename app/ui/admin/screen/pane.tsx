import type { ReactNode } from "react";
import styles from "./pane.module.css";

interface PaneProps {
  /** Id of the pane's heading. */
  id: string;
  heading: ReactNode;
  /** At the end of the heading's line. */
  beside?: ReactNode;
  /** One or two sentences under the heading. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** The panes of a screen, one below the other. */
export function Panes({ children }: { children: ReactNode }) {
  return <div className="stack gap-20">{children}</div>;
}

/** A section of a screen that has several. */
export function Pane({ id, heading, beside, lead, children }: PaneProps) {
  return (
    <section className={`stack gap-20 framed ${styles.pane}`} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={`wraps between gap-4-20 ${styles.line}`}>
          <h2 id={id} className="pane-heading" tabIndex={-1}>
            {heading}
          </h2>
          {beside}
        </div>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** A list in a pane: what each entry says, under its h3, with what can be done about it beside that. */
export function PaneList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** Focuses a pane's heading; for when the focused element in it is about to disappear. */
export function focusPane(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
