import type { ComponentProps, ReactNode } from "react";
import { SelectField } from "../control/select-field.tsx";
import styles from "./side-index.module.css";

interface IndexedColumnsProps {
  className?: string;
  /** A `SideIndex`, then what is chosen in it. */
  children: ReactNode;
}

/** An index and, beside it where there is room, what is chosen in it. */
export const IndexedColumns = ({ className = "", children }: IndexedColumnsProps) => (
  <div className={`stack ${styles.columns} ${className}`}>{children}</div>
);

interface SideIndexProps {
  /** Accessible name of the list of links. */
  label: string;
  /** A list of links; the current one has `aria-current`. */
  links: ReactNode;
  select: ComponentProps<typeof SelectField>;
  /** Shown above the links. */
  lead?: ReactNode;
  /** Shown below the links. */
  foot?: ReactNode;
}

/** Links that stay in view, or a native select where there is no room. */
export function SideIndex({ label, links, select, lead, foot }: SideIndexProps) {
  return (
    <div className={`stack gap-16 ${styles.side}`}>
      {lead}
      <nav aria-label={label} className={styles.links}>
        {links}
      </nav>
      <SelectField {...select} className={styles.select} />
      {foot}
    </div>
  );
}
