import { queryOptions } from "@tanstack/react-query";
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

/** Sends one call per 200 entries. @returns what was changed, and what could not be */
export async function changeTrash(action: TrashAction, places: Place[]) {
  const entries = places.map(({ kind, id }) => ({ kind, id }));
  const result = { changed: [] as Place[], left: 0 };
  for (let from = 0; from < entries.length; from += maxBatchSize) {
    const { data } = await call("POST", "/trash/bulk", {
      body: { action, entries: entries.slice(from, from + maxBatchSize) },
    });
    result.changed.push(...data.changed);
    result.left += data.left.length;
  }
  return result;
}

/** Same value as in the contract, whose schemas are not loaded in the browser. */
const maxBatchSize = 200;
