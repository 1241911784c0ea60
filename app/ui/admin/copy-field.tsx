import { useEffect, useId, useRef, useState } from "react";
import { copy as copyGlyph } from "#app/ui/glyphs.ts";
import fieldStyles from "#app/ui/text-field.module.css";
import { Field } from "#app/ui/text-field.tsx";
import { ActionButton } from "./action-button.tsx";
import styles from "./copy-field.module.css";

interface CopyFieldProps {
  label: string;
  value: string;
  /** As it is read, where that helps: a key in groups of four. */
  shown?: string;
  /** Where it takes the place of what had the focus. */
  takesFocus?: boolean;
}

/** A text to be taken elsewhere, seen whole. Where the browser keeps its clipboard to itself, it is marked and the keys are named. */
export function CopyField({ label, value, shown = value, takesFocus = false }: CopyFieldProps) {
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  async function copy() {
    const isCopied = await copyText(value);
    if (!isCopied) text.current?.select();
    setSaid(isCopied ? "Copied." : "Marked: press Ctrl+C or Cmd+C to copy it.");
  }
  return (
    <Field label={label} id={id}>
      <textarea
        ref={text}
        id={id}
        readOnly
        rows={2}
        spellCheck={false}
        value={shown}
        className={`${fieldStyles.input} ${styles.text}`}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.foot}>
        <ActionButton glyph={copyGlyph} label="Copy" onClick={copy} />
        <p role="status">{said}</p>
      </div>
    </Field>
  );
}

/** @returns whether the browser let it: it does so on secure origins only */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
