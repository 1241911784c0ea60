import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { areDraftsKept } from "#app/browser/admin-draft.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { discardWithUndo } from "#app/ui/admin/draft/draft-notice.tsx";
import { FormError } from "#app/ui/admin/form/form-error.tsx";
import { useSaveShortcut } from "#app/ui/admin/form/save-shortcut.ts";
import { Advice } from "#app/ui/admin/notice/advice.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { check, edit } from "#app/ui/glyphs.ts";
import styles from "./edit-bar.module.css";
import type { EditSource } from "./edit-source.ts";

interface EditBarProps {
  ref: RefObject<HTMLFormElement | null>;
  /** Of the page. */
  path: string;
  /** Form of the entry that the page is about: what is empty has no place on the page. */
  form: string | undefined;
  /** All that is edited on the page. */
  sources: EditSource[];
  isUploading: boolean;
}

/** Below the page: what is changed, and what becomes of it. */
export function EditBar({ ref, path, form, sources, isUploading }: EditBarProps) {
  const changed = sources.filter((source) => source.changed.length > 0);
  const names = changed.flatMap((source) => source.changed.map(source.labelOf));
  const isNothing = names.length === 0;
  useSaveShortcut(ref);
  const keepFocus = useFocusInBar(ref, isNothing);
  const publish = (event: FormEvent) => {
    event.preventDefault();
    keepFocus();
    for (const source of changed) source.publish(event);
  };
  const discard = () => {
    const undo = changed.map((source) => source.discard());
    return () => {
      for (const each of undo) each();
    };
  };
  return (
    <form
      ref={ref}
      className={`cluster between gap-8-20 ${styles.bar}`}
      aria-label="Changes"
      noValidate
      onSubmit={publish}
    >
      <FormError message={sources.find(({ message }) => message)?.message ?? null} />
      <div className={styles.words} role="status">
        <p>{isUploading ? "Wait until the image is uploaded." : changeCount(names.length)}</p>
        {!isNothing && <p className={`truncate muted ${styles.names}`}>{[...new Set(names)].join(", ")}</p>}
        {!isNothing && <p className={`truncate muted ${styles.names}`}>{whereKept(changed)}</p>}
      </div>
      <LostDrawings
        sources={changed}
        onDraw={() => ref.current?.querySelector<HTMLElement>("[type=submit]")?.focus()}
      />
      <Advice sentences={changed.flatMap(({ advice }) => advice)} />
      <div className={`cluster gap-8-16 ${styles.buttons}`}>
        <LinkButton kind="text" glyph={null} label="Stop editing" href={path} />
        {form && <LinkButton kind="text" glyph={null} label="All fields" href={`/admin${form}`} />}
        <Button
          kind="text"
          glyph={null}
          label="Discard"
          disabled={isNothing}
          onClick={() => discardWithUndo(discard)}
        />
        <Button
          kind="line"
          label="Save draft"
          busyLabel="Saving"
          busy={sources.some(({ isSavingDraft }) => isSavingDraft)}
          disabled={isNothing || isUploading}
          onClick={() => Promise.all(changed.map((source) => source.saveDraft()))}
        />
        <Button
          type="submit"
          label="Publish"
          busyLabel="Publishing"
          glyph={check}
          busy={sources.some(({ isSaving }) => isSaving)}
          disabled={isNothing || isUploading}
        />
      </div>
    </form>
  );
}

/** Offers to draw a word of each heading that was typed over. `onDraw`: called once it is, as the button goes. */
function LostDrawings({ sources, onDraw }: { sources: EditSource[]; onDraw: () => void }) {
  return (
    <div className={styles.lost} role="status">
      {sources
        .flatMap(({ lostDrawings }) => lostDrawings)
        .map(({ label, words, draw }) => (
          <p key={label}>
            {label}: the drawn words are gone.{" "}
            <ActionButton
              glyph={edit}
              label={`Draw “${words}”`}
              onClick={() => {
                draw();
                onDraw();
              }}
            />
          </p>
        ))}
    </div>
  );
}

/**
 * The button that was pressed is disabled when nothing is left to publish: the link beside it takes the focus, unless
 * somebody types on elsewhere by then.
 */
function useFocusInBar(bar: RefObject<HTMLFormElement | null>, isNothing: boolean): () => void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    const isFree = activeElement === body || bar.current?.contains(activeElement);
    if (isNothing && hadFocus.current && isFree) bar.current?.querySelector("a")?.focus();
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

/** Each source has a draft of its own. */
function whereKept(changed: EditSource[]): string {
  if (changed.every(({ hasDraft }) => hasDraft)) return "Kept as a draft.";
  const here = areDraftsKept() ? "on this device" : "while this page is open";
  if (changed.some(({ hasDraft }) => hasDraft)) return `Partly kept as a draft, partly ${here}.`;
  if (changed.some(({ isRestored }) => isRestored)) return "Your unsaved changes have been restored.";
  return `Kept ${here}.`;
}
