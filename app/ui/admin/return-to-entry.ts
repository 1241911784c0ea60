import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** What a link in a list says to the form that it opens: the list is one step back. */
export const fromList = { isFromList: true };

let changed: string | undefined;

/** After a save: back to the list, where the entry stands in it. Without a list to go back to, a new one. */
export function useReturnToList(list: string): (key: string) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (key) => {
    changed = key;
    // One step back the browser's own scroll position holds; the list's pages are still there.
    if (state?.isFromList) navigate(-1);
    else navigate(list);
  };
}

/** The entry that was saved has the focus and is in sight, once the list is drawn. */
export function useReturnedEntry(isDrawn: boolean): void {
  useEffect(() => {
    if (!isDrawn || changed === undefined) return;
    const key = changed;
    changed = undefined;
    // After the screen's heading, which takes the focus at every other navigation.
    requestAnimationFrame(() => {
      const entry = document.querySelector(`main [data-entry="${CSS.escape(key)}"]`);
      entry?.scrollIntoView({ block: "nearest" });
      entry?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
    });
  }, [isDrawn]);
}
