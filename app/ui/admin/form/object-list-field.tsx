import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import { close, plus } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { IconButton } from "../icon-button.tsx";
import { type Entry, type FormColumn, shownEntry } from "./fields.ts";
import styles from "./list-field.module.css";

interface ObjectListFieldProps {
  /** Label of the list, such as "Team". */
  label: string;
  /** Singular noun for an entry, such as "role". */
  entryName: string;
  columns: Readonly<Record<string, FormColumn>>;
  /** Maximum number of entries. */
  most: number;
  name: string;
  hint?: string;
  values: Entry[];
  onChange: (values: Entry[]) => void;
  error?: string | null;
}

/** A list of objects with the same few fields. Adding an entry focuses it; removing one focuses the entry before it. */
export function ObjectListField(props: ObjectListFieldProps) {
  const { label, entryName, columns, most, name, hint, values, onChange, error } = props;
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);

  /** Renders the changed list and focuses an entry at once, so that no key is lost, or the add button if no entry is left. */
  const changeEntries = (next: Entry[], index: number) => {
    flushSync(() => onChange(next));
    const entries = group.current?.querySelectorAll("li");
    const target = entries?.[Math.max(0, index)]?.querySelector("input") ?? group.current?.querySelector("button");
    target?.focus();
  };
  const add = () => changeEntries([...values, shownEntry(columns)], values.length);
  const removeAt = (index: number) => changeEntries(values.toSpliced(index, 1), index - 1);
  const change = (index: number, column: string, typed: string) =>
    onChange(values.toSpliced(index, 1, { ...values[index], [column]: typed }));

  return (
    <fieldset ref={group} className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {values.length > 0 && (
        <ul className={styles.lines} role="list">
          {values.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no identity besides its index
            <li key={index} className={styles.entry}>
              <div className={styles.columns}>
                {Object.entries(columns).map(([column, { label: said, kind }]) => (
                  <TextField
                    key={column}
                    label={said}
                    name={`${name}.${column}`}
                    autoComplete="off"
                    aria-label={`${label}, ${entryName} ${index + 1}: ${said}`}
                    aria-invalid={error ? true : undefined}
                    inputMode={kind === "number" ? "numeric" : undefined}
                    value={entry[column] ?? ""}
                    onChange={(event) => change(index, column, event.target.value)}
                  />
                ))}
              </div>
              <IconButton glyph={close} label={`Remove ${entryName} ${index + 1}`} onClick={() => removeAt(index)} />
            </li>
          ))}
        </ul>
      )}
      {values.length < most && (
        <button type="button" className={styles.add} onClick={add}>
          <Icon of={plus} small />
          Add {entryName}
        </button>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
