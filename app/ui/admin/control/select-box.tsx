import { createContext, useContext } from "react";
import { useKeys } from "../screen/use-keys.ts";
import styles from "./select-box.module.css";

interface Selectable {
  name: string;
  isSelected: boolean;
  /** `isRange`: applies to everything since the last toggled entry (shift-click). */
  toggle: (isRange: boolean) => void;
}

const SelectContext = createContext<Selectable | null>(null);

/** Wraps each entry of a selectable list. */
export const SelectProvider = SelectContext.Provider;

/** The checkbox that selects the enclosing entry; renders nothing outside a selectable list. */
export function SelectBox() {
  const entry = useContext(SelectContext);
  if (!entry) return null;
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={entry.isSelected}
        aria-label={`Select ${entry.name}`}
        onChange={(event) => entry.toggle((event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}

const entries = () => [...document.querySelectorAll<HTMLElement>("main [data-entry]")];

const focused = () => document.activeElement?.closest<HTMLElement>("main [data-entry]") ?? undefined;

/** Shortcuts of a list without a detail pane: j and k move between entries, x selects the focused one. */
export function useListKeys(toggle: (key: string) => void): void {
  const step = (by: 1 | -1) => {
    const all = entries();
    const entry = focused();
    const next = all[entry ? all.indexOf(entry) + by : 0];
    next?.scrollIntoView({ block: "nearest" });
    next?.querySelector<HTMLElement>("input[type=checkbox]")?.focus({ preventScroll: true });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const key = focused()?.dataset.entry;
      if (key !== undefined) toggle(key);
    },
  });
}
