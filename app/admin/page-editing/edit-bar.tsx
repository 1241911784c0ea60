import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { areDraftsKept } from "#app/browser/admin-draft.ts";
import { Advice } from "#app/ui/admin/advice.tsx";
import { FormError } from "#app/ui/admin/form/form-error.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { check } from "#app/ui/glyphs.ts";
import styles from "./edit-bar.module.css";

interface EditBarProps {
  ref: RefObject<HTMLFormElement | null>;
  /** Of the page. */
  path: string;
  /** Form of the entry that the page is about: what is empty has no place on the page. */
  form: string | undefined;
  /** Number of changed fields, and their names. */
  count: number;
  names: string[];
  advice: string[];
  hasDraft: boolean;
  isRestored: boolean;
  isSaving: boolean;
  isUploading: boolean;
  /** Why something could not be saved. */
  message: string | null;
  onSaveDraft: () => void;
  onDiscard: () => void;
  onPublish: (event: FormEvent) => void;
}

/** Below the page: what is changed, and what becomes of it. */
export function EditBar(props: EditBarProps) {
  const { ref, path, form, count, names, hasDraft, isRestored, isSaving, isUploading, message } = props;
  const isNothing = count === 0;
  const keepFocus = useFocusInBar(ref, isNothing);
  const submit = (event: FormEvent) => {
    keepFocus();
    props.onPublish(event);
  };
  return (
    <form ref={ref} className={styles.bar} aria-label="Changes" noValidate onSubmit={submit}>
      <FormError message={message} />
      <div className={styles.words} role="status">
        <p>{isUploading ? "Wait until the image is uploaded." : changeCount(count)}</p>
        {!isNothing && <p className={styles.names}>{[...new Set(names)].join(", ")}</p>}
        {!isNothing && <p className={styles.names}>{whereKept(hasDraft, isRestored)}</p>}
      </div>
      <Advice sentences={props.advice} />
      <div className={styles.buttons}>
        <LinkButton kind="text" size="office" glyph={null} label="Stop editing" href={path} />
        {form && <LinkButton kind="text" size="office" glyph={null} label="All fields" href={`/admin${form}`} />}
        <Button kind="text" size="office" glyph={null} label="Discard" disabled={isNothing} onClick={props.onDiscard} />
        <Button
          kind="line"
          size="office"
          label="Save draft"
          disabled={isNothing || isUploading}
          onClick={props.onSaveDraft}
        />
        <Button
          type="submit"
          size="office"
          label="Publish"
          busyLabel="Publishing"
          glyph={check}
          busy={isSaving}
          disabled={isNothing || isUploading}
        />
      </div>
    </form>
  );
}

/** The button that was pressed is disabled when nothing is left to publish: the link beside it takes the focus. */
function useFocusInBar(bar: RefObject<HTMLFormElement | null>, isNothing: boolean): () => void {
  const hadFocus = useRef(false);
  useEffect(() => {
    if (isNothing && hadFocus.current) bar.current?.querySelector("a")?.focus();
    if (isNothing) hadFocus.current = false;
  }, [bar, isNothing]);
  return () => {
    hadFocus.current = bar.current?.contains(document.activeElement) ?? false;
  };
}

const changeCount = (count: number) =>
  count === 0
    ? "Click a text, a figure or a picture to change it."
    : count === 1
      ? "One change that visitors do not see yet."
      : `${count} changes that visitors do not see yet.`;

function whereKept(hasDraft: boolean, isRestored: boolean): string {
  if (hasDraft) return "Kept as a draft.";
  if (isRestored) return "Your unsaved changes have been restored.";
  return areDraftsKept() ? "Kept on this device." : "Kept while this page is open.";
}
