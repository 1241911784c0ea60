import { createContext, useContext } from "react";
import styles from "./select-box.module.css";
import { useKeys } from "./use-keys.ts";

interface Selectable {
  name: string;
  isSelected: boolean;
  /** `isRange`: everything from the one before to this one. */
  toggle: (isRange: boolean) => void;
}

const SelectContext = createContext<Selectable | null>(null);

/** Round what an entry of a list is drawn in. */
export const SelectProvider = SelectContext.Provider;

/** Selects the entry that it stands in; nothing where the list selects none. */
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

/** In a list without a pane beside it: j and k go from entry to entry, x selects the one that has the focus. */
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
