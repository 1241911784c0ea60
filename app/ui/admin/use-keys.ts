import { useEffect, useRef } from "react";

/** Handlers for single keys, by `KeyboardEvent.key`. */
export type Keys = Record<string, (() => void) | undefined>;

/**
 * Registers single-key shortcuts. They are ignored in text fields, menus and dialogs, and with Ctrl, Alt or Cmd held.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** Checkboxes and buttons do not take text, so shortcuts stay active on them. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector("dialog:modal")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("select, textarea, [role=menu], [role=combobox]")) return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}
