import { type RefObject, useEffect } from "react";
import { isCommand } from "../screen/latin-key.ts";

/**
 * Makes Ctrl+S (Cmd+S on a Mac) press the form's submit button. On a page with several forms it applies to the form
 * that has focus.
 */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isCommand(event, "s")) return;
      const modal = document.querySelector("dialog:modal");
      if (!form.current || (modal && !modal.contains(form.current))) return;
      const focused = document.activeElement?.closest("main form, dialog form");
      if (focused && focused !== form.current) return;
      event.preventDefault(); // suppress the browser's "Save page as"
      form.current.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [form]);
}
