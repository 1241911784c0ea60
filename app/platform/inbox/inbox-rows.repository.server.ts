import type { Expression, SelectQueryBuilder } from "kysely";
import { inPortions, ListStream } from "#app/platform/list-stream.ts";
import { isPaged } from "#app/platform/search.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { chunksOf } from "#app/shared/rows.ts";
import type { ListQuery } from "#app/shared/shape.ts";
import { locked } from "#db/dialect.ts";
import type { Db, Row } from "#db/schema.ts";

// Reads the entries of an inbox: as a list, all that a filter shows, or what is selected of it.

export type Inbox = "quote" | "subscription";

/** The rows of an inbox that match a filter. */
export interface Shown {
  // biome-ignore lint/suspicious/noExplicitAny: accepts the rows of any inbox
  rows: SelectQueryBuilder<any, any, any>;
  /** The column for the order of arrival. */
  id: Expression<number>;
}

/** Entries by slug, or everything a filter matches up to `until`, the newest one shown. */
export interface Selection<F> {
  slugs?: string[] | undefined;
  all?: (F & { until: string; except: string[] }) | undefined;
}

/** A portion of a selection, and where it ends: a later pass continues after that. */
export interface SelectedPortion {
  ids: number[];
  end: number;
}

interface InboxQuery extends ListQuery {
  /** Slug of the last entry received so far. */
  before?: string | undefined;
  total?: boolean | undefined;
}

/** Newest first, by order of arrival rather than by the clock. `count`: how many the filter shows. */
export async function listInbox<R extends { id: number }, T>(
  db: Db,
  table: Inbox,
  which: InboxQuery,
  shown: Shown,
  toEntries: (rows: R[]) => Promise<T[]>,
  count: () => Promise<number>,
): Promise<ListStream<T>> {
  const from = which.before === undefined ? undefined : await placeOf(db, table, which.before);
  const read = byArrival<R>(table, shown, "desc", from, which.offset);
  const list = inPortions({ read, toEntries, most: which.limit });
  return new ListStream(list, isPaged(which) && which.total !== false ? await count() : undefined);
}

/** Everything a filter shows, in portions that let other requests run. */
export const eachShown = <R extends { id: number }>(
  table: Inbox,
  shown: Shown,
  order: "asc" | "desc",
): AsyncGenerator<R[]> => inPortions({ read: byArrival<R>(table, shown, order), toEntries: (rows) => rows, size: 500 });

const byArrival =
  <R extends { id: number }>(
    table: Inbox,
    { rows, id }: Shown,
    order: "asc" | "desc",
    from?: number,
    offset?: number,
  ) =>
  (last: R | undefined, limit: number): Promise<R[]> => {
    let page = rows.selectAll(table).orderBy(id, order).limit(limit);
    const end = last?.id ?? from;
    if (end !== undefined) page = page.where(id, order === "desc" ? "<" : ">", end);
    if (!last && offset) page = page.offset(offset);
    return page.execute() as Promise<R[]>;
  };

/** The rows of everything selected, newest first, in portions. @throws AppError `not_found` */
export async function* eachSelected<T extends Inbox, F>(
  db: Db,
  table: T,
  selection: Selection<F>,
  show: (db: Db, filter: F) => Promise<Shown>,
): AsyncGenerator<Row<T>[]> {
  for await (const { ids } of walkSelection(db, table, selection, show)) yield rowsById(db, table, ids);
}

/** The rows of a portion of the selection. `toChange`: nobody else changes them until the transaction ends. */
export async function rowsById<T extends Inbox>(db: Db, table: T, ids: number[], toChange = false): Promise<Row<T>[]> {
  if (ids.length === 0) return [];
  const found = db.selectFrom(any(table)).selectAll().where("id", "in", ids).where("deletedAt", "is", null);
  const rows = found.orderBy("id", "desc");
  return (await (toChange ? locked(db, rows) : rows).execute()) as unknown as Row<T>[];
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
  show: (db: Db, filter: F) => Promise<Shown>,
  after = 0,
  size = 500,
): AsyncGenerator<SelectedPortion> {
  if (!all) {
    for (let from = after; from < (slugs ?? []).length; from += size)
      yield { ids: await idsOf(db, table, slugs?.slice(from, from + size) ?? []), end: from + size };
    return;
  }
  const { until, except, ...filter } = all;
  const { rows, id } = await show(db, filter as F);
  const spared = new Set<number>();
  for (const some of chunksOf(except, size)) for (const each of await idsOf(db, table, some)) spared.add(each);
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
