import { useRef } from "react";
import { randomKey } from "#app/shared/random-key.ts";
import { close } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Grip, SortableList } from "../list/sortable.tsx";
import { inOrder } from "../list/use-sort-order.ts";
import { type Entry, type FormColumn, shownEntry } from "./fields.ts";
import styles from "./list-field.module.css";
import { ListFrame, type ListProps, useListFocus } from "./list-frame.tsx";

interface ObjectListFieldProps extends ListProps<Entry> {
  columns: Readonly<Record<string, FormColumn>>;
  most: number;
}

const inputModes = { number: "numeric", url: "url", text: undefined } as const;

/**
 * A list of objects with the same few fields, moved by their grips. Adding an entry focuses it; removing one focuses the
 * entry before it.
 */
export function ObjectListField({ columns, most, name, values, onChange, ...frame }: ObjectListFieldProps) {
  const { label, entryName, error } = frame;
  const { group, changeEntries } = useListFocus(onChange, "input");
  const keys = useEntryKeys(values.length);
  const entries = values.map((entry, index) => ({ entry, index, key: keys.current[index] as string }));
  const add = () => changeEntries([...values, shownEntry(columns)], values.length);
  const removeAt = (index: number) => {
    keys.current.splice(index, 1);
    changeEntries(values.toSpliced(index, 1), index - 1);
  };
  const change = (index: number, column: string, typed: string) =>
    onChange(values.toSpliced(index, 1, { ...values[index], [column]: typed }));
  const reorder = async (_: unknown, order: string[]) => {
    keys.current = order;
    onChange(inOrder(entries, ({ key }) => key, order).map(({ entry }) => entry));
  };
  const nameOf = ({ entry, index }: (typeof entries)[number]) =>
    Object.values(entry).find(Boolean) ?? `${entryName} ${index + 1}`;

  return (
    <ListFrame {...frame} name={name} group={group} onAdd={values.length < most ? add : undefined}>
      {values.length > 0 && (
        <SortableList
          className="stack gap-16"
          entries={entries}
          keyOf={({ key }) => key}
          order={{ nameOf, save: reorder }}
        >
          {({ entry }, index) => (
            <div className={styles.entry}>
              <Grip />
              <div className={`wraps grow gap-8 ${styles.columns}`}>
                {Object.entries(columns).map(([column, { label: said, kind, without }]) => (
                  <TextField
                    key={column}
                    className={kind === "number" ? styles.number : undefined}
                    label={said}
                    name={`${name}.${column}`}
                    autoComplete="off"
                    aria-label={`${label}, ${entryName} ${index + 1}: ${said}`}
                    aria-invalid={error ? true : undefined}
                    inputMode={inputModes[kind]}
                    placeholder={without?.(entry)}
                    {...(kind === "url" && { dir: "ltr", spellCheck: false })}
                    value={entry[column] ?? ""}
                    onChange={({ target: { value } }) => change(index, column, kind === "url" ? value.trim() : value)}
                  />
                ))}
              </div>
              <IconButton glyph={close} label={`Remove ${entryName} ${index + 1}`} onClick={() => removeAt(index)} />
            </div>
          )}
        </SortableList>
      )}
    </ListFrame>
  );
}

/** Keys of entries, which have no identity of their own: they stay with them while they are moved and removed here. */
function useEntryKeys(count: number) {
  const keys = useRef<string[]>([]);
  keys.current.length = Math.min(keys.current.length, count);
  while (keys.current.length < count) keys.current.push(randomKey());
  return keys;
}
