import { queryOptions } from "@tanstack/react-query";
import { type BatchResult, changeInBatches } from "#app/browser/bulk.ts";
import { officeSender } from "#app/browser/session.ts";
import type { TrashAction, TrashApi } from "./trash.contract.ts";

const call = officeSender<TrashApi>();

export const trashList = () =>
  queryOptions({
    queryKey: ["trash", "list"],
    queryFn: async ({ signal }) => (await call("GET", "/trash/get-all", { signal })).data,
  });

export interface Place {
  kind: string;
  id: string;
}

/** @throws AppError `not_found` when it is no longer in the trash. */
export const restoreFromTrash = ({ kind, id }: Place) => call("POST", "/trash/restore", { body: { kind, id } });

export const eraseFromTrash = ({ kind, id }: Place) => call("DELETE", "/trash/:kind/:id", { params: { kind, id } });

/**
 * Restores one entry, or several with one call.
 * @throws AppError `not_found` if a single entry is no longer in the trash
 */
export async function restoreAll(places: Place[]): Promise<void> {
  const [only, ...others] = places;
  if (only && others.length === 0) await restoreFromTrash(only);
  else await changeTrash("restore", places);
}

/** Changes many entries in batches. */
export const changeTrash = (action: TrashAction, places: Place[]): Promise<BatchResult<Place>> =>
  changeInBatches(
    places.map(({ kind, id }) => ({ kind, id })),
    async (entries) => {
      const { changed, left } = (await call("POST", "/trash/bulk", { body: { action, entries } })).data;
      return { changed, left: left.length };
    },
  );
