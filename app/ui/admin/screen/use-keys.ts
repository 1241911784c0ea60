import { useEffect, useRef } from "react";
import { showShortcuts } from "../dialog/shortcut-sheet.tsx";
import { areKeysOn } from "./key-switch.tsx";
import { latinKey } from "./latin-key.ts";

/** Handlers for single keys, by what they mean on a Latin keyboard. */
export type Keys = Record<string, (() => void) | undefined>;

/**
 * Registers the single keys of a screen with a list, and "?", which shows them. They act while something on the screen
 * has the focus, never while nothing has it, and can be switched off (WCAG 2.1.4). They are ignored in text fields,
 * menus and dialogs, and with Ctrl, Alt or Cmd held.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!areKeysOn() || !isOnScreen(event.target) || isTyping(event.target)) return;
      const key = latinKey(event);
      const act = key === "?" ? showShortcuts : latest.current[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** What is typed after its field has lost the focus to the body must not run commands. */
const isOnScreen = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("main") !== null;

/** Checkboxes and buttons do not take text, so shortcuts stay active on them. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector("dialog:modal")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("select, textarea, [role=menu], [role=combobox]")) return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}
