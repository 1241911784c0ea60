import { z } from "zod";
import { bulkUndone } from "#app/shared/bulk.ts";
import { get, post } from "#app/shared/endpoint.ts";
import { text } from "#app/shared/shape.ts";

/** Whether an activity can be undone; `reason`: why not, as a sentence. */
const undo = z.union([z.object({ can: z.literal(true) }), z.object({ can: z.literal(false), reason: z.string() })]);

export const activity = z.object({
  /** Source and id within it: "change:12". */
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Name of the administrator, or who else it was; empty for the site itself. */
  author: z.string(),
  /** What was done, without its object: "Changed the project". */
  done: z.string(),
  /** Name of what it was done to; empty if that has been erased, or there is none. */
  what: z.string(),
  /** Where to look at it, a path below /admin. */
  to: z.string().optional(),
  /** The entry to compare before and after, if the saved states are available. */
  change: z.object({ noun: z.string(), slug: z.string() }).optional(),
  undo,
});
export type Activity = z.infer<typeof activity>;

export const activityApi = {
  list: get("/activity/get-all", {
    summary: "All that people and the site itself have done, newest first",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** `id` of the last activity received so far: returns the page after it. */
      before: text("before", 100).optional(),
    }),
    reply: z.array(activity),
    failures: ["not_found"],
  }),
  states: get("/activity/:id", {
    summary: "A saved state, and the one before it; null where there was none",
    reply: z.object({
      older: z.record(z.string(), z.unknown()).nullable(),
      newer: z.record(z.string(), z.unknown()),
    }),
  }),
  undo: post("/activity/undo/:id", {
    summary: "Take back what was done, where nothing newer stands on it; a large change by several calls",
    reply: bulkUndone,
    failures: ["conflict"],
  }),
};
export type ActivityApi = typeof activityApi;
