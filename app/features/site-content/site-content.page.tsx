import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { uploadImage } from "#app/features/upload/upload.queries.ts";
import { Failure } from "#app/ui/admin/failure.tsx";
import { ConflictDialog } from "#app/ui/admin/form/conflict-dialog.tsx";
import { RestoredDraft, useDraftNotice } from "#app/ui/admin/form/draft-notice.tsx";
import { usePreview } from "#app/ui/admin/form/form.tsx";
import { Placeholder } from "#app/ui/admin/placeholder.tsx";
import { Screen } from "#app/ui/admin/screen.tsx";
import { showSuccess } from "#app/ui/admin/toast.tsx";
import { SaveBar } from "./save-bar.tsx";
import type { SiteEdit } from "./site-content.contract.ts";
import { useSiteForm } from "./site-content.form.ts";
import { rememberedTexts, saveSiteEdits, siteEdits } from "./site-content.queries.ts";
import { type SiteSection, SiteTexts } from "./site-texts.tsx";

/**
 * Edits every text, number and picture of the site that is not in a list of its own. `sections`: those known to this
 * release.
 */
export default function SiteContentPage({ sections }: { sections: SiteSection[] }) {
  const { data, error, refetch } = useQuery(siteEdits());
  return (
    <Screen heading="Site" subline="Every word, figure and picture of the site that has no list of its own.">
      {error && <Failure text="The texts could not be loaded. Try again." error={error} onRetry={refetch} />}
      {data ? <SiteEditor sections={sections} edits={data} /> : !error && <Placeholder layout="form" />}
    </Screen>
  );
}

function SiteEditor({ sections, edits }: { sections: SiteSection[]; edits: SiteEdit[] }) {
  const client = useQueryClient();
  const place = usePlace(sections);
  const remembered = useQuery(rememberedTexts()).data;
  const [uploads, setUploads] = useState(0);
  const texts = sections.flatMap(({ fields }) => fields);
  const form = useSiteForm({
    texts,
    edits,
    remembered,
    // Reloads what somebody else has saved before asking the editor.
    save: (list) => saveSiteEdits(list).finally(() => client.invalidateQueries({ queryKey: ["site"] })),
    history: (path) => revisionsOf("site", path),
    onSaved: (count) => count > 0 && showSuccess(count === 1 ? "One text saved." : `${count} texts saved.`),
    onRefused: place.goTo,
  });
  useDraftNotice(form);
  const page = place.section?.page;
  const preview = usePreview((list: Parameters<typeof saveSiteEdits>[0]) =>
    makePreview({ noun: "site", page, body: { edits: list } }),
  );
  const labels = Object.fromEntries(texts.map(({ path, label }) => [path, label]));
  return (
    <>
      {form.restored && (
        <RestoredDraft
          at={form.restored.at}
          news={form.restored.news.map((path) => labels[path] ?? path)}
          discard={form.discard}
        />
      )}
      <SiteTexts
        sections={sections}
        section={place.section}
        form={form}
        upload={uploadImage}
        onBusy={(isBusy) => setUploads((count) => count + (isBusy ? 1 : -1))}
        foot={
          <SaveBar
            form={form}
            isUploading={uploads > 0}
            preview={page && { isBusy: preview.isDrawing, open: () => preview.open(form.attempt) }}
          />
        }
      />
      {preview.dialog}
      <ConflictDialog
        form={form}
        labels={labels}
        what="some of these texts"
        defaults={Object.fromEntries(texts.map(({ path, fallback }) => [path, String(fallback)]))}
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
    if (text) document.querySelector<HTMLElement>(`main [name="${CSS.escape(text)}"]`)?.focus();
  }, [text]);
  const goTo = (path: string) => {
    setParams({ text: path }, { replace: true, preventScrollReset: true });
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`main [name="${CSS.escape(path)}"]`)?.focus());
  };
  return { section, goTo };
}
