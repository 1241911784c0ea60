import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { pagedQuery } from "#app/browser/paged-query.ts";
import { officeSender } from "#app/browser/session.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import { entriesAtOnce } from "#app/shared/paging.ts";
import type { SortOrderApi, SortOrderChange } from "./sort-order.contract.ts";

const call = officeSender<SortOrderApi>();

/** Moves one entry to a position, counted from 0; the public site shows it on the next page load. */
export const moveEntry = async (noun: string, slug: string, to: number): Promise<SortOrderChange> =>
  (await call("PUT", "/sort-order/:noun/:slug", { params: { noun, slug }, body: { place: to + 1 } })).data;

/** Restores a saved order. @throws AppError `stale` if the order is no longer version `over` */
export const restoreSortOrder = async (noun: string, version: number, over: number): Promise<SortOrderChange> =>
  (await call("PUT", "/sort-order/:noun", { params: { noun }, body: { version }, headers: ifMatch(over) })).data;

const statesAtOnce = 20;

/** The saved orders, newest first. */
export const savedSortOrders = (noun: string) =>
  pagedQuery(
    ["history", "order", noun],
    (query, signal) => call("GET", "/sort-order/:noun/history", { params: { noun }, query, signal }),
    ({ id }) => String(id),
    statesAtOnce,
  );

interface EntryPage<T> {
  data: T[];
  total?: number;
}

interface PageQuery {
  limit: number;
  offset: number;
  q?: string;
}

export type ReadEntries<T> = (query: PageQuery, signal: AbortSignal) => Promise<EntryPage<T>>;

/**
 * The entries of a noun in the editors' order, as many pages as were requested; they are still loaded when returning
 * from a form.
 */
const entryPages = <T>(noun: string, read: ReadEntries<T>, q = "") =>
  infiniteQueryOptions({
    queryKey: [noun, "list", q],
    queryFn: ({ pageParam, signal }) => read({ limit: entriesAtOnce, offset: pageParam, ...(q && { q }) }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: EntryPage<T>, pages: EntryPage<T>[]) => {
      const loaded = pages.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && loaded < (last.total ?? 0) ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
    gcTime: 60 * 60_000,
  });

/** The last move reported: arrow keys move an entry in many steps, and Undo reverts all of them. */
let last: { noun: string; slug: string; saved: SortOrderChange } | undefined;
/** Settles once the last move is saved: Undo pressed before reverts that step too. */
let lastSaving: Promise<unknown> = Promise.resolve();

/** State of a list of entries: its pages, their total, and moving an entry and undoing it. */
export function useEntryList<T>(noun: string, read: ReadEntries<T>, q: string) {
  const client = useQueryClient();
  const query = useInfiniteQuery(entryPages(noun, read, q));
  const reload = async () => {
    await client.invalidateQueries({ queryKey: [noun] });
    await client.invalidateQueries({ queryKey: ["history", "order", noun] });
  };

  /** @returns the undo function, if something has moved */
  async function move(slug: string, to: number): Promise<(() => Promise<unknown>) | undefined> {
    const saving = moveEntry(noun, slug, to);
    lastSaving = saving.catch(() => {});
    const saved = await saving;
    if (saved.version === saved.before) {
      await reload();
      return undefined;
    }
    const isNextStep = last?.noun === noun && last.slug === slug && last.saved.version === saved.before;
    const before = isNextStep && last ? last.saved.before : saved.before;
    const step = { noun, slug, saved: { ...saved, before } };
    last = step;
    await reload();
    // Undone or moved on meanwhile.
    if (last !== step) return undefined;
    let { version } = saved;
    return async () => {
      await lastSaving;
      if (last?.noun === noun && last.slug === slug && last.saved.before === before) version = last.saved.version;
      last = undefined;
      await restoreSortOrder(noun, before, version);
      await reload();
    };
  }

  return {
    query,
    entries: query.data?.pages.flatMap(({ data }) => data),
    total: query.data?.pages.at(-1)?.total ?? query.data?.pages.reduce((sum, { data }) => sum + data.length, 0) ?? 0,
    move,
    reload: () => client.invalidateQueries({ queryKey: [noun] }, { throwOnError: true }),
  };
}
