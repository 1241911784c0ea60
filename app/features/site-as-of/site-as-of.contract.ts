import { z } from "zod";
import { get, post } from "#app/shared/endpoint.ts";
import { previewPageNames } from "#app/shared/public-pages.ts";

/** ISO 8601 in UTC. */
const moment = z.iso.datetime({ error: "Choose a date and a time." });

/** One difference between the site now and at the earlier time. */
const difference = z.object({
  /** A content type, `site` for a text or `order` for the order of a content type. */
  noun: z.string(),
  slug: z.string(),
  /** The entry's title, the text's label or the content type's name. */
  name: z.string(),
  /**
   * What setting back does; `kept`: nothing, because its content at that time is no longer, or was never, stored, or
   * because a client's approval is awaited.
   */
  does: z.enum(["changed", "restored", "deleted", "kept"]),
});
export type Difference = z.infer<typeof difference>;

export const siteAsOfApi = {
  compare: get("/site-as-of/differences", {
    summary: "How entries, texts and orders differ from what they were at an earlier time",
    query: z.object({ at: moment }),
    reply: z.object({
      /** State of all content that was compared. */
      version: z.number().int(),
      differences: z.array(difference),
    }),
  }),
  preview: post("/site-as-of/preview", {
    summary: "Render a page as it was at an earlier time, without saving; the address holds for 15 minutes",
    body: z.object({ at: moment, page: z.enum(previewPageNames).default("home") }),
    reply: z.object({ url: z.string() }),
    status: 201,
  }),
  restore: post("/site-as-of/restore", {
    summary: "Set entries, texts and orders back to what they were at an earlier time, all or nothing",
    body: z.object({
      at: moment,
      /** The state that was compared; 412 if somebody has saved since. */
      version: z.number().int(),
    }),
    reply: z.object({
      changed: z.number().int(),
      /** The activity that takes all of it back; null if nothing had to be changed. */
      activity: z.string().nullable(),
    }),
    failures: ["stale"],
  }),
};
export type SiteAsOfApi = typeof siteAsOfApi;
