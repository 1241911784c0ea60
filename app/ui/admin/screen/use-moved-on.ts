import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

const fields = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable]";

/** Whether the focus is where the user types or chooses something. */
export const isInField = (): boolean => document.activeElement?.matches(fields) ?? false;

/**
 * Whether the user has typed, or gone to a field, since `isBusy` last became true: the answer must not take the focus
 * from there, or what is being typed would go elsewhere.
 */
export function useMovedOn(isBusy: boolean): RefObject<boolean> {
  const hasMovedOn = useRef(false);
  useLayoutEffect(() => {
    if (isBusy) hasMovedOn.current = false;
  }, [isBusy]);
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element && target.matches(fields)) hasMovedOn.current = true;
    };
    for (const event of ["focusin", "input"]) document.addEventListener(event, note);
    return () => {
      for (const event of ["focusin", "input"]) document.removeEventListener(event, note);
    };
  }, []);
  return hasMovedOn;
}
