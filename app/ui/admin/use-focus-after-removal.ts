import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to the element of `ref`, which needs a tabIndex, when a button inside of it goes that has the focus.
 * @returns the element's handler of `onFocus`
 */
export function useFocusAfterRemoval(ref: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(null);
  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return ({ target }: FocusEvent): void => {
    // A dialog that the element renders is not inside of it.
    last.current = ref.current?.contains(target) ? target : null;
  };
}
