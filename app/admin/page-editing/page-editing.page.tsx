import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useReducer, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { hasDraft } from "#app/browser/admin-draft.ts";
import { type Draft, draftView } from "#app/features/draft/draft.queries.ts";
import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import type { SiteEdit } from "#app/features/site-content/site-content.contract.ts";
import { siteEdits } from "#app/features/site-content/site-content.queries.ts";
import { useSiteEditor } from "#app/features/site-content/site-editor.form.ts";
import { findContentType } from "#app/platform/content-types.ts";
import { updatePath } from "#app/shared/content-type.ts";
import { Failure } from "#app/ui/admin/failure.tsx";
import { ConflictDialog } from "#app/ui/admin/form/conflict-dialog.tsx";
import { discardWithUndo, useDraftNotice } from "#app/ui/admin/form/draft-notice.tsx";
import type { FieldValue } from "#app/ui/admin/form/fields.ts";
import { Placeholder } from "#app/ui/admin/placeholder.tsx";
import { useTitle } from "#app/ui/admin/screen.tsx";
import { showFailure, showToast } from "#app/ui/admin/toast.tsx";
import { EditBar } from "./edit-bar.tsx";
import { type EditSource, keyOf, textAt, withText } from "./edit-source.ts";
import { EntryEdits, entryDraftAt, partOf, type Typed } from "./entry-edits.tsx";
import styles from "./page-editing.module.css";
import { PageFrame } from "./page-frame.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import type { FieldLook } from "./regions.ts";

/** A public page whose texts, figures and pictures are edited where they stand: `/admin/edit?page=/about`. */
export default function PageEditingPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("page") ?? "/";
  const path = asked.startsWith("/") ? asked : "/";
  const edits = useQuery(siteEdits());
  const draft = useQuery(draftView("site", "texts"));
  const error = edits.error ?? draft.error;
  const refetch = () => Promise.all([edits.refetch(), draft.refetch()]);
  useTitle(`Edit ${path}`);
  return (
    <div className={styles.screen}>
      <h1 className="vh" tabIndex={-1}>
        Edit {path}
      </h1>
      {error && <Failure text="The texts could not be loaded. Try again." error={error} onRetry={refetch} />}
      {edits.data && draft.data !== undefined ? (
        <Editor path={path} edits={edits.data} draft={draft.data} onFollow={(page) => setParams({ page })} />
      ) : (
        !error && <Placeholder layout="form" />
      )}
    </div>
  );
}

const allTexts = contentSections.flatMap(({ fields }) => fields);
const texts = new Map(allTexts.map((text) => [text.path, text]));
/** Names beyond their section: every section has a heading. */
const names = new Map(
  contentSections.flatMap(({ title, fields }) => fields.map(({ path, label }) => [path, `${title}: ${label}`])),
);

interface EditorProps {
  path: string;
  edits: SiteEdit[];
  /** The draft of the site's texts, as loaded. */
  draft: Draft | null;
  onFollow: (path: string) => void;
}

function Editor({ path, edits, draft, onFollow }: EditorProps) {
  const { form, drafts, labels, advice, discard } = useSiteEditor({
    ...{ texts: allTexts, edits, draft },
    onSaved: (count) => count > 0 && showPublishedToast(),
    onRefused: () => {},
  });
  useDraftNotice(form);
  const entries = useEntries();
  const [picture, setPicture] = useState<ShownField[] | null>(null);
  const [uploads, setUploads] = useState(0);
  const [entry, setEntry] = useState<string>();
  const site: EditSource = {
    changed: form.unsaved,
    changes: form.changesOf(form.values, form.base),
    values: form.valuesOf(allTexts),
    set: (name, value) => {
      const text = texts.get(name);
      if (text) form.put(text, value as string | boolean | null);
    },
    saveDraft: drafts.save,
    publish: form.submit,
    discard,
    isSaving: form.isSaving || drafts.isSaving,
    hasDraft: drafts.draft !== null,
    isRestored: form.restored !== null,
    message: form.message ?? drafts.problem,
    problem: form.problem,
    advice,
  };
  const editedOf = (key: string) => (key === "site/texts" ? site : entries.editedOf(key));
  const all = [site, ...entries.all];
  const changed = all.filter((each) => each.changed.length > 0);

  const lookOf = (field: ShownField): FieldLook => {
    const { label, kind } = field.noun === "site" ? textLook(field) : entryLook(field);
    const isChanged = editedOf(keyOf(field))?.changed.includes(field.field) ?? false;
    return { label, isMultiline: kind === "longText", isChanged };
  };
  const set = (field: ShownField, value: FieldValue) => {
    const edited = editedOf(keyOf(field));
    if (edited && field.item !== undefined)
      edited.set(field.field, withText(edited.values[field.field], field.item, value as string | null));
    else if (edited) edited.set(field.field, value);
    else entries.open(field, [{ field, text: String(value) }]);
  };
  const type = (field: ShownField, text: string) => {
    const edited = editedOf(keyOf(field));
    if (edited) edited.set(field.field, withText(edited.values[field.field], field.item, text));
    else entries.open(field, [{ field, text }]);
  };
  const openPicture = (fields: ShownField[]) => {
    for (const field of fields) if (field.noun !== "site") entries.open(field);
    setPicture(fields);
  };
  const publish = (event: FormEvent) => {
    event.preventDefault();
    for (const each of changed) each.publish(event);
  };
  const discardAll = () => {
    const undo = changed.map((each) => each.discard());
    return () => {
      for (const each of undo) each();
    };
  };
  const bar = useRef<HTMLFormElement>(null);
  const tell = (error: unknown) => showFailure("The page could not be drawn.", error, () => location.reload());
  return (
    <>
      <PageFrame
        page={{
          path,
          texts: site.changes as Record<string, string | number | boolean | null>,
          entries: entries.names.flatMap(({ noun, slug }) => {
            const edited = entries.editedOf(`${noun}/${slug}`);
            return edited ? [{ noun, slug, changes: edited.changes }] : [];
          }),
        }}
        lookOf={lookOf}
        valueOf={(field) => {
          const edited = editedOf(keyOf(field));
          return edited ? textAt(edited.values[field.field], field.item) : String(field.value);
        }}
        onFields={(fields, entry) => {
          setEntry(entry);
          // The bar tells of its draft, which the page shows.
          if (entry) entries.open(entryOf(entry));
          entries.openTyped(fields);
        }}
        onType={type}
        onPicture={openPicture}
        onFollow={onFollow}
        onSave={() => bar.current?.requestSubmit()}
        onDone={() => bar.current?.querySelector<HTMLElement>("[type=submit]")?.focus()}
        onFailure={tell}
      />
      <EditBar
        ref={bar}
        path={path}
        form={formOf(entry)}
        count={changed.reduce((sum, each) => sum + each.changed.length, 0)}
        names={changed.flatMap((each) =>
          each.changed.map((name) => (each === site ? (names.get(name) ?? name) : entries.labelOf(each, name))),
        )}
        advice={changed.flatMap((each) => each.advice)}
        hasDraft={all.some((each) => each.hasDraft)}
        isRestored={all.some((each) => each.isRestored)}
        isSaving={all.some((each) => each.isSaving)}
        isUploading={uploads > 0}
        message={all.find((each) => each.message)?.message ?? null}
        onSaveDraft={() => Promise.all(changed.map((each) => each.saveDraft()))}
        onDiscard={() => discardWithUndo(discardAll)}
        onPublish={publish}
      />
      {entries.forms}
      <PictureDialog
        shown={picture}
        texts={texts}
        editedOf={editedOf}
        onSet={set}
        onBusy={(isBusy) => setUploads((count) => count + (isBusy ? 1 : -1))}
        onClose={() => setPicture(null)}
      />
      <ConflictDialog
        form={form}
        labels={labels}
        what="some of these texts"
        defaults={Object.fromEntries(allTexts.map(({ path, fallback }) => [path, String(fallback)]))}
      />
    </>
  );
}

