import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { Menu, MenuItem } from "#app/ui/admin/menu.tsx";
import { showShortcuts } from "#app/ui/admin/shortcut-sheet.tsx";
import { alert, check, close, down, download, eye, eyeOff, help, trash } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { BulkAction } from "../quote.contract.ts";
import styles from "./bulk-bar.module.css";

interface BulkBarProps {
  /** Number of selected entries. */
  count: number;
  /** Number of entries in the list. */
  shown: number;
  /** Number of entries that match the filter, if known. */
  total: number | undefined;
  isBusy: boolean;
  onSelectShown: () => void;
  onSelectAll: () => void;
  onClear: () => void;
  onChange: (action: BulkAction) => void;
  onDelete: () => void;
  onExport: () => void;
}

const changes = [
  { action: "replied", label: "Replied", glyph: check },
  { action: "won", label: "Won", glyph: check },
  { action: "lost", label: "Lost", glyph: close },
  { action: "new", label: "New", glyph: down },
  { action: "read", label: "Mark read", glyph: eye },
  { action: "unread", label: "Mark unread", glyph: eyeOff },
  { action: "spam", label: "Spam", glyph: alert },
  { action: "not-spam", label: "Not spam", glyph: check },
] as const;

/** Bar above the list: selects entries, and acts on the selected ones. */
export function BulkBar(props: BulkBarProps) {
  const { count, shown, total, isBusy, onSelectShown, onSelectAll, onClear, onChange, onDelete, onExport } = props;
  const isMore = total !== undefined && total > shown && count === shown;
  return (
    <section className={count > 0 ? `${styles.bar} ${styles.acting}` : styles.bar} aria-label="Selection">
      <label className={styles.all}>
        <input
          type="checkbox"
          aria-label="Select all"
          checked={count > 0 && count >= shown}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < shown;
          }}
          onChange={() => (count > 0 ? onClear() : onSelectShown())}
        />
        <span role="status">{count === 0 ? "Select all" : `${count.toLocaleString("en-GB")} selected`}</span>
      </label>
      {isMore && (
        <button type="button" className={styles.more} onClick={onSelectAll}>
          All {total.toLocaleString("en-GB")}
        </button>
      )}
      {count > 0 ? (
        <div className={styles.actions}>
          <Menu
            className={styles.menu}
            face={
              <>
                Mark as <Icon of={down} small />
              </>
            }
          >
            {changes.map(({ action, label, glyph }) => (
              <MenuItem key={action} glyph={glyph} label={label} onClick={() => onChange(action)} />
            ))}
          </Menu>
          <ActionButton glyph={download} label="Export" disabled={isBusy} onClick={onExport} />
          <ActionButton glyph={trash} label="Delete selected" isDanger disabled={isBusy} onClick={onDelete} />
        </div>
      ) : (
        <div className={`${styles.actions} ${styles.keys}`}>
          <ActionButton glyph={help} label="Keys" onClick={showShortcuts} />
        </div>
      )}
    </section>
  );
}
