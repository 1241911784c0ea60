import type { Db, Row } from "#db/schema.ts";

// One request that changes many entries is kept with what they were before, so that one press undoes it.

export type BulkChangeEntry = Omit<Row<"bulkChangeEntry">, "bulkChangeId">;

interface NewBulkChange extends Pick<Row<"bulkChange">, "noun" | "action"> {
  userId: number;
  at: Date;
}

/** Begins a bulk change. @returns its number, by which it is undone */
export async function insertBulkChange(db: Db, { at, ...change }: NewBulkChange): Promise<number> {
  const row = await db
    .insertInto("bulkChange")
    .values({ ...change, createdAt: at.toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Keeps what entries were before they are changed. */
export async function insertBulkChangeEntries(
  db: Db,
  bulkChangeId: number,
  entries: (Pick<BulkChangeEntry, "entryId"> & Partial<BulkChangeEntry>)[],
): Promise<void> {
  const nothing = { status: null, isSpam: null, spamReason: null, readAt: null };
  const rows = entries.map((entry) => ({ ...nothing, ...entry, bulkChangeId }));
  if (rows.length > 0) await db.insertInto("bulkChangeEntry").values(rows).execute();
}

export function findBulkChange(
  db: Db,
  noun: Row<"bulkChange">["noun"],
  id: number,
): Promise<Row<"bulkChange"> | undefined> {
  return db.selectFrom("bulkChange").selectAll().where("id", "=", id).where("noun", "=", noun).executeTakeFirst();
}

/** The next entries of a bulk change after the one of this number. */
export function bulkChangeEntries(db: Db, id: number, after: number, limit: number): Promise<BulkChangeEntry[]> {
  return db
    .selectFrom("bulkChangeEntry")
    .selectAll()
    .where("bulkChangeId", "=", id)
    .where("entryId", ">", after)
    .orderBy("entryId")
    .limit(limit)
    .execute();
}

/** Forgets a bulk change: it is undone, or can no longer be. */
export async function deleteBulkChange(db: Db, id: number): Promise<void> {
  await db.deleteFrom("bulkChange").where("id", "=", id).execute();
}

export async function deleteOldBulkChanges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("bulkChange").where("createdAt", "<=", before.toISOString()).execute();
}
