import { createContext, type MouseEvent, useContext } from "react";
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
  return <SelectCheckbox className={styles.box} label={`Select ${entry.name}`} {...entry} />;
}

type SelectCheckboxProps = Pick<Selectable, "isSelected" | "toggle"> & { className: string | undefined; label: string };

/** A checkbox in a label that enlarges it. */
export function SelectCheckbox({ className, label, isSelected, toggle }: SelectCheckboxProps) {
  // Firefox does not pass a click with Shift on to the checkbox.
  const toggleRange = (event: MouseEvent<HTMLLabelElement>) => {
    if (!event.shiftKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    (event.currentTarget.control as HTMLElement | null)?.focus({ preventScroll: true });
    toggle(true);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys act on the checkbox
    <label className={className} onClick={toggleRange}>
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={label}
        onChange={(event) => {
          // Safari does not focus what is clicked. The keys of the list go on from here.
          event.currentTarget.focus({ preventScroll: true });
          toggle((event.nativeEvent as globalThis.MouseEvent).shiftKey);
        }}
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
