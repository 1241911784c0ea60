import { sql } from "kysely";
import { ContentRepository } from "#app/platform/content/content.repository.server.ts";
import { type ContentRow, entryOf } from "#app/platform/content/content-row.repository.server.ts";
import type { Db } from "#db/schema.ts";
import { type Job, jobType } from "./job.type.ts";

export const jobRepository = new ContentRepository(jobType);

/**
 * For public URLs, which must distinguish "never existed" (nothing) from "was removed" (`isGone`). An unpublished job
 * counts as never having existed, one that had closed by itself before `day` (YYYY-MM-DD) as removed.
 */
export async function findOpening(
  db: Db,
  slug: string,
  day: string,
): Promise<{ job: Job; isGone: boolean } | undefined> {
  const row = await db
    .selectFrom("job")
    .selectAll()
    .where("slug", "=", slug)
    .where("published", "=", 1)
    .executeTakeFirst();
  if (!row) return undefined;
  const job = entryOf(jobType, row as ContentRow);
  return { job, isGone: row.deletedAt !== null || (job.closesItself && job.closesOn !== "" && job.closesOn < day) };
}

/** The next day after which an opening closes by itself, from `day` on, or before it the last one. Both as YYYY-MM-DD. */
export async function closingDays(db: Db, day: string): Promise<{ next?: string; last?: string }> {
  const row = await db
    .selectFrom("job")
    .select(({ fn, case: when }) => [
      fn.min(when().when("closesOn", ">=", day).then(sql.ref<string>("closesOn")).end()).as("next"),
      fn.max(when().when("closesOn", "<", day).then(sql.ref<string>("closesOn")).end()).as("last"),
    ])
    .where("published", "=", 1)
    .where("deletedAt", "is", null)
    .where("closesItself", "=", 1)
    .where("closesOn", "!=", "")
    .executeTakeFirst();
  return { ...(row?.next && { next: row.next }), ...(row?.last && { last: row.last }) };
}
