import { useEffect, useRef } from "react";
import { hideToast, showToast } from "#app/ui/admin/notice/toast.tsx";
import type { ContentField } from "./defaults/sections.ts";
import type { SiteForm } from "./site-content.form.ts";

/** Resets a text to the built-in one. Undo brings back what the field said, saved or not, while the form is open. */
export function useReset(form: SiteForm): (text: ContentField) => void {
  const shown = useRef(new Set<string>());
  useEffect(() => () => shown.current.forEach(hideToast), []);
  return (text) => {
    const bringBack = form.reset(text);
    const id = `reset-${text.path}`;
    const undo = () => {
      bringBack();
      focusField(text.path);
    };
    shown.current.add(id);
    showToast({
      id,
      kind: "success",
      title: `${text.label} reset`,
      text: "The field is back to what was built in.",
      actions: [{ label: "Undo", onClick: undo }],
    });
    // A text that was never saved has nothing more to reset, so its button goes.
    requestAnimationFrame(() => document.activeElement === document.body && focusField(text.path));
  };
}

/** Focuses the field of a text by its path; of a list the first input, or the button that adds a row. */
export function focusField(path: string): void {
  const field = document.querySelector<HTMLElement>(`main [name="${CSS.escape(path)}"]`);
  const input = field?.matches("fieldset") && (field.querySelector("input") ?? field.querySelector("button"));
  (input || field)?.focus();
}
