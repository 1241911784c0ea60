import type { ReactNode } from "react";
import styles from "./accordion.module.css";
import { minus, plus } from "./glyphs.ts";
import { Icon } from "./icon.tsx";

interface AccordionItemProps {
  /** Opening an item closes the others with the same group (`details name`). */
  group: string;
  /** The whole head is the toggle. */
  head: ReactNode;
  children: ReactNode;
  open?: boolean;
  /** Shown next to the head, outside the toggle (links, a menu). */
  beside?: ReactNode;
  id?: string;
  className?: string;
  /** Side of the toggle icon. */
  toggle?: "start" | "end";
}

/**
 * An accordion item as a native `details`, so it works before and without JavaScript. At most one item per group is
 * open.
 */
export function AccordionItem({
  group,
  head,
  children,
  open,
  beside,
  id,
  className,
  toggle = "end",
}: AccordionItemProps) {
  return (
    <div className={className ? `${styles.item} ${className}` : styles.item}>
      <details className={styles.details} name={group} open={open} id={id}>
        <summary className={toggle === "end" ? `${styles.head} ${styles.end}` : styles.head}>
          {toggle === "end" && head}
          <span className={styles.square} aria-hidden="true">
            <span className={styles.plus}>
              <Icon of={plus} small />
            </span>
            <span className={styles.minus}>
              <Icon of={minus} small />
            </span>
          </span>
          {toggle === "start" && head}
        </summary>
        <div className={styles.body}>{children}</div>
      </details>
      {beside && <div>{beside}</div>}
    </div>
  );
}
