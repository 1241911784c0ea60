import type { MouseEvent, ReactNode, ToggleEvent } from "react";
import styles from "./accordion.module.css";
import { minus, plus } from "./glyphs.ts";
import { Icon } from "./icon.tsx";

/** More than the 300 ms that it takes: a slow device begins late. */
const collapseMs = 600;

interface AccordionItemProps {
  /** Opening an item closes the others with the same group, even without JavaScript (`details name`). */
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
      <details className={styles.details} name={group} open={open} id={id} onToggle={closeOthers}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary className={`${styles.head} ${styles[toggle]}`} onClick={keepInPlace}>
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

/** While the item above closes, which may be higher than the screen: the head that was pressed must not leave it. */
function keepInPlace({ currentTarget: head }: MouseEvent) {
  const { dataset } = document.documentElement;
  const end = performance.now() + collapseMs;
  // Of several heads pressed in a row the last one ends it.
  const mark = String(end);
  const place = () => head.getBoundingClientRect().top + scrollY;
  let last = place();
  const keep = () => {
    const now = place();
    scrollBy({ top: now - last, behavior: "instant" });
    last = now;
    if (performance.now() < end) requestAnimationFrame(keep);
    else if (dataset.keeps === mark) delete dataset.keeps;
  };
  dataset.keeps = mark;
  keep();
}

/** For browsers without support for `details name`. */
function closeOthers(event: ToggleEvent<HTMLDetailsElement>) {
  const opened = event.currentTarget;
  if (!opened.open || !opened.name) return;
  for (const other of document.querySelectorAll<HTMLDetailsElement>(
    `details[name="${CSS.escape(opened.name)}"][open]`,
  )) {
    if (other !== opened) other.open = false;
  }
}

/** An accordion of heads and bodies; `firstOpen` opens the first item. */
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
