import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import { close, plus } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { IconButton } from "../icon-button.tsx";
import styles from "./list-field.module.css";

interface ListFieldProps {
  /** Label of the list, such as "Requirements". */
  label: string;
  /** Singular noun for one line, such as "requirement". */
  entryName: string;
  name: string;
  hint?: string;
  values: string[];
  onChange: (values: string[]) => void;
  error?: string | null;
}

/**
 * A list of short texts, one per line. Enter adds a line below, Backspace in an empty line removes it, and pasted text
 * is split into lines.
 */
export function ListField({ label, entryName, name, hint, values, onChange, error }: ListFieldProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);

  /** Renders the changed list and focuses a line at once, so that no key is lost, or the add button if no line is left. */
  const change = (next: string[], index: number) => {
    flushSync(() => onChange(next));
    const lines = group.current?.querySelectorAll("textarea");
    const target = lines?.[Math.max(0, index)] ?? group.current?.querySelector("button");
    target?.focus();
  };
  const addAfter = (index: number) => change(values.toSpliced(index + 1, 0, ""), index + 1);
  const removeAt = (index: number) => change(values.toSpliced(index, 1), index - 1);

  return (
    <fieldset ref={group} className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {values.length > 0 && (
        <ul className={styles.lines}>
          {values.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity besides its index
            <li key={index} className={styles.line}>
              <textarea
                rows={1}
                dir="auto"
                name={name}
                className={styles.input}
                aria-label={`${label}, ${entryName} ${index + 1}`}
                aria-invalid={error ? true : undefined}
                value={value}
                onChange={(event) => onChange(values.toSpliced(index, 1, ...event.target.value.split(/\r?\n/)))}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && !event.nativeEvent.isComposing) {
                    event.preventDefault();
                    addAfter(index);
                  }
                  if (event.key === "Backspace" && value === "") {
                    event.preventDefault();
                    removeAt(index);
                  }
                }}
              />
              <IconButton glyph={close} label={`Remove ${entryName} ${index + 1}`} onClick={() => removeAt(index)} />
            </li>
          ))}
        </ul>
      )}
      <button type="button" className={styles.add} onClick={() => addAfter(values.length - 1)}>
        <Icon of={plus} small />
        Add {entryName}
      </button>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
