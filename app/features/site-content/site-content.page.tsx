import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useAwaitedApproval } from "#app/features/approval/approval.queries.ts";
import { LazyApprovalPanel } from "#app/features/approval/panel/lazy-approval-panel.tsx";
import { type Draft, draftView } from "#app/features/draft/draft.queries.ts";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { ConflictDialog } from "#app/ui/admin/draft/conflict-dialog.tsx";
import { DraftBar, DraftNotice } from "#app/ui/admin/draft/draft-bar.tsx";
import { discardWithUndo, RestoredDraft, useDraftNotice } from "#app/ui/admin/draft/draft-notice.tsx";
import { usePreview } from "#app/ui/admin/form/form.tsx";
import { Advice } from "#app/ui/admin/notice/advice.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { useIsHere } from "#app/ui/admin/screen/use-is-here.ts";
import { wordsOf } from "./defaults/rows.ts";
import { SaveBar } from "./save-bar.tsx";
import type { SiteEdit } from "./site-content.contract.ts";
import { type saveSiteEdits, siteEdits } from "./site-content.queries.ts";
import { useSiteEditor } from "./site-editor.form.ts";
import { type SiteSection, SiteTexts } from "./site-texts.tsx";
import { focusField } from "./use-reset.tsx";

/**
 * Edits every text, number and picture of the site that is not in a list of its own. `sections`: those known to this
 * release.
 */
export default function SiteContentPage({ sections }: { sections: SiteSection[] }) {
  const edits = useQuery(siteEdits());
  const drafts = useQuery(draftView("site", "texts"));
  const error = edits.error ?? drafts.error;
  const refetch = () => Promise.all([edits.refetch(), drafts.refetch()]);
  const { data } = edits;
  return (
    <Screen heading="Site" subline="Every word, figure and picture of the site that has no list of its own.">
      {error && <Failure text="The texts could not be loaded." error={error} onRetry={refetch} />}
      {data && drafts.data !== undefined ? (
        <SiteEditor sections={sections} edits={data} draft={drafts.data} />
      ) : (
        !error && <Placeholder layout="form" />
      )}
    </Screen>
  );
}

interface SiteEditorProps {
  sections: SiteSection[];
  edits: SiteEdit[];
  draft: Draft | null;
}

function SiteEditor({ sections, edits, draft }: SiteEditorProps) {
  const place = usePlace(sections);
  const [busyCount, setBusyCount] = useState(0);
  const texts = sections.flatMap(({ fields }) => fields);
  const { form, drafts, labels, advice, discard } = useSiteEditor({
    texts,
    edits,
    draft,
    onSaved: (count) => count > 0 && showSuccess(count === 1 ? "One text saved." : `${count} texts saved.`),
    onRefused: place.goTo,
  });
  const shown = drafts.draft;
  const waits = useAwaitedApproval("site", "texts", shown?.version, shown !== null);
  useDraftNotice(form);
  const page = place.section?.page;
  const preview = usePreview((list: Parameters<typeof saveSiteEdits>[0]) =>
    makePreview({ noun: "site", page, body: { edits: list } }),
  );
  const openPreview = () => preview.open(form.attempt);
  return (
    <>
      {draft && shown && <DraftNotice draft={shown} />}
      {form.restored && (
        <RestoredDraft
          at={form.restored.at}
          news={form.restored.news.map((path) => labels[path] ?? path)}
          discard={discard}
        />
      )}
      <SiteTexts
        sections={sections}
        section={place.section}
        form={form}
        onBusy={(isBusy) => setBusyCount((count) => count + (isBusy ? 1 : -1))}
        foot={
          <>
            <DraftBar
              draft={shown}
              isSaving={drafts.isSaving}
              problem={drafts.problem}
              canSave={form.isChanged || shown !== null}
              canPublish={form.isChanged || shown !== null}
              waits={waits}
              onSave={drafts.save}
              onSchedule={(publishAt) => form.entryForm.attempt(() => drafts.schedule(publishAt))}
              onPreview={openPreview}
              onDiscard={() => discardWithUndo(drafts.discard)}
            />
            <LazyApprovalPanel
              noun="site"
              slug="texts"
              state={shown?.version}
              canAsk={shown !== null}
              saveFirst={form.isChanged && !form.entryForm.isStored ? drafts.save : undefined}
              previewPage={(at) =>
                form.attempt((list: Parameters<typeof saveSiteEdits>[0]) =>
                  makePreview({ noun: "site", page: at as "home", body: { edits: list } }),
                )
              }
            />
            <Advice sentences={advice} />
            <SaveBar
              form={form}
              discard={discard}
              isUploading={busyCount > 0}
              preview={page && { isBusy: preview.isBusy, open: openPreview }}
            />
          </>
        }
      />
      {preview.dialog}
      <ConflictDialog
        form={form}
        labels={labels}
        what="some of these texts"
        defaults={Object.fromEntries(texts.map(({ path, fallback }) => [path, wordsOf(fallback)]))}
      />
    </>
  );
}

/**
 * The open section is kept in the URL, and a text can be too (`?text=company.phone`), so that a link opens its field.
 */
function usePlace(sections: SiteSection[]) {
  const [params, setParams] = useSearchParams();
  const text = params.get("text");
  const holds = (path: string | null) => sections.find(({ fields }) => fields.some((field) => field.path === path));
  const section = holds(text) ?? sections.find(({ key }) => key === params.get("section")) ?? sections[0];
  useEffect(() => {
    if (text) focusField(text);
  }, [text]);
  const isHere = useIsHere();
  const goTo = (path: string) => {
    if (!isHere()) return;
    setParams({ text: path }, { replace: true, preventScrollReset: true });
    requestAnimationFrame(() => focusField(path));
  };
  return { section, goTo };
}
