import type { ReactNode } from "react";
import styles from "./pane.module.css";

interface PaneProps {
  /** Of its heading. */
  id: string;
  heading: string;
  /** One sentence or two under the heading. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** One matter of a screen that has several. */
export function Pane({ id, heading, lead, children }: PaneProps) {
  return (
    <section className={styles.pane} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading} tabIndex={-1}>
          {heading}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** Where the focus goes when what had it leaves the pane. */
export function focusPane(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
