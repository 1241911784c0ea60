import type { Db } from "#db/schema.ts";
import type { ManagedTable } from "./managed.repository.server.ts";

export interface EntryDates {
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

/** When each live entry was made and last changed, by slug: for feeds, site maps and job postings. */
export async function entryDates(db: Db, table: ManagedTable): Promise<Map<string, EntryDates>> {
  const rows = await db
    .selectFrom(table)
    .select(["slug", "createdAt", "updatedAt"])
    .where("deletedAt", "is", null)
    .execute();
  return new Map(rows.map(({ slug, ...dates }) => [slug, dates]));
}
