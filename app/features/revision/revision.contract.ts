import { z } from "zod";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { get, put } from "#app/shared/endpoint.ts";

/** A saved state of an entry. */
export const revision = z.object({
  id: z.number().int(),
  version: z.number().int(),
  action: z.enum(["create", "update", "delete", "restore"]),
  /** The entry as the API returned it then, upgraded to the current fields. */
  data: z.record(z.string(), z.unknown()),
  /**
   * False if another release stored it with fields that this one does not know: `data` is then as stored and must not
   * be restored.
   */
  isCurrent: z.boolean(),
  /** Who saved it; empty for the site itself. */
  author: z.string(),
  createdAt: z.string(),
});
export type Revision = z.infer<typeof revision>;

const query = z.object({
  before: z.coerce.number({ error: "before has to be a number." }).int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number({ error: "limit has to be a number." }).int().min(1).max(200).default(50),
});

export const revisionApi = {
  list: get("/history/:noun/:slug", {
    summary: `The saved states of an entry (${[...contentTypes.map(({ name }) => name), "site"].join(", ")}), newest first; \`before\` an id, the older ones`,
    query,
    reply: z.array(revision),
    list: true,
  }),
  restore: put("/history/:noun/:slug", {
    summary: `Save an entry (${contentTypes.map(({ name }) => name).join(", ")}) as it was in a version, as a new version`,
    body: z.object({ version: z.number().int() }),
    reply: z.object({ version: z.number().int() }),
    versioned: true,
    failures: ["conflict"],
  }),
};
export type RevisionApi = typeof revisionApi;
