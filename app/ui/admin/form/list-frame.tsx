import { type ReactNode, type RefObject, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { AddButton } from "../control/add-button.tsx";
import styles from "./list-field.module.css";

export interface ListProps<T> {
  label: string;
  /** Singular noun for an entry, such as "requirement". */
  entryName: string;
  name: string;
  hint?: string;
  values: T[];
  onChange: (values: T[]) => void;
  error?: string | null;
}

/** Keeps the focus in a list whose entries are added and removed. */
export function useListFocus<T>(onChange: (values: T[]) => void, input: "input" | "textarea") {
  const group = useRef<HTMLFieldSetElement>(null);
  /** Renders the changed list and focuses an entry at once, so that no key is lost, or the add button if none is left. */
  const changeEntries = (next: T[], index: number) => {
    flushSync(() => onChange(next));
    const entries = group.current?.querySelectorAll("li");
    const target = entries?.[Math.max(0, index)]?.querySelector(input) ?? group.current?.querySelector("button");
    target?.focus();
  };
  return { group, changeEntries };
}

interface ListFrameProps extends Pick<ListProps<unknown>, "label" | "entryName" | "hint" | "error"> {
  group: RefObject<HTMLFieldSetElement | null>;
  /** By which the list is found, where its inputs have other names. */
  name?: string;
  /** The list of its entries, if there are any. */
  children: ReactNode;
  /** Not given when the list is full. */
  onAdd: (() => void) | undefined;
}

/** Label, hint, entries, add button and error of a list. */
export function ListFrame({ group, name, label, entryName, hint, error, children, onAdd }: ListFrameProps) {
  const id = useId();
  return (
    <fieldset
      ref={group}
      name={name}
      className={`stack gap-8 ${styles.group}`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      {hint && <p className="small muted">{hint}</p>}
      {children}
      {onAdd && <AddButton label={`Add ${entryName}`} onClick={onAdd} />}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
