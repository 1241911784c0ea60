import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { uploadImage } from "#app/features/upload/upload.queries.ts";
import { ChoiceDialog } from "#app/ui/admin/conflict-dialog.tsx";
import { RestoredDraft, useDraftNotice } from "#app/ui/admin/draft-notice.tsx";
import { Failure } from "#app/ui/admin/failure.tsx";
import { Placeholder } from "#app/ui/admin/placeholder.tsx";
import { PreviewDialog } from "#app/ui/admin/preview-dialog.tsx";
import { Screen } from "#app/ui/admin/screen.tsx";
import { showSuccess } from "#app/ui/admin/toast.tsx";
import { SaveBar } from "./save-bar.tsx";
import type { SiteEdit } from "./site-content.contract.ts";
import { rememberedTexts, saveSiteEdits, siteEdits } from "./site-content.queries.ts";
import { useSiteForm } from "./site-form.tsx";
import { type SiteSection, SiteTexts } from "./site-texts.tsx";

/** Every word, figure and picture of the site that stands in no list of its own. `sections`: what this release knows. */
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
  const reload = () => client.invalidateQueries({ queryKey: ["site"] });
  const form = useSiteForm({
    texts: sections.flatMap(({ fields }) => fields),
    edits,
    remembered,
    save: async (list) => {
      await saveSiteEdits(list);
      await reload();
    },
    history: (path) => revisionsOf("site", path),
    reload,
    onSaved: (count) => showSuccess(count === 1 ? "One text saved." : `${count} texts saved.`),
    onRefused: place.goTo,
  });
  useDraftNotice(form);
  const page = place.section?.page;
  const preview = usePreview((list: Parameters<typeof saveSiteEdits>[0]) =>
    makePreview({ noun: "site", page, body: { edits: list } }),
  );
  return (
    <>
      {form.restoredAt && <RestoredDraft at={form.restoredAt} news={[]} discard={form.discard} />}
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
            preview={page && { isBusy: preview.isBusy, open: () => preview.open(form.attempt) }}
          />
        }
      />
      <PreviewDialog url={preview.url} onClose={preview.close} />
      <ChoiceDialog
        what="some of these texts"
        differences={form.differences}
        onKeepMine={form.keepMine}
        onTakeTheirs={form.takeTheirs}
        onLater={form.decideLater}
      />
    </>
  );
}

/** Which section is open stands in the address, and so can a text (`?text=company.phone`): a link leads right to its field. */
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

type Attempt<L> = <T>(work: (list: L) => Promise<T>) => Promise<T | undefined>;

function usePreview<L>(make: (list: L) => Promise<string>) {
  const [isBusy, setBusy] = useState(false);
  const [url, setUrl] = useState<string>();
  const open = async (attempt: Attempt<L>) => {
    setBusy(true);
    setUrl(await attempt(make));
    setBusy(false);
  };
  return { isBusy, url, open, close: () => setUrl(undefined) };
}
