import { type RefObject, useEffect } from "react";

/** Ctrl+S, or Cmd+S on a Mac, presses the form's submit button. Where a page holds several forms, that of the form that has the focus. */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      const modal = document.querySelector("dialog:modal");
      if (!form.current || (modal && !modal.contains(form.current))) return;
      const focused = document.activeElement?.closest("main form, dialog form");
      if (focused && focused !== form.current) return;
      event.preventDefault(); // the browser would save the page as a file
      form.current.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [form]);
}
