import { z } from "zod";
import { get, put } from "#app/shared/endpoint.ts";
import { draftVersion, text } from "#app/shared/shape.ts";
import { siteValue } from "#app/shared/site-value.ts";

/** One leaf of the site's content that an editor changed. */
const siteEdit = z.object({
  /** Such as `home.heroSlides.0.mainHeading`. */
  path: z.string(),
  value: siteValue,
  version: z.number().int(),
  updatedAt: z.string(),
});
export type SiteEdit = z.infer<typeof siteEdit>;

/** The conflict reported for each text that somebody else has saved since: its current state. */
export type SiteConflict = Pick<SiteEdit, "path" | "version"> & { value: SiteEdit["value"] | null };

export const siteEditInput = z.object({
  path: text("path", 200),
  /** `null` resets to the built-in default. */
  value: siteValue.nullable(),
  /** The version that was edited, 0 for a text that showed its default; a save over an older version is rejected. */
  version: z.number().int().optional(),
});
export type SiteEditInput = z.infer<typeof siteEditInput>;

export const siteContentApi = {
  list: get("/site/get-all", {
    summary: "The words, figures and pictures of the site that were changed; all others show their built-in default",
    reply: z.array(siteEdit),
    list: true,
  }),
  history: get("/site/history", {
    summary: "The paths of all texts with saved versions, those too that are back at their built-in default",
    reply: z.array(z.string()),
    list: true,
  }),
  company: get("/site/company", {
    summary:
      "The company's name, logo (the one for dark areas second), colours and icon, as the back office shows them",
    reply: z.object({
      name: z.string(),
      /** Null: none is set, or its picture is no longer stored. */
      logo: z.array(z.object({ src: z.string(), width: z.number().int(), height: z.number().int() })).nullable(),
      /** Style rules for its colours; empty for the built-in ones. */
      rules: z.string(),
      icon: z.object({ href: z.string(), type: z.string() }),
    }),
  }),
  update: put("/site/edit", {
    summary:
      "Change words, figures and pictures of the site, all or none; a value of null goes back to the built-in default",
    /** The state of the texts' draft that these edits contain. */
    query: z.object({ draft: draftVersion.optional() }),
    body: z.object({
      edits: z.array(siteEditInput).min(1).max(500),
      /** Without it, edits that keep visitors' data for a shorter time are refused: what is older is erased for good. */
      shortens: z.boolean().optional(),
    }),
    reply: z.array(siteEdit),
    failures: ["stale", "conflict"],
  }),
};
export type SiteContentApi = typeof siteContentApi;
