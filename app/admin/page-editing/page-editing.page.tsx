import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type Draft, draftView } from "#app/features/draft/draft.queries.ts";
import type { EditedPage, ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import { wordsOf } from "#app/features/site-content/defaults/rows.ts";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import type { SiteEdit } from "#app/features/site-content/site-content.contract.ts";
import { siteEdits } from "#app/features/site-content/site-content.queries.ts";
import { useSiteEditor } from "#app/features/site-content/site-editor.form.ts";
import { lostDrawingHint, marksHint } from "#app/features/site-content/site-fields.form.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { updatePath } from "#app/shared/content-type.ts";
import { ConflictDialog } from "#app/ui/admin/draft/conflict-dialog.tsx";
import { useDraftNotice } from "#app/ui/admin/draft/draft-notice.tsx";
import type { FieldValue } from "#app/ui/admin/form/fields.ts";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { showFailure, showToast } from "#app/ui/admin/notice/toast.tsx";
import { useTitle } from "#app/ui/admin/screen/screen.tsx";
import { EditBar } from "./edit-bar.tsx";
import { dropBlanks, type EditSource, stateOf, textAt, withText } from "./edit-source.ts";
import { entryLook, useEntries } from "./entry-edits.tsx";
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
      {error && <Failure text="The texts could not be loaded." error={error} onRetry={refetch} />}
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
const defaults = Object.fromEntries(allTexts.map(({ path, fallback }) => [path, wordsOf(fallback)]));
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
  /** Whether something has been published that nobody has been told of. */
  const isNews = useRef(false);
  const noteNews = () => {
    isNews.current = true;
  };
  const editor = useSiteEditor({
    ...{ texts: allTexts, edits, draft },
    onSaved: (count) => count > 0 && noteNews(),
    onRefused: () => {},
  });
  useDraftNotice(editor.form);
  const site = siteSource(editor);
  const entries = useEntries(noteNews);
  const sources = [site, ...entries.sources];
  const isRefused = ({ message, changed }: EditSource) => message !== null && changed.length > 0;
  const isAllPublished = !sources.some((each) => each.isSaving || each.isInConflict || isRefused(each));
  useEffect(() => {
    if (!isNews.current || !isAllPublished) return;
    isNews.current = false;
    showToast({ id: "page-published", kind: "success", text: "Published. Visitors see it now." });
  });
  const sourceOf = (field: ShownField) => (field.noun === "site" ? site : entries.sourceOf(field));
  const [picture, setPicture] = useState<{ fields: ShownField[]; isOpen: boolean } | null>(null);
  const [uploads, setUploads] = useState(0);
  const [entry, setEntry] = useState<string>();
  const bar = useRef<HTMLFormElement>(null);
  const set = (field: ShownField, value: FieldValue) => {
    const source = sourceOf(field);
    if (!source) entries.open(field, [{ field, text: String(value) }]);
    else if (field.item === undefined) source.set(field.field, value);
    else source.set(field.field, withText(source.values[field.field], field, value as string | null));
  };
  const hintAt = ({ noun, field }: ShownField) => {
    const text = noun === "site" ? texts.get(field) : undefined;
    if (!text?.isHeading) return undefined;
    return editor.form.lostDrawing(text) ? lostDrawingHint : marksHint;
  };
  const lookOf = (field: ShownField): FieldLook => {
    const look = field.noun === "site" ? textLook(field) : entryLook(field);
    const isChanged = sourceOf(field)?.changed.includes(field.field) ?? false;
    const isFormatted = "formatted" in look && look.formatted === true;
    return { label: look.label, isMultiline: look.kind === "longText", isFormatted, isChanged, hint: hintAt(field) };
  };
  return (
    <>
      <PageFrame
        page={{
          path,
          texts: site.changes as EditedPage["texts"],
          entries: entries.changes(),
        }}
        lookOf={lookOf}
        valueOf={(field) => {
          const source = sourceOf(field);
          return source ? textAt(source.values[field.field], field) : String(field.value);
        }}
        onFields={(fields, entry) => {
          setEntry(entry);
          // The bar tells of its draft, which the page shows.
          if (entry) entries.open(entryOf(entry));
          entries.onRendered(fields);
          dropBlanks(site);
        }}
        onType={set}
        onPicture={(fields) => {
          for (const field of fields) if (field.noun !== "site") entries.open(field);
          // An upload belongs to the picture that was chosen for it.
          setPicture({ fields: uploads > 0 && picture ? picture.fields : fields, isOpen: true });
        }}
        onFollow={onFollow}
        // A button that is disabled, or busy, ignores it.
        onSave={() => bar.current?.querySelector<HTMLElement>("[type=submit]")?.click()}
        onDone={() => bar.current?.querySelector<HTMLElement>("[type=submit]")?.focus()}
        isCovered={picture?.isOpen === true || sources.some(({ isInConflict }) => isInConflict)}
        onFailure={(error) => showFailure("The page could not be shown.", error, () => location.reload())}
      />
      <EditBar ref={bar} path={path} form={formOf(entry)} sources={sources} isUploading={uploads > 0} />
      {entries.forms}
      <PictureDialog
        shown={picture?.fields ?? []}
        isOpen={picture?.isOpen === true}
        texts={texts}
        sourceOf={sourceOf}
        onSet={set}
        onBusy={(isBusy) => setUploads((count) => count + (isBusy ? 1 : -1))}
        onUploadFailed={() => setPicture((now) => now && { ...now, isOpen: true })}
        // What is being uploaded goes on, and is set once it is there.
        onClose={() => setPicture((now) => (uploads > 0 ? now && { ...now, isOpen: false } : null))}
      />
      <ConflictDialog form={editor.form} labels={editor.labels} what="some of these texts" defaults={defaults} />
    </>
  );
}

const siteSource = ({ form, drafts, advice }: ReturnType<typeof useSiteEditor>): EditSource => ({
  ...stateOf({ form, drafts }),
  changed: form.unsaved,
  labelOf: (path) => names.get(path) ?? path,
  changes: form.changesOf(form.values, form.base),
  values: form.valuesOf(allTexts),
  set: (path, value) => {
    const text = texts.get(path);
    if (text) form.put(text, value as Parameters<typeof form.put>[1]);
  },
  advice,
  lostDrawings: allTexts.flatMap((text) => {
    const lost = form.lostDrawing(text);
    const label = names.get(text.path) ?? text.path;
    return lost ? [{ label, words: lost.words, draw: () => form.put(text, lost.heading) }] : [];
  }),
});

function textLook({ field, item }: ShownField) {
  const { kind = "text", rows } = texts.get(field) ?? {};
  const label = names.get(field) ?? field;
  const [index, column = ""] = item?.split(".") ?? [];
  if (!rows || index === undefined) return { label, kind };
  return { label: `${label}, ${rows.entryName} ${Number(index) + 1}: ${rows.columns[column]?.label}`, kind: "text" };
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
