import type { ReactNode, ToggleEvent } from "react";
import styles from "./accordion.module.css";
import { minus, plus } from "./glyphs.ts";
import { Icon } from "./icon.tsx";

interface AccordionItemProps {
  /** Items of one name close each other, without a script too. */
  group: string;
  /** The head as a whole is the button. */
  head: ReactNode;
  children: ReactNode;
  open?: boolean;
  /** Stands beside the head and outside the button (links, a menu). */
  beside?: ReactNode;
  id?: string;
  className?: string;
  /** Where the toggle square stands. */
  toggle?: "start" | "end";
}

/** One line of an accordion: native details, so it opens before and without the script. At most one of a group is open. */
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
      <details className={styles.details} name={group} open={open} id={id} onToggle={closeOthers}>
        <summary className={`${styles.head} ${styles[toggle]}`}>
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
      {beside && <div className={styles.beside}>{beside}</div>}
    </div>
  );
}

/** Browsers older than `details name` need to be told. */
function closeOthers(event: ToggleEvent<HTMLDetailsElement>) {
  const opened = event.currentTarget;
  if (!opened.open || !opened.name) return;
  for (const other of document.querySelectorAll<HTMLDetailsElement>(
    `details[name="${CSS.escape(opened.name)}"][open]`,
  )) {
    if (other !== opened) other.open = false;
  }
}

/** The usual accordion: a list of heads and bodies, the first open where asked for. */
export function Accordion({
  group,
  items,
  firstOpen = false,
}: {
  group: string;
  items: { id: string; head: ReactNode; body: ReactNode }[];
  firstOpen?: boolean;
}) {
  return (
    <ul className={styles.list}>
      {items.map((item, index) => (
        <li key={item.id}>
          <AccordionItem group={group} head={item.head} open={firstOpen && index === 0}>
            {item.body}
          </AccordionItem>
        </li>
      ))}
    </ul>
  );
}
