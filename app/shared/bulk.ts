import { z } from "zod";

// Many entries changed by one press. A large change is done in parts: `go` in the next call says what was begun and where it has come to.

/** Names what an earlier call has begun, to go on with it. */
export const bulkGo = z.object({ id: z.int().positive(), after: z.int().positive() }).optional();

export const bulkChanged = z.object({
  /** By which it is undone. */
  id: z.number(),
  /** How many this call has changed. */
  changed: z.number(),
  /** Where it has come to, for the next call; null: all is done. */
  after: z.number().nullable(),
});
export type BulkChanged = z.infer<typeof bulkChanged>;

export const bulkUndone = z.object({
  undone: z.number(),
  /** Somebody has changed them since: they keep that. */
  left: z.number(),
  /** Without it, the next call goes on. */
  isDone: z.boolean(),
});
export type BulkUndone = z.infer<typeof bulkUndone>;

export const slugs = (most: number) =>
  z.array(z.string().max(100)).max(most, `At most ${most.toLocaleString("en-GB")} can be named.`);

/** Entries by their slugs, or all that a filter shows up to the newest that the office has seen. */
export const selectionOf = <F extends z.ZodRawShape>(filter: F) =>
  z
    .object({
      slugs: slugs(10_000).optional(),
      all: z
        .object({
          ...filter,
          /** Slug of the newest of them: what has come since is left alone. */
          until: z.string().max(100),
          /** Slugs of those that are left alone. */
          except: slugs(5_000).default([]),
        })
        .optional(),
    })
    .refine(({ slugs, all }) => (slugs === undefined) !== (all === undefined), "Name either slugs or all.");
