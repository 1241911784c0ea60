import { useEffect, useId, useRef, useState } from "react";
import { copy as copyGlyph } from "#app/ui/glyphs.ts";
import fieldStyles from "#app/ui/text-field.module.css";
import { Field } from "#app/ui/text-field.tsx";
import { ActionButton } from "./action-button.tsx";
import styles from "./copy-field.module.css";

interface CopyFieldProps {
  label: string;
  value: string;
  /** Display form of the value, where it is easier to read: a key in groups of four. */
  shown?: string;
  /** Focuses the field on mount, for when it replaces the focused element. */
  takesFocus?: boolean;
}

/**
 * A text to copy, shown in full. If the browser denies clipboard access, the text is selected and the keyboard shortcut
 * is shown.
 */
export function CopyField({ label, value, shown = value, takesFocus = false }: CopyFieldProps) {
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const [status, setStatus] = useState("");
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  async function copy() {
    const isCopied = await copyText(value);
    if (!isCopied) text.current?.select();
    setStatus(isCopied ? "Copied." : "Selected. Press Ctrl+C or Cmd+C to copy.");
  }
  return (
    <Field label={label} id={id}>
      <textarea
        ref={text}
        id={id}
        readOnly
        // For browsers without `field-sizing`.
        rows={Math.ceil(shown.length / 40)}
        spellCheck={false}
        value={shown}
        className={`${fieldStyles.input} ${styles.text}`}
        onFocus={(event) => event.target.select()}
      />
      <div className="cluster muted gap-8-16">
        <ActionButton glyph={copyGlyph} label="Copy" onClick={copy} />
        <p role="status">{status}</p>
      </div>
    </Field>
  );
}

/** Copies `text` to the clipboard. @returns whether it succeeded; browsers allow it in secure contexts only */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
