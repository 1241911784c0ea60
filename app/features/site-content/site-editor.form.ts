import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Draft } from "#app/features/draft/draft.queries.ts";
import { useServerDraft } from "#app/features/draft/server-draft.form.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { AppError } from "#app/shared/app-error.ts";
import { adviceForTexts } from "#app/shared/before-publishing.ts";
import type { ContentField } from "./defaults/sections.ts";
import type { SiteEdit } from "./site-content.contract.ts";
import { useSiteForm } from "./site-content.form.ts";
import { saveSiteEdits, textsWithHistory } from "./site-content.queries.ts";

interface Options {
  texts: ContentField[];
  edits: SiteEdit[];
  /** The draft of the texts, as loaded. */
  draft: Draft | null;
  /** Called with the number of texts published. */
  onSaved: (count: number) => void;
  onRefused: (path: string) => void;
}

/** The texts of the site with their draft on the server, for the Site screen and for editing on the page. */
export function useSiteEditor({ texts, edits, draft, onSaved, onRefused }: Options) {
  const client = useQueryClient();
  const remembered = useQuery(textsWithHistory()).data;
  // The draft belongs to the form that it is created from.
  const server = useRef<Pick<ReturnType<typeof useServerDraft>, "contained" | "onPublished" | "refetch">>(undefined);
  const form = useSiteForm({
    texts,
    edits,
    draft,
    remembered,
    // Reloads what somebody else has saved before asking the editor.
    save: async (list) =>
      saveSiteEdits(list, (await server.current?.contained())?.version)
        .catch(async (error) => {
          // Somebody may have changed the draft that it was to contain.
          if (error instanceof AppError && error.code === "conflict") await server.current?.refetch().catch(() => {});
          throw error;
        })
        .finally(() => client.invalidateQueries({ queryKey: ["site"] })),
    history: (path) => revisionsOf("site", path),
    onSaved: (count) => {
      // Where a colleague has saved the same, no save has taken the draft along.
      if (count > 0) server.current?.onPublished();
      else void server.current?.refetch().catch(() => undefined);
      onSaved(count);
    },
    onRefused,
  });
  const labels = Object.fromEntries(texts.map(({ path, label }) => [path, label]));
  const drafts = useServerDraft({
    noun: "site",
    slug: "texts",
    loaded: draft,
    form: form.entryForm,
    changes: form.changesOf,
    bases: form.basesOf,
    valuesOf: form.valuesWith,
    labels,
  });
  server.current = drafts;
  const changed = texts.filter((text) => form.unsaved.includes(text.path) || form.unsaved.includes(pictureOf(text)));
  const said = (values: typeof form.values) => (path: string) =>
    values[path] ?? texts.find((text) => text.path === path)?.fallback;
  const advice = adviceForTexts(changed, said(form.values), said(form.base));
  return { form, drafts, labels, advice, discard: drafts.draft ? drafts.discard : form.discard };
}

/** The picture that an alternative text is about. */
const pictureOf = (text: ContentField): string => (text.kind === "alt" ? (text.of ?? "") : "");
