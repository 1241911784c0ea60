import { z } from "zod";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { post } from "#app/shared/endpoint.ts";
import { previewPageNames } from "#app/shared/public-pages.ts";
import { text } from "#app/shared/shape.ts";

const previewInput = z.object({
  noun: z.enum([...contentTypes.map(({ name }) => name), "site"]),
  /** The entry being edited; if absent, a new one is previewed. */
  slug: text("slug", 300).optional(),
  /** What would be saved, as the entry's own endpoint accepts it; for `site` {edits}. */
  body: z.record(z.string(), z.unknown()),
  /** With `site`: the page on which to show the texts; `gone` is a deleted project. */
  page: z.enum([...previewPageNames, "gone"]).optional(),
});
export type PreviewInput = z.infer<typeof previewInput>;

export const previewApi = {
  create: post("/preview/new", {
    summary: "Render the page as it would be after a save, without saving; the address holds for 15 minutes",
    body: previewInput,
    reply: z.object({ url: z.string() }),
    status: 201,
    failures: ["not_found", "conflict"],
  }),
};
export type PreviewApi = typeof previewApi;
