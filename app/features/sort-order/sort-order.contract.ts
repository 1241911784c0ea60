import { z } from "zod";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { get, put } from "#app/shared/endpoint.ts";

/** `version`: of the current order; `before`: of the one it replaced, the same if nothing moved. */
const saved = z.object({ version: z.number().int(), before: z.number().int() });
export type SortOrderChange = z.infer<typeof saved>;

/** A saved order. Restoring it creates a new one. */
const savedSortOrder = z.object({
  id: z.number().int(),
  version: z.number().int(),
  /** Who saved it; empty for an order that arose automatically (entries added or restored). */
  author: z.string(),
  createdAt: z.string(),
  /** What moved, if it was a single entry; positions are counted from 1. */
  moved: z.object({ name: z.string(), from: z.number().int(), to: z.number().int() }).nullable(),
});
export type SavedSortOrder = z.infer<typeof savedSortOrder>;

const historyQuery = z.object({
  before: z.coerce.number({ error: "before has to be a number." }).int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number({ error: "limit has to be a number." }).int().min(1).max(50).default(20),
});

export const sortOrderApi = {
  update: put("/sort-order/:noun", {
    summary: `Put all entries of a kind (${contentTypes.map(({ name }) => name).join(", ")}) in this order, those not named follow; or bring an order of the history back`,
    body: z.union([
      z.object({ slugs: z.array(z.string().max(300)).max(10_000) }),
      z.object({ version: z.number().int() }),
    ]),
    reply: saved,
    versioned: true,
    failures: ["conflict"],
  }),
  move: put("/sort-order/:noun/:slug", {
    summary: "Put one entry at a place, counted from one; one beyond the end is the last",
    body: z.object({ place: z.number().int().min(1) }),
    reply: saved,
    failures: ["conflict"],
  }),
  history: get("/sort-order/:noun/history", {
    summary: "The saved orders of a kind of entry, newest first; `before` an id, the older ones",
    query: historyQuery,
    reply: z.array(savedSortOrder),
    list: true,
  }),
};
export type SortOrderApi = typeof sortOrderApi;
