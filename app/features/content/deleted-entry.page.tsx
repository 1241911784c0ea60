import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import type { AnyEntry, ContentType } from "#app/shared/content-type.ts";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { useDeletion } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { Button } from "#app/ui/button.tsx";
import { plus, undo } from "#app/ui/glyphs.ts";
import styles from "./deleted-entry.module.css";
import type { useEntryEditor } from "./entry-editor.form.ts";

interface DeletedEntryProps {
  type: ContentType;
  entry: AnyEntry;
  editor: ReturnType<typeof useEntryEditor>;
  /** Whether the last try to save the draft has failed. */
  draftFailed: boolean;
  /** Whether the user has gone on to another field since; the notice then takes no focus. */
  hasMovedOn: RefObject<boolean>;
  onSavedAsNew: ((saved: AnyEntry) => void) | undefined;
}

/** Above the form of an entry that somebody has deleted meanwhile: what can be done with what was typed. */
export function DeletedEntry({ type, entry, editor, draftFailed, hasMovedOn, onSavedAsNew }: DeletedEntryProps) {
  const { one, name: kind } = type;
  const { slug } = entry;
  const { form, drafts, saveAsNew } = editor;
  // The button with which somebody has tried to save since; the notice then takes the focus.
  const tried = form.refusedAs === "not_found" ? "save" : draftFailed ? "draft" : undefined;
  const client = useQueryClient();
  const { restore } = useDeletion();
  const notice = useRef<HTMLDivElement>(null);
  // That button is at the end of a form which may be several screens long.
  useEffect(() => {
    if (tried && !hasMovedOn.current) notice.current?.focus();
  }, [tried, hasMovedOn]);
  const { isBusy, run, attempt } = useBusy();
  const bringBack = () =>
    attempt(slug, `The ${one} could not be restored.`, async () => {
      await restore([{ kind, id: slug }]);
      showSuccess(`The ${one} has been restored. What you typed is not saved yet.`);
      await client.invalidateQueries();
      form.clearMessage();
      if (drafts.draft) void drafts.save();
    });
  return (
    <div
      className={`cluster gap-12-20 remark ${styles.notice} ${styles.deleted}`}
      role="alert"
      ref={notice}
      tabIndex={-1}
    >
      <p>
        This {one} has been deleted meanwhile. The form still holds its words and what you typed: restore the {one} to
        save them there, or save them as a new one.
      </p>
      <div className="wraps gap-12">
        <Button kind="line" glyph={undo} label={`Restore the ${one}`} disabled={isBusy(slug)} onClick={bringBack} />
        <Button
          kind="line"
          glyph={plus}
          label={`Save as a new ${one}`}
          disabled={isBusy(slug)}
          onClick={() =>
            run(slug, async () => {
              const saved = await saveAsNew();
              if (saved) onSavedAsNew?.(saved);
            })
          }
        />
      </div>
    </div>
  );
}
