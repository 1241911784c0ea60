import { type FocusEvent, useState } from "react";

/**
 * The attributes of a button that what it does may disable. While it has the focus it is only announced and shown as
 * disabled, and its clicks have to be ignored: disabled, it would lose the focus to the body.
 */
export function useDisabled(disabled = false) {
  const [isFocused, setFocused] = useState(false);
  return {
    disabled: disabled && !isFocused,
    "aria-disabled": (disabled && isFocused) || undefined,
    onFocus: () => setFocused(true),
    // A window that is left keeps its focus.
    onBlur: ({ currentTarget }: FocusEvent) => setFocused(document.activeElement === currentTarget),
  };
}
