import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import type { Glyph } from "#app/ui/glyphs.ts";
import { PreviewDialog } from "../dialog/preview-dialog.tsx";
import { ConflictDialog } from "../draft/conflict-dialog.tsx";
import { DraftLine, RestoredDraft, useDraftNotice } from "../draft/draft-notice.tsx";
import { FormResets } from "../picture/image-upload.ts";
import { useMovedOn } from "../screen/use-moved-on.ts";
import type { EntryForm } from "./entry-form.ts";
import { fieldInput } from "./field-inputs.tsx";
import { type FieldValue, type FormField, type FormFields, type FormValues, isFilled, labelsOf } from "./fields.ts";
import styles from "./form.module.css";
import { FormError } from "./form-error.tsx";
import { useSaveShortcut } from "./save-shortcut.ts";

interface FormProps<V extends FormValues> {
  form: EntryForm<V>;
  fields: FormFields;
  submit: { label: string; glyph: Glyph };
  /** Shown above the fields. */
  lead?: ReactNode;
  /** Shown below the fields of the first pane. */
  children?: ReactNode;
  /** Shown below the fields of the second pane. */
  aside?: ReactNode;
  /** Shown below the panes, above the groups; gets the function to call when an upload starts or ends. */
  parts?: (onBusy: (isBusy: boolean) => void) => ReactNode;
  /** Whether a value counts as input, of additional fields of which not every one does. */
  isInput?: ((name: string, value: FieldValue) => boolean) | undefined;
  /** Labels of additional fields rendered by `children`, `aside` and `parts`. */
  labels?: Record<string, string>;
  /** Returns the URL of a page preview with these values. */
  preview?: (values: V, base: V) => Promise<string>;
  /** Shown next to the submit button; gets whether an upload is under way. */
  beside?: (isWaiting: boolean) => ReactNode;
  /** Shown below the row of buttons; gets the function that opens the preview, and whether an upload is under way. */
  below?: (openPreview: () => void, isWaiting: boolean) => ReactNode;
  /** Shown last; above the buttons if these stay in view. */
  panel?: ReactNode;
  /** Keeps the buttons in view while a long form is scrolled. */
  isLong?: boolean;
  /** The values are kept as a draft on the server, and `below` says so. */
  isOnServer?: boolean;
  /** Replaces the form's own discard. @returns a function that undoes it */
  discard?: () => () => void;
  /** In a dialog the panes are stacked and have no border. */
  isInDialog?: boolean;
}

/**
 * A form of the back office: texts and switches in one pane, images and lists in the other, tools for a picture beside
 * each other below, then the submit button with the server's message. What was typed is kept as a draft.
 */
export function Form<V extends FormValues>(props: FormProps<V>) {
  const { form, fields, lead, children, aside, parts, isLong, isInDialog, discard = form.discard } = props;
  const element = useRef<HTMLFormElement>(null);
  const [busyCount, setBusyCount] = useState(0);
  useFocusAfterAnswer(element, form);
  useSaveShortcut(element);
  useDraftNotice(form);
  const page = usePreview(props.preview);
  const named: Record<string, string> = { ...labelsOf(fields), ...props.labels };
  const onBusy = (isBusy: boolean) => setBusyCount((count) => count + (isBusy ? 1 : -1));
  const set = (name: string, value: FieldValue) => form.set(name, value as V[string]);
  const input = fieldInput({ fields, values: form.values, set, problem: form.problem, onBusy });
  const { main, atSide } = bySide(fields, undefined);
  const tools = aside && !isInDialog ? atSide.filter(([, field]) => isPictureTool(field, form.values)) : [];
  const beside = atSide.filter((field) => !tools.includes(field));
  const side = (beside.length > 0 || aside) && (
    <>
      {beside.map(input)}
      {tools.length === 0 && aside}
    </>
  );
  return (
    <FormResets value={form.resets}>
      {form.restored && (
        <RestoredDraft
          at={form.restored.at}
          news={form.restored.news.map((name) => named[name] ?? name)}
          discard={discard}
        />
      )}
      <form
        ref={element}
        className={`stack ${styles.form} ${isInDialog ? styles.plain : side ? styles.two : ""}`}
        noValidate
        onSubmit={form.submit}
      >
        <div className={`framed stack gap-20 ${styles.pane}`}>
          {lead}
          {main.map(input)}
          {children}
          {isInDialog && side}
        </div>
        {side && !isInDialog && <div className={`framed stack gap-20 ${styles.pane}`}>{side}</div>}
        {tools.length > 0 && (
          <div className={`framed stack gap-20 ${styles.pane} ${styles.tools}`}>
            {tools.map(input)}
            {aside}
          </div>
        )}
        {parts?.(onBusy)}
        {groupsOf(fields).map(({ heading, main, atSide }) => (
          <section key={heading} className={`framed stack gap-20 ${styles.pane} ${styles.group}`} aria-label={heading}>
            <h2 className={styles.heading}>{heading}</h2>
            <div>{main.map(input)}</div>
            <div>{atSide.map(input)}</div>
          </section>
        ))}
        {isLong && <div className={styles.panel}>{props.panel}</div>}
        <FormEnd {...props} discard={discard} page={page} isWaiting={busyCount > 0} />
      </form>
      {page.dialog}
      <ConflictDialog form={form} labels={named} />
    </FormResets>
  );
}

