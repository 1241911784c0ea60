import { type BatchResult, changeInBatches } from "#app/browser/bulk.ts";
import { pagedQuery } from "#app/browser/paged-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { TrashAction, TrashApi, TrashedEntry } from "./trash.contract.ts";

const call = officeSender<TrashApi>();

/** Newest first. `kind`: only entries of this kind; empty for all. */
export const trashList = (kind: string) =>
  pagedQuery(
    ["trash", "list", { kind }],
    (part, signal) => call("GET", "/trash/get-all", { query: { ...only(kind), ...part }, signal }),
    ({ place }) => place,
  );

/** The whole trash, or all of a kind in it. */
export const wholeTrash = async (kind: string): Promise<TrashedEntry[]> =>
  (await call("GET", "/trash/get-all", { query: only(kind) })).data;

const only = (kind: string) => (kind === "" ? {} : { kind });

export interface Place {
  kind: string;
  id: string;
}

/** @throws AppError `not_found` when it is no longer in the trash. */
export const restoreFromTrash = ({ kind, id }: Place) => call("POST", "/trash/restore", { body: { kind, id } });

export const eraseFromTrash = ({ kind, id }: Place) => call("DELETE", "/trash/:kind/:id", { params: { kind, id } });

/**
 * Restores one entry, or several with one call.
 * @returns how many were restored, and how many were left alone
 * @throws AppError `not_found` if a single entry is no longer in the trash
 */
export async function restoreAll(places: Place[]): Promise<{ undone: number; left: number }> {
  const [only, ...others] = places;
  if (only && others.length === 0) {
    await restoreFromTrash(only);
    return { undone: 1, left: 0 };
  }
  const { changed } = await changeTrash("restore", places);
  return { undone: changed.length, left: places.length - changed.length };
}

export const changeTrash = (action: TrashAction, places: Place[]): Promise<BatchResult<Place>> =>
  changeInBatches(
    places.map(({ kind, id }) => ({ kind, id })),
    async (entries) => {
      const { changed, left } = (await call("POST", "/trash/bulk", { body: { action, entries } })).data;
      return { changed, left: left.length };
    },
  );
