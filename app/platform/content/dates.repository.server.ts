import type { ContentType } from "#app/shared/content-type.ts";
import type { Db } from "#db/schema.ts";
import { contentTable } from "./content-row.repository.server.ts";

export interface EntryDates {
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

/** When each live entry was created and last changed, by slug: for feeds, sitemaps and job postings. */
export async function entryDates(db: Db, type: ContentType): Promise<Map<string, EntryDates>> {
  const rows = await db
    .selectFrom(contentTable(type))
    .select(["slug", "createdAt", "updatedAt"])
    .where("deletedAt", "is", null)
    .execute();
  return new Map(rows.map(({ slug, ...dates }) => [slug, dates]));
}
