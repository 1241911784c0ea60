import { type QueryClient, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import { chunksOf } from "#app/shared/rows.ts";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { showPublished } from "#app/ui/admin/notice/bulk-notice.tsx";
import type { DraftApi, DraftMark, DraftSave, Draft as StoredDraft } from "./draft.contract.ts";

export type { DraftMark };

export interface Draft extends StoredDraft {
  /** When the server said so, in milliseconds since the epoch: it may have been published since. */
  seenAt: number;
}

export const seenNow = (draft: StoredDraft): Draft => ({ ...draft, seenAt: Date.now() });

const call = officeSender<DraftApi>();

/** The draft of an entry, read once when its form opens: from then on the form itself knows the newest state. */
export const draftView = (noun: string, slug: string) =>
  queryOptions({
    queryKey: ["draft", "view", noun, slug],
    queryFn: ({ signal }) => loadDraft(noun, slug, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    // One that could not be read is no newer state of the form.
    refetchOnReconnect: ({ state }) => (state.data === undefined ? "always" : false),
  });

export async function loadDraft(noun: string, slug: string, signal?: AbortSignal): Promise<Draft | null> {
  const { data } = await call("GET", "/draft/:noun/:slug", { params: { noun, slug }, ...(signal && { signal }) });
  return data && seenNow(data);
}

const namedAtOnce = 30;

/** The drafts of the entries that a list shows, by slug. */
export function useDraftMarks(noun: string, slugs: string[]): ReadonlyMap<string, DraftMark> {
  return useQueries({
    queries: portionsOf(slugs).map((named) => ({
      queryKey: ["draft", "marks", noun, named],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call("GET", "/drafts/:noun", { params: { noun }, query: { slugs: named }, signal })).data,
    })),
    combine: (found) => new Map(found.flatMap(({ data = [] }) => data.map((mark) => [mark.slug, mark] as const))),
  });
}

/** How many of these entries have a draft. */
export async function countDrafts(noun: string, slugs: string[]): Promise<number> {
  let count = 0;
  for (const named of portionsOf(slugs))
    count += (await call("GET", "/drafts/:noun", { params: { noun }, query: { slugs: named } })).data.length;
  return count;
}

const portionsOf = (slugs: string[]): string[] => chunksOf(slugs, namedAtOnce).map((some) => some.join(","));

interface Drafted {
  noun: string;
  slug: string;
  /** Title of the entry, for messages. */
  title: string;
}

/** Publishes a draft as it is stored, without its form; the server refuses where somebody else has changed the same. */
export function usePublishDraft() {
  const client = useQueryClient();
  const { isBusy, attempt } = useBusy();
  const publish = ({ noun, slug, title }: Drafted, reload?: () => Promise<unknown>): Promise<void> =>
    attempt(`${noun}/${slug}`, `“${title}” could not be published.`, async () => {
      try {
        await call("POST", "/draft/publish/:noun/:slug", { params: { noun, slug } });
        showPublished({ noun, slug }, title);
      } finally {
        // A draft that is refused may have been changed or published by somebody else.
        reloadDraftMarks(client, noun);
        await (reload?.() ?? client.invalidateQueries({ queryKey: [noun] })).catch(() => undefined);
      }
    });
  return Object.assign(publish, { isBusy: ({ noun, slug }: Drafted) => isBusy(`${noun}/${slug}`) });
}

export const saveDraft = async (noun: string, slug: string, body: DraftSave): Promise<Draft> =>
  seenNow((await call("PUT", "/draft/:noun/:slug", { params: { noun, slug }, body })).data);

interface State {
  noun: string;
  slug: string;
  /** Version of the draft; a call about any other is refused. */
  over: string | undefined;
}

/** @returns the draft with that time; `null`: it is published only by hand */
export async function scheduleDraft({ over, ...params }: State, publishAt: string | null): Promise<Draft> {
  const { data } = await call("PUT", "/draft/schedule/:noun/:slug", { params, query: { over }, body: { publishAt } });
  return seenNow(data);
}

export const deleteDraft = ({ over, ...params }: State): Promise<unknown> =>
  call("DELETE", "/draft/:noun/:slug", { params, query: { over } });

/** Brings back the draft that was deleted last. */
export const restoreDraft = async (noun: string, slug: string): Promise<Draft> =>
  seenNow((await call("POST", "/draft/restore/:noun/:slug", { params: { noun, slug } })).data);

/** Reads again what lists and Today say about drafts. */
export function reloadDraftMarks(client: QueryClient, noun: string): void {
  void client.invalidateQueries({ queryKey: ["draft", "marks", noun] });
  void client.invalidateQueries({ queryKey: ["quote", "today"] });
}
