import { close } from "#app/ui/glyphs.ts";
import { IconButton } from "../control/icon-button.tsx";
import { isComposing } from "../text/is-composing.ts";
import styles from "./list-field.module.css";
import { ListFrame, type ListProps, useListFocus } from "./list-frame.tsx";

/** Pages draw their own. */
const bullet = /^\s*[•◦▪‣·*–-]\s+(?=\S)/;

/**
 * A list of short texts, one per line. Enter adds a line below, Backspace in an empty line removes it, and pasted text
 * is split into lines.
 */
export function ListField({ name, values, onChange, ...frame }: ListProps<string>) {
  const { label, entryName, error } = frame;
  const { group, changeEntries } = useListFocus(onChange, "textarea");
  const addAfter = (index: number) => changeEntries(values.toSpliced(index + 1, 0, ""), index + 1);
  const removeAt = (index: number) => changeEntries(values.toSpliced(index, 1), index - 1);
  const change = (index: number, { value, selectionEnd }: HTMLTextAreaElement) => {
    const typed = value.split(/\r?\n/);
    const lines = typed.length === 1 ? typed : typed.map((line) => line.replace(bullet, ""));
    const next = values.toSpliced(index, 1, ...lines);
    if (lines.length === 1) return onChange(next);
    changeEntries(next, index + lines.length - 1);
    // One goes on typing behind what was pasted.
    const place = (lines.at(-1) ?? "").length - (value.length - selectionEnd);
    (document.activeElement as HTMLTextAreaElement).setSelectionRange(place, place);
  };

  return (
    <ListFrame {...frame} group={group} onAdd={() => addAfter(values.length - 1)}>
      {values.length > 0 && (
        <ul className="stack gap-8" role="list">
          {values.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity besides its index
            <li key={index} className={styles.line}>
              <textarea
                // For browsers without `field-sizing`.
                rows={Math.ceil(value.length / 60) || 1}
                dir="auto"
                name={name}
                className={`grow ${styles.input}`}
                aria-label={`${label}, ${entryName} ${index + 1}`}
                aria-invalid={error ? true : undefined}
                value={value}
                onChange={(event) => change(index, event.target)}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && !isComposing(event.nativeEvent)) {
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
    </ListFrame>
  );
}
