import { type Expression, type SelectQueryBuilder, sql } from "kysely";
import { AppError } from "#app/shared/app-error.ts";
import { locked } from "#db/dialect.ts";
import type { Db, Row } from "#db/schema.ts";

// A bulk change is stored together with the previous state of its entries, so that it can be undone as a whole.

/** A portion of a selection, and where it ends: a later pass continues after that. */
export interface SelectedPortion {
  ids: number[];
  end: number;
}

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

type Inbox = Row<"bulkChange">["noun"];

interface Selection<F> {
  slugs?: string[] | undefined;
  all?: (F & { until: string; except: string[] }) | undefined;
}

/** The rows of an inbox that match a filter, for iterating over a selection. */
interface Shown {
  // biome-ignore lint/suspicious/noExplicitAny: accepts the rows of any inbox
  rows: SelectQueryBuilder<any, any, any>;
  /** The column for the order of arrival. */
  id: Expression<number>;
}

/**
 * The ids of everything selected, newest first, in portions. Anything newer than the newest entry shown is excluded.
 * `after`: where an earlier pass ended.
 * @throws AppError `not_found`
 */
export async function* walkSelection<F>(
  db: Db,
  table: Inbox,
  { slugs, all }: Selection<F>,
  show: (filter: F) => Promise<Shown>,
  after: number,
  size: number,
): AsyncGenerator<SelectedPortion> {
  if (!all) {
    for (let from = after; from < (slugs ?? []).length; from += size)
      yield { ids: await idsOf(db, table, slugs?.slice(from, from + size) ?? []), end: from + size };
    return;
  }
  const { until, except, ...filter } = all;
  const { rows, id } = await show(filter as F);
  const spared = new Set<number>();
  for (let from = 0; from < except.length; from += size)
    for (const each of await idsOf(db, table, except.slice(from, from + size))) spared.add(each);
  for (let before = after || (await placeOf(db, table, until)) + 1; ; ) {
    const found = await rows
      .select(`${table}.id as id`)
      .where(id, "<", before)
      .orderBy(id, "desc")
      .limit(size)
      .execute();
    const ids = found.map((row) => row.id as number);
    const last = ids.at(-1);
    if (last === undefined) return;
    before = last;
    yield { ids: ids.filter((each) => !spared.has(each)), end: last };
  }
}

// Kysely cannot type a table that is a parameter: one represents both.
const any = (table: Inbox) => table as "quote";

async function idsOf(db: Db, table: Inbox, slugs: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom(any(table))
    .select("id")
    .where("slug", "in", slugs)
    .where("deletedAt", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The position of an entry in order of arrival, even if it is deleted. @throws AppError `not_found` */
export async function placeOf(db: Db, table: Inbox, slug: string): Promise<number> {
  const row = await db.selectFrom(any(table)).select("id").where("slug", "=", slug).executeTakeFirst();
  if (!row) throw new AppError("not_found", "The list has changed. Load it again.");
  return row.id;
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
