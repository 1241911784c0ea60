import { z } from "zod";

// Bulk changes. A large change is made in parts: `go` in the next call identifies the change and how far it has come.

/** Continues the change started by an earlier call. */
export const bulkGo = z.object({ id: z.int().positive(), after: z.int().positive() }).optional();

export const bulkChanged = z.object({
  /** Needed to undo the change. */
  id: z.number(),
  /** Number of entries changed by this call. */
  changed: z.number(),
  /** Where the next call continues; null when the change is complete. */
  after: z.number().nullable(),
});
export type BulkChanged = z.infer<typeof bulkChanged>;

export const bulkUndone = z.object({
  undone: z.number(),
  /** Number of entries changed by somebody since, which keep that change. */
  left: z.number(),
  /** False if the next call has to continue. */
  isDone: z.boolean(),
});
export type BulkUndone = z.infer<typeof bulkUndone>;

export const slugs = (most: number) =>
  z.array(z.string().max(100)).max(most, `At most ${most.toLocaleString("en-GB")} can be named.`);

/** Entries by slug, or everything that matches the filter, up to the newest entry that the user has seen. */
export const selectionOf = <F extends z.ZodRawShape>(filter: F) =>
  z
    .object({
      slugs: slugs(10_000).optional(),
      all: z
        .object({
          ...filter,
          /** Slug of the newest matching entry: newer ones are not changed. */
          until: z.string().max(100),
          /** Slugs of matching entries that are not changed. */
          except: slugs(5_000).default([]),
        })
        .optional(),
    })
    .refine(({ slugs, all }) => (slugs === undefined) !== (all === undefined), "Name either slugs or all.");
