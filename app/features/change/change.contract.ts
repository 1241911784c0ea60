import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";

/** A saved state of an entry. To restore it, its data is saved again through the entry's own call, as a new version. */
export const change = z.object({
  version: z.number().int(),
  action: z.enum(["create", "update", "delete", "restore"]),
  /** The entry as the API showed it then. */
  data: z.record(z.string(), z.unknown()),
  /** Who saved it; empty for the built-in content and for administrators who have left. */
  author: z.string(),
  createdAt: z.string(),
});
export type Change = z.infer<typeof change>;

export const changeApi = {
  list: endpoint({
    method: "GET",
    path: "/history/:noun/:slug",
    summary: "Every saved state of an entry (project, job, faq, review, site), newest first",
    reply: z.array(change),
    list: true,
  }),
};
export type ChangeApi = typeof changeApi;
