import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { useAwaitedApproval } from "#app/features/approval/approval.queries.ts";
import { LazyApprovalPanel } from "#app/features/approval/panel/lazy-approval-panel.tsx";
import { type Draft, draftView } from "#app/features/draft/draft.queries.ts";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { adviceFor } from "#app/shared/before-publishing.ts";
import {
  type AnyEntry,
  type ContentType,
  formWords,
  historyPath,
  listHeading,
  listPath,
  updatePath,
} from "#app/shared/content-type.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { RouteButton } from "#app/ui/admin/control/route-button.tsx";
import { DraftBar, DraftNotice } from "#app/ui/admin/draft/draft-bar.tsx";
import { discardWithUndo } from "#app/ui/admin/draft/draft-notice.tsx";
import type { FormValues } from "#app/ui/admin/form/fields.ts";
import { Form } from "#app/ui/admin/form/form.tsx";
import { useReturnToList } from "#app/ui/admin/list/return-to-entry.ts";
import { showAddedToast } from "#app/ui/admin/notice/added-notice.tsx";
import { Advice } from "#app/ui/admin/notice/advice.tsx";
import { showPublished } from "#app/ui/admin/notice/bulk-notice.tsx";
import { isMissing } from "#app/ui/admin/notice/failure-kind.ts";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { LoadEntry } from "#app/ui/admin/screen/load-entry.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { useMovedOn } from "#app/ui/admin/screen/use-moved-on.ts";
import { check, clock, plus } from "#app/ui/glyphs.ts";
import { DeletedEntry } from "./deleted-entry.page.tsx";
import { type FormPart, queriesOf, useEntryEditor } from "./entry-editor.form.ts";
import { theseEntries, useManyEntries } from "./many-entries.queries.ts";
import { SampleNotice } from "./sample-notice.page.tsx";

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
  const [last, setLast] = useState<AnyEntry>();
  const onSaved = (entry: AnyEntry) => {
    setLast(entry);
    scrollTo({ top: 0, behavior: "instant" });
    showAddedToast({ text: added, open: updatePath(type, entry.slug), page: entry.published && type.page(entry) });
  };
  // The form is empty again, and its first field has the focus: the way to the entry stays above it.
  const subline = last && (
    <>
      “{String(last[type.title])}” is added.{" "}
      <Link className="text-link" to={updatePath(type, last.slug)}>
        Open it
      </Link>
    </>
  );
  return (
    <Screen heading={add} subline={subline ?? lead} isNarrow>
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
          action={<RouteButton to={historyPath(type, slug)} label="History" kind="line" glyph={clock} />}
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
  const editor = useEntryEditor({
    ...{ type, part, entry, draft },
    onSaved: (saved) =>
      stays.current ? showPublished({ noun: type.name, slug: saved.slug }, String(saved[type.title])) : onSaved(saved),
  });
  const { form, drafts, fields, body } = editor;
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
  const preview = (values: FormValues, base: FormValues) =>
    makePreview({ noun: type.name, slug: entry?.slug, body: { ...body(values, base) } });
  // An empty form needs no advice.
  const isNamed = isVisible(String(form.values[type.title] ?? ""));
  return (
    <>
      {entry && isDeleted && <DeletedEntry {...{ type, entry, editor, draftFailed, hasMovedOn, onSavedAsNew }} />}
      {entry?.isSample === true && <SampleNotice type={type} entry={entry} />}
      {draft && shown && <DraftNotice draft={shown} />}
      <Form
        form={form}
        fields={fields}
        labels={part?.labels}
        submit={{ label: submitLabel, glyph: entry ? check : plus }}
        preview={preview}
        aside={part?.aside(form)}
        isInput={part?.isInput}
        parts={part && ((onBusy) => part.parts(form, entry?.slug, onBusy))}
        isLong={part !== undefined}
        beside={() =>
          isNamed && (
            <Advice sentences={[...adviceFor(type, form.values, form.base), ...(part?.advice(form.values) ?? [])]} />
          )
        }
        isOnServer={shown !== null}
        discard={shown ? drafts.discard : form.discard}
        below={
          entry &&
          ((onPreview, isWaiting) => (
            <StoredEntryBar
              {...{ type, entry, editor, waits, onPreview, isWaiting, isDeleted }}
              onSave={saveDraft}
              onPublish={publishNow}
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
              saveFirst={form.isChanged && !form.isStored ? drafts.save : undefined}
              previewPage={() => form.attempt(preview)}
            />
          )
        }
      />
    </>
  );
}

interface StoredEntryBarProps extends Pick<FieldsProps, "type"> {
  entry: AnyEntry;
  editor: ReturnType<typeof useEntryEditor>;
  waits: ComponentProps<typeof DraftBar>["waits"];
  onSave: () => Promise<void>;
  onPublish: () => Promise<void>;
  onPreview: () => void;
  /** For the preview. */
  isWaiting: boolean;
  isDeleted: boolean | undefined;
}

/** What visitors see of a stored entry, and what can be done with it and its draft. */
function StoredEntryBar(props: StoredEntryBarProps) {
  const { type, entry, editor, waits, onSave, onPublish, onPreview, isWaiting, isDeleted } = props;
  const { form, drafts } = editor;
  const client = useQueryClient();
  const many = useManyEntries(type, () => client.invalidateQueries({ queryKey: [type.name] }));
  const shown = drafts.draft;
  const canPublish = form.isChanged || shown !== null || !entry.published;
  const isShown = entry.published && !isDeleted;
  return (
    <DraftBar
      draft={shown}
      isSaving={drafts.isSaving}
      problem={drafts.problem}
      canSave={form.isChanged || shown !== null}
      canPublish={canPublish}
      waits={waits}
      onSave={onSave}
      onSchedule={(publishAt) => form.attempt(() => drafts.schedule(publishAt))}
      onPreview={onPreview}
      onDiscard={() => discardWithUndo(drafts.discard)}
      live={{
        state: isDeleted ? "In the trash. Visitors do not see it." : stateOf(entry, form.isChanged),
        onPublish: canPublish ? onPublish : undefined,
        onUnpublish: isShown ? () => many.change("unpublish", theseEntries([{ slug: entry.slug }]), noop) : undefined,
        page: isShown ? type.page(entry) : undefined,
        isBusy: form.isSaving || many.isBusy || isWaiting,
      }}
    />
  );
}

const noop = () => {};

function stateOf({ published }: AnyEntry, isChanged: boolean): string {
  if (isChanged) return published ? "Not saved yet. Visitors see the version before." : "Not saved yet.";
  return published ? "Everything is saved. Visitors see this version." : "Everything is saved. Visitors do not see it.";
}
