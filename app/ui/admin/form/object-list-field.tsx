import { close } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { IconButton } from "../icon-button.tsx";
import { type Entry, type FormColumn, shownEntry } from "./fields.ts";
import styles from "./list-field.module.css";
import { ListFrame, type ListProps, useListFocus } from "./list-frame.tsx";

interface ObjectListFieldProps extends ListProps<Entry> {
  columns: Readonly<Record<string, FormColumn>>;
  /** Maximum number of entries. */
  most: number;
}

/** A list of objects with the same few fields. Adding an entry focuses it; removing one focuses the entry before it. */
export function ObjectListField({ columns, most, name, values, onChange, ...frame }: ObjectListFieldProps) {
  const { label, entryName, error } = frame;
  const { group, changeEntries } = useListFocus(onChange, "input");
  const add = () => changeEntries([...values, shownEntry(columns)], values.length);
  const removeAt = (index: number) => changeEntries(values.toSpliced(index, 1), index - 1);
  const change = (index: number, column: string, typed: string) =>
    onChange(values.toSpliced(index, 1, { ...values[index], [column]: typed }));

  return (
    <ListFrame {...frame} group={group} onAdd={values.length < most ? add : undefined}>
      {values.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no identity besides its index
        <li key={index} className={styles.entry}>
          <div className={styles.columns}>
            {Object.entries(columns).map(([column, { label: said, kind }]) => (
              <TextField
                key={column}
                className={kind === "number" ? styles.number : undefined}
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
    </ListFrame>
  );
}