interface FormEndProps<V extends FormValues> extends FormProps<V> {
  discard: () => () => void;
  page: ReturnType<typeof usePreview<[V, V]>>;
  /** Whether an upload is under way. */
  isWaiting: boolean;
}

/** The buttons, what keeps them from being pressed, and what became of the last press. */
function FormEnd<V extends FormValues>({ form, fields, page, discard, isWaiting, isLong, ...props }: FormEndProps<V>) {
  // A choice always has a value, so it does not count as input.
  const hasValue = Object.entries(form.values).some(
    ([name, value]) => fields[name]?.kind !== "choice" && isFilled(value) && (props.isInput?.(name, value) ?? true),
  );
  return (
    <div className={isLong ? `${styles.end} ${styles.inView}` : styles.end}>
      <div className={`cluster gap-12-20 ${styles.foot}`}>
        <Button
          type="submit"
          label={props.submit.label}
          glyph={props.submit.glyph}
          disabled={!hasValue || isWaiting}
          busy={form.isSaving}
          busyLabel="Saving"
        />
        {props.preview && (
          <Button
            kind="line"
            label="Preview"
            busyLabel="Loading"
            disabled={!hasValue || isWaiting}
            busy={page.isBusy}
            onClick={() => page.open(form.attempt)}
          />
        )}
        {props.beside?.(isWaiting)}
        {!hasValue && <p className="muted">Fill in at least one field.</p>}
        {form.keptAt && !props.isOnServer && <DraftLine at={form.keptAt} discard={form.restored ? null : discard} />}
        {isWaiting && <p className="muted">Wait until the image is uploaded.</p>}
      </div>
      <FormError message={form.message} />
      {props.below?.(() => page.open(form.attempt), isWaiting)}
      {!isLong && props.panel}
    </div>
  );
}

const isAtSide = (kind: FormField["kind"]) =>
  kind === "image" || kind === "alt" || kind === "focalPoint" || kind === "textList" || kind === "objectList";

/**
 * What is as tall as a picture and set on one: in the narrow pane it and `aside` together would leave the space beside
 * them empty for more than a screen.
 */
const isPictureTool = (field: FormField, values: FormValues): boolean =>
  field.kind === "focalPoint" && isFilled(values[field.of] ?? null);

function groupsOf(fields: FormFields) {
  const headings = new Set(Object.values(fields).flatMap(({ group }) => group ?? []));
  return [...headings].map((heading) => ({ heading, ...bySide(fields, heading) }));
}

/** The fields of a group, and which of them stand beside the others. */
function bySide(fields: FormFields, heading: string | undefined) {
  const some = Object.entries(fields).filter(([, { group }]) => group === heading);
  return {
    main: some.filter(([, { kind }]) => !isAtSide(kind)),
    atSide: some.filter(([, { kind }]) => isAtSide(kind)),
  };
}

/**
 * State of the preview dialog. Render the dialog outside the form, so that Enter in it does not save. `make` returns
 * the URL of the preview.
 */
export function usePreview<A extends unknown[]>(make: ((...args: A) => Promise<string>) | undefined) {
  const [isBusy, setBusy] = useState(false);
  const [url, setUrl] = useState<string>();
  const open = async (attempt: (work: (...args: A) => Promise<string>) => Promise<string | undefined>) => {
    if (!make) return;
    setBusy(true);
    setUrl(await attempt(make));
    setBusy(false);
  };
  return { open, isBusy, dialog: <PreviewDialog url={url} onClose={() => setUrl(undefined)} /> };
}

/**
 * Moves focus to the invalid field once its error is rendered, or after a successful save to the first field of the
 * cleared form, unless the user has gone on.
 */
function useFocusAfterAnswer<V extends FormValues>(
  element: React.RefObject<HTMLFormElement | null>,
  { isSaving, isBusy, message, conflict }: EntryForm<V>,
) {
  const wasSaving = useRef(false);
  const hasMovedOn = useMovedOn(isBusy);
  useEffect(() => {
    if (message && !hasMovedOn.current)
      element.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")?.focus();
  }, [element, message, hasMovedOn]);
  useEffect(() => {
    if (wasSaving.current && !isSaving && !conflict && !message && !hasMovedOn.current)
      element.current?.querySelector<HTMLElement>("input:not([type=file]), textarea")?.focus();
    wasSaving.current = isSaving;
  }, [element, isSaving, message, conflict, hasMovedOn]);
}