const textLook = ({ field }: ShownField) => ({
  label: names.get(field) ?? field,
  kind: texts.get(field)?.kind ?? "text",
});

function entryLook({ noun, field, item }: ShownField): { label: string; kind: string } {
  const [place, column = ""] = item?.split(".") ?? [];
  const inPart = partOf(noun)?.columns[field]?.[column];
  if (inPart) return { label: `Section ${Number(place) + 1}: ${inPart.label}`, kind: inPart.kind };
  const declared = findContentType(noun)?.fields[field];
  return declared
    ? { label: declared.label, kind: declared.kind }
    : { label: partOf(noun)?.labels[field] ?? field, kind: "text" };
}

/** `noun/slug` */
function entryOf(key: string): Pick<ShownField, "noun" | "slug"> {
  const [noun = "", slug = ""] = key.split("/");
  return { noun, slug };
}

/** The form with all fields of an entry (`noun/slug`), below /admin. */
function formOf(entry: string | undefined): string | undefined {
  const { noun, slug } = entryOf(entry ?? "");
  const type = findContentType(noun);
  return type && updatePath(type, slug);
}

const showPublishedToast = () =>
  showToast({ id: "page-published", kind: "success", text: "Published. Visitors see it now." });

/** The entries that are being edited on the page, each with a form of its own. */
function useEntries() {
  const [names, setNames] = useState<Pick<ShownField, "noun" | "slug">[]>([]);
  const [, noteChange] = useReducer((count: number) => count + 1, 0);
  const states = useRef(new Map<string, EditSource>());
  const typed = useRef(new Map<string, Typed[]>());

  function open({ noun, slug }: Pick<ShownField, "noun" | "slug">, more: Typed[] = []) {
    const key = `${noun}/${slug}`;
    const waiting = typed.current.get(key) ?? [];
    typed.current.set(key, waiting);
    waiting.push(...more);
    setNames((known) => (known.some((each) => keyOf(each) === key) ? known : [...known, { noun, slug }]));
  }

  /** Those that have something on this device that was typed before. */
  function openTyped(fields: ShownField[]) {
    for (const field of fields) {
      const type = field.noun === "site" ? undefined : findContentType(field.noun);
      if (type && !states.current.has(keyOf(field)) && hasDraft(entryDraftAt(type, field.slug))) open(field);
    }
  }

  const editedOf = (key: string) => states.current.get(key);
  return {
    names,
    open,
    openTyped,
    editedOf,
    all: [...states.current.values()],
    labelOf: (edited: EditSource, field: string) => {
      const [key = ""] = [...states.current].find(([, each]) => each === edited) ?? [];
      return entryLook({ noun: key.split("/")[0] ?? "", slug: "", field, value: "" }).label;
    },
    forms: names.map(({ noun, slug }) => (
      <EntryEdits
        key={`${noun}/${slug}`}
        noun={noun}
        slug={slug}
        typed={typed.current.get(`${noun}/${slug}`) ?? []}
        onState={(edited) => states.current.set(`${noun}/${slug}`, edited)}
        onChange={noteChange}
        onPublished={showPublishedToast}
      />
    )),
  };
}
