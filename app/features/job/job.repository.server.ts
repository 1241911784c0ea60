import { contentRepository } from "#app/platform/content/content.repository.server.ts";
import { type ContentRow, entryOf } from "#app/platform/content/content-row.repository.server.ts";
import type { Db } from "#db/schema.ts";
import { type Job, jobType } from "./job.type.ts";

export const jobRepository = contentRepository(jobType);

/**
 * For public URLs, which must distinguish "never existed" (nothing) from "was removed" (`isGone`). An unpublished job
 * counts as never having existed.
 */
export async function findOpening(db: Db, slug: string): Promise<{ job: Job; isGone: boolean } | undefined> {
  const row = await db
    .selectFrom("job")
    .selectAll()
    .where("slug", "=", slug)
    .where("published", "=", 1)
    .executeTakeFirst();
  return row && { job: entryOf(jobType, row as unknown as ContentRow), isGone: row.deletedAt !== null };
}
