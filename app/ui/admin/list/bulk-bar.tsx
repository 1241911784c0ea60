import { type ReactNode, useEffect, useRef } from "react";
import { down, help } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ActionButton } from "../control/action-button.tsx";
import { Menu } from "../control/menu.tsx";
import { showShortcuts } from "../dialog/shortcut-sheet.tsx";
import styles from "./bulk-bar.module.css";
import type { useSelection } from "./use-selection.ts";

interface BulkBarProps {
  selected: ReturnType<typeof useSelection>;
  /** Number of selected entries. */
  count: number;
  /** Number of entries in the list. */
  shown: number;
  /** Number of entries that match the filter, loaded or not; undefined until it is known. */
  total?: number | undefined;
  /** Whether more can be loaded, which is known before the total. */
  hasMore?: boolean;
  /** Shown while nothing is selected. */
  beside?: ReactNode;
  /** The actions on the selected entries. */
  children: ReactNode;
}

/** The bar above a list that selects entries and acts on them. */
export function BulkBar({ selected, count, shown, total, hasMore = false, beside, children }: BulkBarProps) {
  const isEvery = count > 0 && count >= (total ?? shown);
  const hidden = selected.selection.isAll && total !== undefined ? total - shown : 0;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isEvery;
  });
  return (
    <section className={count > 0 ? `${styles.bar} ${styles.acting}` : styles.bar} aria-label="Selection">
      <label className={`line ${styles.all}`}>
        <input
          type="checkbox"
          aria-label="Select all"
          checked={isEvery}
          ref={box}
          onChange={() => {
            if (isEvery) selected.clear();
            else if (hasMore || (total ?? 0) > shown) selected.selectAll();
            else selected.selectShown();
          }}
        />
        <span role="status">{count === 0 ? "Select all" : saidOf(count, hidden)}</span>
      </label>
      {count > 0 ? (
        <div className={`wraps gap-4 ${styles.actions}`}>{children}</div>
      ) : (
        <div className={`wraps gap-4 ${styles.actions}`}>
          {beside}
          <span className={styles.keys}>
            <ActionButton glyph={help} label="Keys" onClick={showShortcuts} />
          </span>
        </div>
      )}
    </section>
  );
}

const saidOf = (count: number, hidden: number): string =>
  `${count.toLocaleString("en-GB")} selected${hidden > 0 ? `, ${hidden.toLocaleString("en-GB")} not shown yet` : ""}`;

export function BulkMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      className={`tap gap-8 ${styles.menu}`}
      face={
        <>
          {label} <Icon of={down} small />
        </>
      }
    >
      {children}
    </Menu>
  );
}
