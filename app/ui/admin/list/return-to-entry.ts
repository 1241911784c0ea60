import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useIsHere } from "../screen/use-is-here.ts";

/** History state set by links in a list: tells the form that the list is one step back. */
export const fromList = { isFromList: true };

let changed: string | undefined;

/**
 * Returns a function that goes back to the list after a save and marks the entry `key` to be focused there. If the form
 * was not opened from the list, it opens the list at `list`. If the form has been left meanwhile, it does nothing.
 */
export function useReturnToList(list: string): (key: string) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isHere = useIsHere();
  return (key) => {
    if (!isHere()) return;
    changed = key;
    // Going back in history restores the scroll position and the loaded pages of the list.
    if (state?.isFromList) navigate(-1);
    else navigate(list);
  };
}

/** Scrolls to the entry that was just saved and focuses it, once the list is rendered. */
export function useReturnedEntry(isRendered: boolean): void {
  useEffect(() => {
    if (!isRendered || changed === undefined) return;
    const key = changed;
    changed = undefined;
    // Runs after the screen's heading has taken focus, as it does on every navigation.
    requestAnimationFrame(() => {
      const entry = document.querySelector(`main [data-entry="${CSS.escape(key)}"]`);
      entry?.scrollIntoView({ block: "nearest" });
      entry?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
    });
  }, [isRendered]);
}
