import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { type FormPart, queriesOf, useEntryEditor } from "#app/features/content/entry-editor.form.ts";
import { type Draft, draftView } from "#app/features/draft/draft.queries.ts";
import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import { projectType } from "#app/features/project/project.type.ts";
import { projectPart } from "#app/features/project/project-form.page.tsx";
import { findContentType } from "#app/platform/content-types.ts";
import { adviceFor } from "#app/shared/before-publishing.ts";
import { type AnyEntry, type ContentType, updatePath } from "#app/shared/content-type.ts";
import { Failure } from "#app/ui/admin/failure.tsx";
import { ConflictDialog } from "#app/ui/admin/form/conflict-dialog.tsx";
import { useDraftNotice } from "#app/ui/admin/form/draft-notice.tsx";
import { type EditSource, withText } from "./edit-source.ts";

/** A field that was typed over, and its new text. */
export interface Typed {
  field: ShownField;
  text: string;
}

interface EntryEditsProps {
  noun: string;
  slug: string;
  /** What was typed before the entry had been loaded; emptied once the form has it. */
  typed: Typed[];
  onState: (edited: EditSource) => void;
  /** Called when the state has changed. */
  onChange: () => void;
  onPublished: () => void;
}

/** The form of an entry that the page shows: without inputs, but with its draft, its conflicts and its history. */
export function EntryEdits(props: EntryEditsProps) {
  const { noun, slug } = props;
  const type = findContentType(noun);
  if (!type) throw new Error(`There is no content type ${noun}`);
  const entry = useQuery(queriesOf(type).view(slug));
  const draft = useQuery(draftView(noun, slug));
  const error = entry.error ?? draft.error;
  const refetch = () => Promise.all([entry.refetch(), draft.refetch()]);
  if (error) return <Failure text={`This ${type.one} could not be loaded.`} error={error} onRetry={refetch} />;
  if (!entry.data || draft.data === undefined) return null;
  return <Loaded {...props} type={type} entry={entry.data} draft={draft.data} />;
}

/** What is particular to the form of a content type. */
export const partOf = (noun: string): FormPart | undefined => (noun === projectType.name ? projectPart : undefined);

/** Where the entry's own form keeps what was typed on this device. */
export const entryDraftAt = (type: ContentType, slug: string): string => `/admin${updatePath(type, slug)}`;

interface LoadedProps extends EntryEditsProps {
  type: ContentType;
  entry: AnyEntry;
  draft: Draft | null;
}

function Loaded({ type, entry, draft, slug, typed, onState, onChange, onPublished }: LoadedProps) {
  const part = partOf(type.name);
  const editor = useEntryEditor({
    ...{ type, part, entry, draft },
    draftAt: entryDraftAt(type, slug),
    onSaved: onPublished,
  });
  const { form, drafts, labels, body } = editor;
  useDraftNotice(form);
  const changes = { ...body(form.values, form.base) } as Record<string, unknown>;
  const edited: EditSource = {
    changed: Object.keys(changes),
    changes,
    values: form.values,
    set: form.set,
    saveDraft: drafts.save,
    publish: form.submit,
    discard: drafts.draft ? drafts.discard : form.discard,
    isSaving: form.isSaving || drafts.isSaving,
    hasDraft: drafts.draft !== null,
    isRestored: form.restored !== null,
    message: form.message ?? drafts.problem,
    problem: form.problem,
    advice: [...adviceFor(type, form.values), ...(part?.advice(form.values) ?? [])],
  };
  useLayoutEffect(() => {
    onState(edited);
  });
  const { isSaving, hasDraft, isRestored, message, advice } = edited;
  const state = JSON.stringify([changes, isSaving, hasDraft, isRestored, message, advice]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called for each new state
  useEffect(onChange, [state]);
  const first = useRef(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const values = { ...form.values };
    for (const { field, text } of first.current.splice(0)) {
      values[field.field] = withText(values[field.field], field.item, text);
      form.set(field.field, values[field.field] ?? text);
    }
  }, []);
  return <ConflictDialog form={form} labels={labels} what={`“${entry[type.title]}”`} />;
}
