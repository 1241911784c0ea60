import { z } from "zod";
import { contentTypes } from "#app/platform/content-types.ts";
import { endpoint } from "#app/shared/endpoint.ts";
import { text } from "#app/shared/shape.ts";

export const previewInput = z.object({
  noun: z.enum([...contentTypes.map(({ name }) => name), "site"]),
  /** The entry that would be changed; without it a new one is shown. */
  slug: text("slug", 300).optional(),
  /** What would be saved, as the entry's own call takes it; for `site` {edits}. */
  body: z.record(z.string(), z.unknown()),
  /** With `site`: the page to show the texts on; `quote` is Home with its panel open, `gone` a project that was taken down. */
  page: z.enum(["home", "portfolio", "details", "about", "career", "quote", "privacy", "not-found", "gone"]).optional(),
});
export type PreviewInput = z.infer<typeof previewInput>;

export const previewApi = {
  create: endpoint({
    method: "POST",
    path: "/preview/new",
    summary: "Draw the page as it would be after a save, without saving; the address holds for 15 minutes",
    body: previewInput,
    reply: z.object({ url: z.string() }),
    status: 201,
    failures: ["not_found", "conflict"],
  }),
};
export type PreviewApi = typeof previewApi;
