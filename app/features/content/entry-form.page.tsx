import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { useParams } from "react-router";
import { LazyApprovalPanel } from "#app/features/approval/panel/lazy-approval-panel.tsx";
import { type Draft, draftView, useServerDraft } from "#app/features/draft/draft.queries.ts";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { uploadImage } from "#app/features/upload/upload.queries.ts";
import { adviceFor } from "#app/shared/before-publishing.ts";
import {
  type AnyEntry,
  type ContentType,
  editableFields,
  formWords,
  listHeading,
  listPath,
  updatePath,
} from "#app/shared/content-type.ts";
import { tellAdded } from "#app/ui/admin/added-notice.tsx";
import { DraftBar, DraftNotice } from "#app/ui/admin/form/draft-bar.tsx";
import { discardWithUndo } from "#app/ui/admin/form/draft-notice.tsx";
import { type EntryForm, useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import {
  changedBody,
  changesOf,
  type FormField,
  type FormFields,
  type FormValues,
  labelsOf,
  valuesOf,
} from "#app/ui/admin/form/fields.ts";
import { Form } from "#app/ui/admin/form/form.tsx";
import { authorsIn } from "#app/ui/admin/form/merge.ts";
import { HistoryButton } from "#app/ui/admin/history-button.tsx";
import { LoadEntry } from "#app/ui/admin/load-entry.tsx";
import { useReturnToList } from "#app/ui/admin/return-to-entry.ts";
import { Screen } from "#app/ui/admin/screen.tsx";
import { showSuccess } from "#app/ui/admin/toast.tsx";
import { check, plus } from "#app/ui/glyphs.ts";
import { contentQueries } from "./content.queries.ts";
import styles from "./entry-form.page.module.css";
import { useManyEntries } from "./many-entries.queries.ts";

/** Parts of a type's form beyond the fields that the generic form renders. */
export interface FormPart {
  /** Labels of its fields, which are stored and merged like all others, but rendered by `draw` and `parts`. */
  labels: Record<string, string>;
  /** Their values, also for a new entry. */
  valuesOf: (entry: Partial<AnyEntry>) => FormValues;
  /** The request body for the changed fields. */
  body: (changes: Partial<FormValues>, values: FormValues) => object;
  draw: (form: EntryForm<FormValues>) => ReactNode;
  /** Shown below the other fields. `slug`: of a stored entry; `onBusy`: to call when an upload starts or ends. */
  parts: (form: EntryForm<FormValues>, slug: string | undefined, onBusy: (isBusy: boolean) => void) => ReactNode;
  /** Advice before publishing on its fields. */
  advice: (values: FormValues) => string[];
}

interface EntryFormProps {
  type: ContentType;
  part?: FormPart;
}

/** The form of any content type, for a new entry or, if the URL names one, a stored one. */
export default function EntryFormPage(props: EntryFormProps) {
  const { slug } = useParams();
  return slug ? <Update key={slug} {...props} slug={slug} /> : <Create {...props} />;
}

function Create({ type, part }: EntryFormProps) {
  const { add, lead, added } = formWords(type);
  const onSaved = (entry: AnyEntry) =>
    tellAdded({ text: added, open: updatePath(type, entry.slug), page: entry.published && type.page(entry) });
  return (
    <Screen heading={add} subline={lead} isNarrow>
      <EntryFields type={type} part={part} submitLabel={add} onSaved={onSaved} />
    </Screen>
  );
}

function Update({ type, part, slug }: EntryFormProps & { slug: string }) {
  const { heading, update, updated, missing } = formWords(type);
  const returnToList = useReturnToList(listPath(type));
  const entries = useQuery(queriesOf(type).view(slug));
  const drafts = useQuery(draftView(type.name, slug));
  const query = {
    data: entries.data && drafts.data !== undefined ? { entry: entries.data, draft: drafts.data } : undefined,
    error: entries.error ?? drafts.error,
    refetch: () => Promise.all([entries.refetch(), drafts.refetch()]),
  };
  const headed = { heading: heading ?? update, title: update };
  const onSaved = () => {
    showSuccess(updated);
    returnToList(slug);
  };
  return (
    <LoadEntry {...headed} query={query} missing={missing} list={{ to: listPath(type), label: listHeading(type) }}>
      {({ entry, draft }) => (
        <Screen
          {...headed}
          subline={heading && `Update “${entry[type.title]}”`}
          action={<HistoryButton of={`${type.name}/${slug}`} />}
          isNarrow
        >
          <EntryFields type={type} part={part} entry={entry} draft={draft} submitLabel={update} onSaved={onSaved} />
        </Screen>
      )}
    </LoadEntry>
  );
}

interface FieldsProps extends EntryFormProps {
  entry?: AnyEntry;
  /** Its draft, as loaded. */
  draft?: Draft | null;
  submitLabel: string;
  onSaved: (saved: AnyEntry) => void;
}

function EntryFields({ type, part, entry, draft = null, submitLabel, onSaved }: FieldsProps) {
  const client = useQueryClient();
  const { add, change, view } = queriesOf(type);
  const fields = formFieldsOf(type);
  const held = (of: Partial<AnyEntry>) => ({ ...valuesOf(fields, of), ...part?.valuesOf(of) });
  const blank = held({ published: true });
  const changed = (values: FormValues, base: FormValues) => {
    const changes = changedBody(fields, values, base);
    return part ? part.body(changes, values) : changes;
  };
  const body = (values: FormValues, base: FormValues) =>
    entry ? changed(values, base) : { ...alwaysSent(type, values), ...changed(values, blank) };
  const draftedOver = (of: Draft) => held({ ...entry, ...of.base });
  const valuesIn = (of: Draft) => held({ ...entry, ...of.base, ...of.changes });
  const many = useManyEntries(type, () => client.invalidateQueries({ queryKey: [type.name] }));
  /** Whether the form stays open after the save under way. */
  const stays = useRef(false);
  // The draft belongs to the form that it is created from.
  const server = useRef<Pick<ReturnType<typeof useServerDraft>, "contained" | "onPublished">>(undefined);
  const form = useEntryForm<FormValues, number, AnyEntry>({
    initial: entry ? held(entry) : blank,
    version: entry?.version,
    stored: draft && {
      values: changesOf(valuesIn(draft), draftedOver(draft)) as FormValues,
      base: draftedOver(draft),
      version: draft.baseVersion,
      at: Date.parse(draft.savedAt),
    },
    save: async (values, version, base) =>
      entry
        ? change(entry.slug, body(values, base), version, {
            draft: await server.current?.contained(),
            ifApproved: !entry.published && values.published === true,
          })
        : add(body(values, base)),
    newer: (theirs: AnyEntry) => ({ values: held(theirs), version: theirs.version }),
    authors: entry && (async (names) => authorsIn(await revisionsOf(type.name, entry.slug), held, names)),
    onSaved: (saved) => {
      // If reopened at once, the form starts from what was saved rather than what it had loaded before.
      client.setQueryData(view(saved.slug).queryKey, saved);
      client.invalidateQueries({ queryKey: [type.name] });
      server.current?.onPublished();
      if (stays.current) showSuccess(`“${saved[type.title]}” is published.`);
      else onSaved(saved);
    },
  });
  const publishNow = async () => {
    stays.current = true;
    await form.saveWith({ published: true });
    stays.current = false;
  };
  const labels = { ...labelsOf(fields), ...part?.labels };
  const drafts = useServerDraft({
    noun: type.name,
    slug: entry?.slug,
    loaded: draft,
    form,
    changes: body,
    valuesOf: valuesIn,
    labels,
  });
  server.current = drafts;
  const shown = drafts.draft;
  // An empty form needs no advice.
  const isNamed = String(form.values[type.title] ?? "").trim() !== "";
  return (
    <>
      {draft && shown && <DraftNotice draft={shown} />}
      <Form
        form={form}
        fields={fields}
        labels={part?.labels}
        submit={{ label: submitLabel, glyph: entry ? check : plus }}
        upload={uploadImage}
        preview={(values, base) => makePreview({ noun: type.name, slug: entry?.slug, body: { ...body(values, base) } })}
        aside={part?.draw(form)}
        parts={part && ((onBusy) => part.parts(form, entry?.slug, onBusy))}
        isLong={part !== undefined}
        beside={
          isNamed && <Advice sentences={[...adviceFor(type, form.values), ...(part?.advice(form.values) ?? [])]} />
        }
        isOnServer={shown !== null}
        discard={shown ? drafts.discard : form.discard}
        below={
          entry &&
          ((openPreview, isWaiting) => (
            <DraftBar
              draft={shown}
              isSaving={drafts.isSaving}
              problem={drafts.problem}
              canSave={form.isChanged || shown !== null}
              canPublish={form.isChanged || shown !== null || !entry.published}
              onSave={drafts.save}
              onSchedule={(publishAt) => form.attempt(() => drafts.schedule(publishAt))}
              onPreview={openPreview}
              onDiscard={() => discardWithUndo(drafts.discard)}
              live={{
                state: stateOf(entry, form.isChanged),
                onPublish: form.isChanged || shown !== null || !entry.published ? publishNow : undefined,
                onUnpublish: entry.published ? () => many.change("unpublish", [{ slug: entry.slug }], noop) : undefined,
                page: entry.published ? type.page(entry) : undefined,
                isBusy: form.isSaving || many.isBusy || isWaiting,
              }}
            />
          ))
        }
        panel={
          entry && (
            <LazyApprovalPanel
              noun={type.name}
              slug={entry.slug}
              state={shown?.version}
              canAsk={shown !== null || !entry.published}
              drawPage={() =>
                form.attempt((values, base) =>
                  makePreview({ noun: type.name, slug: entry.slug, body: { ...body(values, base) } }),
                )
              }
            />
          )
        }
      />
    </>
  );
}

const noop = () => {};

function stateOf({ published }: AnyEntry, isChanged: boolean): string {
  if (isChanged) return published ? "Not saved yet. Visitors see the version before." : "Not saved yet.";
  return published ? "Everything is saved. Visitors see this version." : "Everything is saved. Visitors do not see it.";
}

/** Shown beside the button; never prevents saving. */
function Advice({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <details className={styles.advice}>
      <summary>
        {sentences.length === 1 ? "1 thing to look at" : `${sentences.length} things to look at`} before publishing
      </summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

const queriesOf = (type: ContentType) => contentQueries<ContentType, AnyEntry, object, object>(type);

const published: FormField = {
  kind: "boolean",
  label: "Published",
  states: { on: "Visitors see it.", off: "Unpublished: visitors do not see it." },
};

/** Fields that need more than their kind to be rendered are the type's own part. */
function formFieldsOf(type: ContentType): FormFields {
  const declared = editableFields(type).flatMap(([name, field]): [string, FormField][] =>
    field.kind === "json" ? [] : [[name, field.kind === "number" ? { ...field, isOptional: true } : field]],
  );
  return { ...Object.fromEntries(declared), published };
}

/** A new entry includes the texts and pictures of the specification's call, even if empty. */
const alwaysSent = (type: ContentType, values: FormValues) =>
  Object.fromEntries(
    editableFields(type).flatMap(([name, { kind, isExtra }]) =>
      !isExtra && (kind === "text" || kind === "longText" || kind === "image") ? [[name, values[name]]] : [],
    ),
  );
