import { z } from "zod";
import { maxContentBatch } from "#app/shared/content-contract.ts";
import { del, get, post, put } from "#app/shared/endpoint.ts";
import { draftVersion, text, wholeNumber } from "#app/shared/shape.ts";

/** Field values by name, as the update call of the entry's type accepts them. */
const values = z.record(z.string(), z.unknown());

export const draft = z.object({
  noun: z.string(),
  slug: z.string(),
  /** Names this state of the draft; opaque. */
  version: z.string(),
  changes: values,
  /** What these fields said when they were typed over. */
  base: values,
  /** Version of the entry at that time. */
  baseVersion: z.number().int(),
  /** Name of the administrator who saved it last; empty if that user has been removed. */
  author: z.string(),
  /** ISO 8601, UTC. */
  savedAt: z.string(),
  /** When it is to be published, ISO 8601 in UTC; null: only by hand. */
  publishAt: z.string().nullable(),
  /** Why it could not be published at that time, as a sentence. */
  failure: z.string().nullable(),
});
export type Draft = z.infer<typeof draft>;

const draftSave = z.object({
  /** Replaces the draft's changes. Not validated before it is published, so that nothing typed is refused. */
  changes: values,
  /** Version of the entry that they were typed over. */
  baseVersion: wholeNumber("Version", 0, 2 ** 31 - 1),
  /** What these fields said then; by default what that version says. Site texts have no common version: 0, and this. */
  base: values.optional(),
  /** The state of the draft that this save replaces, null for none; a save over any other state is refused. */
  over: draftVersion.nullable(),
});
export type DraftSave = z.infer<typeof draftSave>;

/** The state of the draft that the call is about; a call about any other state is refused. By default as it is. */
const about = z.object({ over: draftVersion.optional() });

const draftMark = z.object({
  slug: z.string(),
  publishAt: z.string().nullable(),
  failure: z.string().nullable(),
});
export type DraftMark = z.infer<typeof draftMark>;

export const draftApi = {
  marks: get("/drafts/:noun", {
    summary: "Which of these entries have a draft, and when it is to be published",
    query: z.object({
      /** Separated by commas. */
      slugs: text("slugs", 12_000)
        .transform((list) => list.split(",").filter(Boolean))
        .refine((list) => list.length <= maxContentBatch, `At most ${maxContentBatch} entries can be named.`)
        .default([]),
    }),
    reply: z.array(draftMark),
  }),
  view: get("/draft/:noun/:slug", {
    summary: "The draft of an entry; null where it has none",
    reply: draft.nullable(),
  }),
  save: put("/draft/:noun/:slug", {
    summary: "Keep an edit of an entry as its draft, which visitors do not see",
    body: draftSave,
    reply: draft,
    failures: ["stale", "conflict"],
  }),
  schedule: put("/draft/schedule/:noun/:slug", {
    summary: "Set when the draft of an entry is published; null: only by hand",
    query: about,
    body: z.object({ publishAt: z.iso.datetime("Time has to be one such as 2030-12-31T09:00:00Z.").nullable() }),
    reply: draft,
    failures: ["stale", "conflict"],
  }),
  publish: post("/draft/publish/:noun/:slug", {
    summary: "Publish the draft of an entry now; refused where somebody has changed the same fields since it began",
    query: about,
    reply: z.object({ slug: z.string(), version: z.number().int() }),
    failures: ["invalid", "stale", "conflict"],
  }),
  discard: del("/draft/:noun/:slug", {
    summary: "Discard the draft of an entry; it can be brought back for 30 days",
    query: about,
    reply: z.object({ slug: z.string() }),
    failures: ["stale"],
  }),
  restore: post("/draft/restore/:noun/:slug", {
    summary: "Bring back the discarded draft of an entry",
    reply: draft,
    failures: ["conflict"],
  }),
};
export type DraftApi = typeof draftApi;
