import { z } from "zod";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { maxContentBatch } from "#app/shared/content-contract.ts";
import { post } from "#app/shared/endpoint.ts";
import { text } from "#app/shared/shape.ts";
import { siteValue } from "#app/shared/site-value.ts";

const editedPage = z.object({
  /** Path of a public page, with its query. */
  path: text("path", 2_000).startsWith("/", "path has to be the path of a page, such as /about."),
  /** The texts of the site that differ from what visitors see, by path; null for the built-in default. */
  texts: z.record(z.string(), siteValue.nullable()),
  /** Entries that are being edited, with the fields that differ. All others are shown with their drafts. */
  entries: z
    .array(
      z.object({
        noun: z.enum(contentTypes.map(({ name }) => name)),
        slug: text("slug", 300),
        changes: z.record(z.string(), z.unknown()),
      }),
    )
    .max(maxContentBatch),
});
export type EditedPage = z.infer<typeof editedPage>;

/** A field that a page shows: a text of the site (`site`, `texts`, its path), or the field of an entry. */
export interface ShownField {
  noun: string;
  slug: string;
  field: string;
  /** Place in a list: `2`, or `2.role` in a list of objects. */
  item?: string;
  /** The id of the section that `item` is in: its place changes when a colleague moves another. */
  section?: string;
  /** As it is rendered, drafts and unsaved changes included. */
  value: string | number;
}

export const pageEditingApi = {
  render: post("/page-editing/render", {
    summary:
      "Render a public page for editing: with drafts and unsaved changes, and with marks that name the field behind each text, number and picture; the address holds for 15 minutes",
    body: editedPage,
    reply: z.object({ url: z.string() }),
    status: 201,
  }),
};
export type PageEditingApi = typeof pageEditingApi;
