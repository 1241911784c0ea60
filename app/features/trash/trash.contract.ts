import { z } from "zod";
import { del, get, post } from "#app/shared/endpoint.ts";
import { listQuery, text } from "#app/shared/shape.ts";

export const trashed = z.object({
  kind: z.string(),
  /** The slug, or a detail's `_id`. */
  id: z.string(),
  title: z.string(),
  /** What it belongs to, if it cannot exist alone. */
  inside: z.string().optional(),
  deletedAt: z.string(),
  /** When it is erased automatically. */
  eraseAt: z.string(),
  /** Where it stands in the list: `before` takes it. */
  place: z.string(),
});
export type TrashedEntry = z.infer<typeof trashed>;

/** A time, a kind and the key of a row. */
const trashPlace = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z\/[\w-]{1,100}\/[\w-]{1,100}$/, "This is not a place in the trash.");

const trashQuery = listQuery.pick({ limit: true, offset: true }).extend({
  kind: text("kind", 100).optional(),
  /** `place` of the last entry received so far: returns what follows it, whatever has become of that entry. */
  before: trashPlace.optional(),
});
export type TrashQuery = z.output<typeof trashQuery>;

const named = z.object({ kind: text("kind", 100), id: text("id", 300) });

/** Maximum number of entries per call. */
const maxTrashBatch = 200;

const trashAction = z.enum(["restore", "erase", "delete"], {
  error: "Action has to be restore, erase or delete.",
});
export type TrashAction = z.infer<typeof trashAction>;

export const trashApi = {
  list: get("/trash/get-all", {
    summary: "All that was deleted in the last 30 days, newest first",
    query: trashQuery,
    reply: z.array(trashed),
    list: true,
    failures: ["not_found"],
  }),
  restore: post("/trash/restore", {
    summary: "Bring an entry back as it was",
    body: named,
    reply: named,
    failures: ["not_found", "conflict"],
  }),
  bulk: post("/trash/bulk", {
    summary: "Bring many entries back, delete them for good, or move to the trash again what was brought back",
    body: z.object({
      action: trashAction,
      entries: z.array(named).max(maxTrashBatch, `At most ${maxTrashBatch} entries can be changed by one call.`),
    }),
    reply: z.object({
      changed: z.array(named),
      /** What could not be changed, and why. */
      left: z.array(named.extend({ message: z.string() })),
    }),
    failures: ["not_found"],
  }),
  erase: del("/trash/:kind/:id", { summary: "Delete an entry for good", reply: named }),
};
export type TrashApi = typeof trashApi;
