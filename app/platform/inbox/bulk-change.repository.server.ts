import { sql } from "kysely";
import { AppError } from "#app/shared/app-error.ts";
import { locked } from "#db/dialect.ts";
import type { Db, Row } from "#db/schema.ts";

// A bulk change is stored together with the previous state of its entries, so that it can be undone as a whole.

export type BulkChangeRow = Row<"bulkChange">;

export type BulkChangeEntry = Omit<Row<"bulkChangeEntry">, "bulkChangeId">;

interface NewBulkChange extends Pick<Row<"bulkChange">, "noun" | "action"> {
  userId: number;
  at: Date;
}

/**
 * Adds to the number of entries that a bulk change has changed.
 * @throws AppError `not_found` if it has been undone meanwhile
 */
export async function addChanged(db: Db, id: number, count: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("bulkChange")
    .set({ changed: sql`changed + ${count}` })
    .where("id", "=", id)
    .where("undoneAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AppError("not_found", "This has been undone meanwhile. What was still to be changed stays as it is.");
}

/** Inserts a bulk change. @returns its id, needed to undo it */
export async function insertBulkChange(db: Db, { at, ...change }: NewBulkChange): Promise<number> {
  const row = await db
    .insertInto("bulkChange")
    .values({ ...change, createdAt: at.toISOString(), undoneAt: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores the state of entries before they change. */
export async function insertBulkChangeEntries(
  db: Db,
  bulkChangeId: number,
  entries: (Pick<BulkChangeEntry, "entryId"> & Partial<BulkChangeEntry>)[],
): Promise<void> {
  const nothing = { status: null, isSpam: null, spamReason: null, readAt: null, ownerId: null };
  const rows = entries.map((entry) => ({ ...nothing, ...entry, bulkChangeId }));
  if (rows.length > 0) await db.insertInto("bulkChangeEntry").values(rows).execute();
}

/** A bulk change, undone or not. */
export function findBulkChange(
  db: Db,
  noun: Row<"bulkChange">["noun"],
  id: number,
): Promise<Row<"bulkChange"> | undefined> {
  return db.selectFrom("bulkChange").selectAll().where("id", "=", id).where("noun", "=", noun).executeTakeFirst();
}

/**
 * The next entries of a bulk change that have not been undone. Until the transaction ends, no further entry of it is
 * stored.
 */
export async function bulkChangeEntries(db: Db, id: number, limit: number): Promise<BulkChangeEntry[]> {
  await locked(db, db.selectFrom("bulkChange").select("id").where("id", "=", id)).execute();
  return db
    .selectFrom("bulkChangeEntry")
    .selectAll()
    .where("bulkChangeId", "=", id)
    .orderBy("entryId")
    .limit(limit)
    .execute();
}

/** Deletes the entries up to this one, which have been undone. */
export async function deleteBulkChangeEntries(db: Db, id: number, last: number): Promise<void> {
  await db.deleteFrom("bulkChangeEntry").where("bulkChangeId", "=", id).where("entryId", "<=", last).execute();
}

/** An undone change stays in the activity list. */
export async function markUndone(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("bulkChange").set({ undoneAt: at.toISOString() }).where("id", "=", id).execute();
}

/**
 * Deletes the previous state of entries whose bulk change is too old to be undone; the change itself stays recorded.
 */
export async function expireBulkChanges(db: Db, before: Date, at: Date): Promise<void> {
  const old = db
    .selectFrom("bulkChange")
    .select("id")
    .where("createdAt", "<=", before.toISOString())
    .where("undoneAt", "is", null);
  await db.deleteFrom("bulkChangeEntry").where("bulkChangeId", "in", old).execute();
  await db
    .updateTable("bulkChange")
    .set({ undoneAt: at.toISOString() })
    .where("createdAt", "<=", before.toISOString())
    .where("undoneAt", "is", null)
    .execute();
}
