import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useParams } from "react-router";
import { useAwaitedApproval } from "#app/features/approval/approval.queries.ts";
import { LazyApprovalPanel } from "#app/features/approval/panel/lazy-approval-panel.tsx";
import { type Draft, draftView } from "#app/features/draft/draft.queries.ts";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { uploads } from "#app/features/upload/upload.queries.ts";
import { adviceFor } from "#app/shared/before-publishing.ts";
import {
  type AnyEntry,
  type ContentType,
  formWords,
  listHeading,
  listPath,
  updatePath,
} from "#app/shared/content-type.ts";
import { showAddedToast } from "#app/ui/admin/added-notice.tsx";
import { Advice } from "#app/ui/admin/advice.tsx";
import { DraftBar, DraftNotice } from "#app/ui/admin/form/draft-bar.tsx";
import { discardWithUndo } from "#app/ui/admin/form/draft-notice.tsx";
import { Form } from "#app/ui/admin/form/form.tsx";
import { HistoryButton } from "#app/ui/admin/history-button.tsx";
import { isMissing } from "#app/ui/admin/is-missing.ts";
import { LoadEntry } from "#app/ui/admin/load-entry.tsx";
import { useReturnToList } from "#app/ui/admin/return-to-entry.ts";
import { Screen } from "#app/ui/admin/screen.tsx";
import { showSuccess } from "#app/ui/admin/toast.tsx";
import { useMovedOn } from "#app/ui/admin/use-moved-on.ts";
import { check, plus } from "#app/ui/glyphs.ts";
import { DeletedEntry } from "./deleted-entry.tsx";
import { type FormPart, queriesOf, useEntryEditor } from "./entry-editor.form.ts";
import { theseEntries, useManyEntries } from "./many-entries.queries.ts";

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
    showAddedToast({ text: added, open: updatePath(type, entry.slug), page: entry.published && type.page(entry) });
  return (
    <Screen heading={add} subline={lead} isNarrow>
      <EntryFields type={type} part={part} submitLabel={add} onSaved={onSaved} />
    </Screen>
  );
}

function Update({ type, part, slug }: EntryFormProps & { slug: string }) {
  const { heading, update, updated, added, missing } = formWords(type);
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
          <EntryFields
            {...{ type, part, entry, draft, onSaved }}
            submitLabel={update}
            isDeleted={isMissing(entries.error)}
            onSavedAsNew={(saved) => {
              showAddedToast({ text: added, open: updatePath(type, saved.slug) });
              returnToList(saved.slug);
            }}
          />
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
  /** Somebody has deleted the entry since it was loaded. */
  isDeleted?: boolean;
  onSavedAsNew?: (saved: AnyEntry) => void;
}

function EntryFields(props: FieldsProps) {
  const { type, part, entry, draft = null, submitLabel, onSaved, isDeleted, onSavedAsNew } = props;
  // The form stays open after Publish.
  const stays = useRef(false);
  const { form, drafts, fields, body, saveAsNew } = useEntryEditor({
    ...{ type, part, entry, draft },
    onSaved: (saved) => (stays.current ? showSuccess(`“${saved[type.title]}” is published.`) : onSaved(saved)),
  });
  const client = useQueryClient();
  const many = useManyEntries(type, () => client.invalidateQueries({ queryKey: [type.name] }));
  const publishNow = async () => {
    stays.current = true;
    await form.saveWith({ published: true });
    stays.current = false;
  };
  const [draftFailed, setDraftFailed] = useState(false);
  const saveDraft = async () => {
    form.clearMessage();
    setDraftFailed(false);
    setDraftFailed(!(await drafts.save()));
  };
  const hasMovedOn = useMovedOn(form.isSaving || drafts.isSaving);
  const shown = drafts.draft;
  const canAsk = shown !== null || entry?.published === false;
  const waits = useAwaitedApproval(type.name, entry?.slug, shown?.version, canAsk);
  // An empty form needs no advice.
  const isNamed = String(form.values[type.title] ?? "").trim() !== "";
  return (
    <>
      {entry && isDeleted && (
        <DeletedEntry
          kind={type.name}
          slug={entry.slug}
          one={type.one}
          tried={form.refusedAs === "not_found" ? "save" : draftFailed ? "draft" : undefined}
          hasMovedOn={hasMovedOn}
          onRestored={async () => {
            await client.invalidateQueries();
            form.clearMessage();
            if (shown) void drafts.save();
          }}
          onSaveAsNew={async () => {
            const saved = await saveAsNew();
            if (saved) onSavedAsNew?.(saved);
          }}
        />
      )}
      {draft && shown && <DraftNotice draft={shown} />}
      <Form
        form={form}
        fields={fields}
        labels={part?.labels}
        submit={{ label: submitLabel, glyph: entry ? check : plus }}
        uploads={uploads}
        preview={(values, base) => makePreview({ noun: type.name, slug: entry?.slug, body: { ...body(values, base) } })}
        aside={part?.aside(form)}
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
              waits={waits}
              onSave={saveDraft}
              onSchedule={(publishAt) => form.attempt(() => drafts.schedule(publishAt))}
              onPreview={openPreview}
              onDiscard={() => discardWithUndo(drafts.discard)}
              live={{
                state: stateOf(entry, form.isChanged),
                onPublish: form.isChanged || shown !== null || !entry.published ? publishNow : undefined,
                onUnpublish: entry.published
                  ? () => many.change("unpublish", theseEntries([{ slug: entry.slug }]), noop)
                  : undefined,
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
              canAsk={canAsk}
              previewPage={() =>
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
