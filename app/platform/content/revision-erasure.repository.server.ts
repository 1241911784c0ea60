import type { Db } from "#db/schema.ts";

/** Deletes the history of an entry. @returns its saved states, as text */
export async function deleteRevisions(db: Db, noun: string, slug: string): Promise<string[]> {
  const rows = await db
    .deleteFrom("change")
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .returning("data")
    .execute();
  return rows.map(({ data }) => data);
}

/**
 * Rewrites the saved states of an entry, for example when a part of it is erased for good. `edit` returns nothing for a
 * state that needs no change.
 */
export async function editRevisions(
  db: Db,
  noun: string,
  slug: string,
  edit: (data: Record<string, unknown>) => Record<string, unknown> | undefined,
): Promise<void> {
  const rows = await db
    .selectFrom("change")
    .select(["id", "data"])
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .execute();
  for (const { id, data } of rows) {
    const edited = edit(JSON.parse(data));
    if (edited)
      await db
        .updateTable("change")
        .set({ data: JSON.stringify(edited) })
        .where("id", "=", id)
        .execute();
  }
}
