import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { text } from "#app/shared/shape.ts";

/** Whether something can be taken back; `reason`: why not, in a sentence. */
const undo = z.union([z.object({ can: z.literal(true) }), z.object({ can: z.literal(false), reason: z.string() })]);

export const activity = z.object({
  /** Of its kind and its number there: "change:12". */
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Name of the administrator; empty for the site itself, and for somebody who has been removed. */
  author: z.string(),
  /** What was done, without its object: "Changed the project". */
  done: z.string(),
  /** What it was done to, as people call it; empty where it has been erased, or there is none. */
  what: z.string(),
  /** Where it is looked at, below /admin. */
  to: z.string().optional(),
  /** Whose saved states it stands between, where the words that differ can be shown. */
  change: z.object({ noun: z.string(), slug: z.string() }).optional(),
  undo,
});
export type Activity = z.infer<typeof activity>;

export const activityApi = {
  list: endpoint({
    method: "GET",
    path: "/activity/get-all",
    summary: "All that people and the site itself have done, newest first",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** `id` of the last one that is known: the page after it. */
      before: text("before", 100).optional(),
    }),
    reply: z.array(activity),
    failures: ["not_found"],
  }),
  words: endpoint({
    method: "GET",
    path: "/activity/:id",
    summary: "What a saved state said, and the one before it; null where there was none",
    reply: z.object({
      older: z.record(z.string(), z.unknown()).nullable(),
      newer: z.record(z.string(), z.unknown()),
    }),
  }),
  undo: endpoint({
    method: "POST",
    path: "/activity/undo/:id",
    summary: "Take back what was done, where nothing newer stands on it; a large change by several calls",
    reply: z.object({ isDone: z.boolean() }),
    status: 200,
    failures: ["conflict"],
  }),
};
export type ActivityApi = typeof activityApi;
