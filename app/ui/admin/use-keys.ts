import { useEffect, useRef } from "react";

/** What a single key does, by `KeyboardEvent.key`. */
export type Keys = Record<string, (() => void) | undefined>;

/** Single keys act while nobody types: not in a field, a menu or a dialog, and not together with Ctrl, Alt or Cmd. */
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

/** A checkbox and a button take no text. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector("dialog:modal")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("select, textarea, [role=menu], [role=combobox]")) return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}
