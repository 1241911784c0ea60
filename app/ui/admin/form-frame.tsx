import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { alert, type Glyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { DraftLine, RestoredDraft, useDraftNotice } from "./draft-notice.tsx";
import type { EntryForm, FormValues } from "./entry-form.ts";
import styles from "./form-frame.module.css";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useSaveShortcut } from "./save-shortcut.ts";

interface FormFrameProps<V extends FormValues> {
  form: EntryForm<V>;
  submit: { label: string; glyph: Glyph };
  /** What the fields are called when two versions are compared. */
  labels: Record<keyof V & string, string>;
  /** An upload is on its way. */
  isWaiting?: boolean;
  /** The second pane: images, lists. */
  aside?: ReactNode;
  /** Gives the address of the page as it would be with these values. */
  preview?: (values: V, base: V) => Promise<string>;
  /** Beside the submit button. */
  beside?: ReactNode;
  /** Instead of the form's own. @returns how to undo it */
  discard?: () => () => void;
  /** In a dialog the panes lie below each other and have no frame of their own. */
  isInDialog?: boolean;
  children: ReactNode;
}

/** A form of the back office: two panes, below both the submit button with the server's answer under it (spec §8), and nothing typed ever lost. */
export function FormFrame<V extends FormValues>({
  form,
  submit,
  labels,
  isWaiting = false,
  aside,
  preview,
  beside,
  discard = form.discard,
  isInDialog = false,
  children,
}: FormFrameProps<V>) {
  const element = useRef<HTMLFormElement>(null);
  useFocusAfterAnswer(element, form);
  useSaveShortcut(element);
  useDraftNotice(form);
  const look = usePreview(form, preview);
  return (
    <>
      {form.restored && (
        <RestoredDraft at={form.restored.at} news={form.restored.news.map((name) => labels[name])} discard={discard} />
      )}
      <form
        ref={element}
        className={`${styles.form} ${isInDialog ? styles.plain : aside ? styles.two : ""}`}
        noValidate
        onSubmit={form.submit}
      >
        <div className={styles.pane}>
          {children}
          {isInDialog && aside}
        </div>
        {aside && !isInDialog && <div className={styles.pane}>{aside}</div>}
        <div className={styles.end}>
          <div className={styles.foot}>
            <Button
              type="submit"
              size="office"
              label={submit.label}
              glyph={submit.glyph}
              disabled={!form.hasValue || isWaiting}
              busy={form.isSaving}
              busyLabel="Saving"
            />
            {look && (
              <Button
                kind="line"
                size="office"
                label="Preview"
                busyLabel="Drawing"
                disabled={!form.hasValue || isWaiting}
                busy={look.isDrawing}
                onClick={look.open}
              />
            )}
            {beside}
            {!form.hasValue && <p className={styles.hint}>Fill in a field first.</p>}
            {form.keptAt && <DraftLine at={form.keptAt} discard={form.restored ? null : discard} />}
            {isWaiting && <p className={styles.hint}>Wait until the image is uploaded.</p>}
          </div>
          {form.message && (
            <p className={styles.message} role="alert">
              <Icon of={alert} />
              {form.message}
            </p>
          )}
        </div>
      </form>
      {look?.dialog}
      <ConflictDialog form={form} labels={labels} />
    </>
  );
}

/** The dialog stands outside the form: Enter in it shall not save. */
function usePreview<V extends FormValues>(form: EntryForm<V>, preview: FormFrameProps<V>["preview"]) {
  const [isDrawing, setDrawing] = useState(false);
  const [url, setUrl] = useState<string>();
  if (!preview) return null;
  const open = async () => {
    setDrawing(true);
    const address = await form.attempt(preview);
    setDrawing(false);
    setUrl(address);
  };
  return { open, isDrawing, dialog: <PreviewDialog url={url} onClose={() => setUrl(undefined)} /> };
}

/** To the field that the server named, once that stands there; after a save that worked, to the first field of the empty form. */
function useFocusAfterAnswer<V extends FormValues>(
  element: React.RefObject<HTMLFormElement | null>,
  { isSaving, message, conflict }: EntryForm<V>,
) {
  const wasSaving = useRef(false);
  useEffect(() => {
    if (message) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [element, message]);
  useEffect(() => {
    if (wasSaving.current && !isSaving && !conflict && !message)
      element.current?.querySelector<HTMLElement>("input:not([type=file]), textarea")?.focus();
    wasSaving.current = isSaving;
  }, [element, isSaving, message, conflict]);
}
