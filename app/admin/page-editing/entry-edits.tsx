import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { hasDraft } from "#app/browser/admin-draft.ts";
import { type FormPart, queriesOf, useEntryEditor } from "#app/features/content/entry-editor.form.ts";
import { type Draft, draftView } from "#app/features/draft/draft.queries.ts";
import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import { projectType } from "#app/features/project/project.type.ts";
import { projectPart } from "#app/features/project/project-form.page.tsx";
import { findContentType } from "#app/platform/content/content-types.ts";
import { adviceFor } from "#app/shared/before-publishing.ts";
import { type AnyEntry, type ContentType, capitalised, updatePath } from "#app/shared/content-type.ts";
import { ConflictDialog } from "#app/ui/admin/draft/conflict-dialog.tsx";
import { useDraftNotice } from "#app/ui/admin/draft/draft-notice.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { dropBlanks, type EditSource, keyOf, shownPart, stateOf, withText } from "./edit-source.ts";

type EntryName = Pick<ShownField, "noun" | "slug">;

/** A field that was typed over, and its new text. */
interface Typed {
  field: ShownField;
  text: string;
}

/**
 * The entries that are being edited on the page, each with a form of its own, which have to be rendered: `forms`.
 * `onPublished` is called for each.
 */
export function useEntries(onPublished: () => void) {
  const [opened, setOpened] = useState<EntryName[]>([]);
  const [, noteChange] = useReducer((count: number) => count + 1, 0);
  const sources = useRef(new Map<string, EditSource>());
  const typed = useRef(new Map<string, Typed[]>());

  /** `more`: what has been typed over in it. */
  function open({ noun, slug }: EntryName, more: Typed[] = []) {
    const key = keyOf({ noun, slug });
    const waiting = typed.current.get(key) ?? [];
    typed.current.set(key, waiting);
    waiting.push(...more);
    setOpened((known) => (known.some((each) => keyOf(each) === key) ? known : [...known, { noun, slug }]));
  }

  /** To be called when the page has been rendered: opens those that have something on this device that was typed before. */
  function onRendered(fields: ShownField[]) {
    for (const source of sources.current.values()) dropBlanks(source);
    for (const field of fields) {
      const type = field.noun === "site" ? undefined : findContentType(field.noun);
      if (type && !sources.current.has(keyOf(field)) && hasDraft(entryDraftAt(type, field.slug))) open(field);
    }
  }

  const sourceOf = (entry: EntryName) => sources.current.get(keyOf(entry));
  return {
    open,
    onRendered,
    sourceOf,
    sources: [...sources.current.values()],
    changes: () =>
      opened.flatMap((entry) => {
        const source = sourceOf(entry);
        return source ? [{ ...entry, changes: source.changes }] : [];
      }),
    forms: opened.map((entry) => (
      <EntryEdits
        key={keyOf(entry)}
        {...entry}
        typed={typed.current.get(keyOf(entry)) ?? []}
        onState={(source) => sources.current.set(keyOf(entry), source)}
        onChange={noteChange}
        onPublished={onPublished}
      />
    )),
  };
}

interface EntryEditsProps {
  noun: string;
  slug: string;
  /** What was typed before the entry had been loaded; emptied once the form has it. */
  typed: Typed[];
  onState: (source: EditSource) => void;
  /** Called when the state has changed. */
  onChange: () => void;
  onPublished: () => void;
}

/** The form of an entry that the page shows: without inputs, but with its draft, its conflicts and its history. */
function EntryEdits(props: EntryEditsProps) {
  const { noun, slug } = props;
  const type = findContentType(noun);
  if (!type) throw new Error(`There is no content type ${noun}`);
  const entry = useQuery(queriesOf(type).view(slug));
  const draft = useQuery(draftView(noun, slug));
  const error = entry.error ?? draft.error;
  const refetch = () => Promise.all([entry.refetch(), draft.refetch()]);
  // A failure to load it again leaves the form with what was typed.
  if (entry.data && draft.data !== undefined)
    return <Loaded {...props} type={type} entry={entry.data} draft={draft.data} />;
  return error && <Failure text={`This ${type.one} could not be loaded.`} error={error} onRetry={refetch} />;
}

/** What is particular to the form of a content type. */
export const partOf = (noun: string): FormPart | undefined => (noun === projectType.name ? projectPart : undefined);

/** How a field of an entry, or of a part of it, is called and edited. */
export function entryLook({ noun, field, item }: Pick<ShownField, "noun" | "field" | "item">) {
  const [place, column = ""] = item?.split(".") ?? [];
  const inPart = partOf(noun)?.columns[field]?.[column];
  if (inPart) return { ...inPart, label: `Section ${Number(place) + 1}: ${inPart.label}` };
  const declared = findContentType(noun)?.fields[field];
  if (item !== undefined && (declared?.kind === "textList" || declared?.kind === "objectList")) {
    const inList = declared.kind === "objectList" ? declared.columns[column] : undefined;
    const name = `${capitalised(declared.entryName)} ${Number(place) + 1}`;
    return { label: inList ? `${name}: ${inList.label}` : name, kind: inList?.kind ?? "text" };
  }
  return declared ?? { label: partOf(noun)?.labels[field] ?? field, kind: "text" };
}

/** Where the entry's own form keeps what was typed on this device. */
const entryDraftAt = (type: ContentType, slug: string): string => `/admin${updatePath(type, slug)}`;

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
  const { form, labels, body } = editor;
  useDraftNotice(form);
  const changes = { ...body(form.values, form.base) } as Record<string, unknown>;
  const source: EditSource = {
    ...stateOf(editor),
    changed: Object.keys(changes),
    labelOf: (field) => entryLook({ noun: type.name, field }).label,
    changes,
    values: form.values,
    set: (name, value) => {
      // A picture and its focal point are set in one turn.
      source.values = { ...source.values, [name]: value };
      form.set(name, value);
    },
    advice: [...adviceFor(type, form.values, form.base), ...(part?.advice(form.values) ?? [])],
    lostDrawings: [],
  };
  useLayoutEffect(() => {
    onState(source);
  });
  const { isSaving, isInConflict, isSavingDraft, hasDraft, isRestored, message, advice } = source;
  const states = [isSaving, isInConflict, isSavingDraft, hasDraft, isRestored, message, advice];
  const state = JSON.stringify([changes, ...states]);
  // In the same turn: the next key may publish, and what is published is what the bar was last rendered with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: called for each new state
  useLayoutEffect(onChange, [state]);
  const first = useRef(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    dropBlanks(form);
    const values = Object.fromEntries(Object.entries(form.values).map(([name, value]) => [name, shownPart(value)]));
    for (const { field, text } of first.current.splice(0)) {
      values[field.field] = withText(values[field.field], field, text);
      form.set(field.field, values[field.field] ?? text);
    }
  }, []);
  return <ConflictDialog form={form} labels={labels} what={`“${entry[type.title]}”`} />;
}
