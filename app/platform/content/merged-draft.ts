import { type Merged, merge } from "#app/shared/merge.ts";
import type { Data } from "./history-shape.ts";

/** The fields of a draft as publishing saves them: merged with what others have saved in `live` since it was begun. */
export function mergedDraft({ base, changes }: { base: Data; changes: Data }, live: Data): Merged<Data> {
  const fields = Object.keys(changes);
  return merge(pick(base, fields), changes, pick(live, fields));
}

export const pick = (values: Data, fields: string[]): Data =>
  Object.fromEntries(fields.flatMap((field) => (field in values ? [[field, values[field]]] : [])));
