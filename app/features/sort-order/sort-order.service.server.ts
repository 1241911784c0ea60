import { z } from "zod";
import { titlesOf } from "#app/platform/content/content.repository.server.ts";
import { listInOrder, type OrderedRow, saveOrder } from "#app/platform/content/content-order.repository.server.ts";
import { contentTypes, findContentType } from "#app/platform/content/content-types.ts";
import { type Writing, writeContent } from "#app/platform/content/content-write.server.ts";
import {
  type Author,
  keepRevision,
  readRevision,
  readRevisions,
} from "#app/platform/content/revision.repository.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { ContentType } from "#app/shared/content-type.ts";
import { isSame } from "#app/shared/merge.ts";
import type { SavedSortOrder, SortOrderChange } from "./sort-order.contract.ts";

// An order in the history is a list of row ids: short, and without any text of an entry that may later be erased for
// good.

const sortOrderData = z.object({ ids: z.array(z.number().int()) });
type SortOrderData = z.infer<typeof sortOrderData>;

/** The row ids in an order as the history stores it. */
export const orderIn = (data: Record<string, unknown>): number[] => sortOrderData.parse(data).ids;

function typeOf(noun: string): ContentType {
  const type = findContentType(noun);
  if (!type) throw new AppError("not_found", `Only ${contentTypes.map(({ name }) => name).join(", ")} have an order.`);
  return type;
}

/**
 * Moves the given entries to the front, in this order.
 * @throws AppError `not_found` for a noun without an order, `stale`
 */
export function setSortOrder(writing: Writing, slugs: string[], ifMatch?: number): Promise<SortOrderChange> {
  return reorder(writing, ifMatch, (rows) => {
    const bySlug = new Map(rows.map((row) => [row.slug, row.id]));
    return slugs.flatMap((slug) => bySlug.get(slug) ?? []);
  });
}

/** `place`: position counted from 1. @throws AppError `not_found` */
export function moveEntry(writing: Writing, slug: string, place: number): Promise<SortOrderChange> {
  return reorder(writing, undefined, (rows) => {
    const entry = rows.find((row) => row.slug === slug);
    if (!entry) throw new AppError("not_found", "This entry does not exist or has been deleted.");
    return rows
      .filter((row) => row !== entry)
      .map(({ id }) => id)
      .toSpliced(place - 1, 0, entry.id);
  });
}

/** Restores a saved order; entries newer than it follow at the end. @throws AppError `not_found`, `stale` */
export function restoreSortOrder(writing: Writing, version: number, ifMatch?: number): Promise<SortOrderChange> {
  return reorder(writing, ifMatch, async (_, db) => {
    const revision = await readRevision(db, "order", writing.noun, version);
    if (!revision) throw new AppError("not_found", "This order is not in the history.");
    return orderIn(revision);
  });
}

/**
 * Writes an order and stores it in the history. If entries have been added or removed since the last saved order, the
 * order before the change is stored first, so that every change can be undone exactly.
 */
function reorder(
  { deps, noun, userId }: Writing,
  ifMatch: number | undefined,
  arrange: (live: OrderedRow[], db: Db) => number[] | Promise<number[]>,
): Promise<SortOrderChange> {
  const type = typeOf(noun);
  return writeContent(deps, (db) => writeSortOrder(db, type, arrange, { userId, at: deps.now() }, ifMatch));
}

/** As `reorder`, in the transaction of `db`. The two versions returned are equal if nothing has moved. */
export async function writeSortOrder(
  db: Db,
  type: ContentType,
  arrange: (live: OrderedRow[], db: Db) => number[] | Promise<number[]>,
  { userId, at, keep = keepRevision }: Author,
  ifMatch?: number,
): Promise<SortOrderChange> {
  const [newest] = await readRevisions(db, "order", type.name, { limit: 1 });
  const last = newest?.version ?? 0;
  if (ifMatch !== undefined && ifMatch !== last)
    throw new AppError("stale", "Somebody else has changed the order in the meantime.", { data: { version: last } });
  const rows = await listInOrder(db, type);
  const live = rows.filter(({ isTrashed }) => !isTrashed);
  const before = live.map(({ id }) => id);
  const after = await saveOrder(db, type, rows, await arrange(live, db));
  if (isSame(before, after)) return { version: last, before: last };
  const isKnown = newest !== undefined && isSame(orderIn(newest.data), before);
  const keepOrder = (version: number, ids: number[], by: number | null) =>
    keep(db, {
      noun: "order",
      slug: type.name,
      version,
      action: version === 1 ? "create" : "update",
      data: { ids } satisfies SortOrderData,
      userId: by,
      at,
    });
  if (!isKnown) await keepOrder(last + 1, before, null);
  const version = isKnown ? last + 1 : last + 2;
  await keepOrder(version, after, userId);
  return { version, before: version - 1 };
}

/** The saved orders, newest first, each with what moved. @throws AppError `not_found` */
export async function readSortOrderHistory(
  db: Db,
  noun: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<SavedSortOrder[]> {
  const type = typeOf(noun);
  // One more than is shown: the oldest is compared with the one before it.
  const states = await readRevisions(db, "order", type.name, { before, limit: limit + 1 });
  const moves = states.map(({ data }, index) => {
    const older = states[index + 1]?.data;
    return older ? singleMove(orderIn(older), orderIn(data)) : undefined;
  });
  const names = await titlesOf(
    db,
    type,
    moves.flatMap((move) => move?.moved ?? []),
  );
  return states.slice(0, limit).map(({ id, version, author, createdAt }, index) => {
    const move = moves[index];
    const moved = move && { name: names.get(move.moved) ?? "", from: move.from, to: move.to };
    return { id, version, author, createdAt, moved: moved ?? null };
  });
}

/** The single entry that was moved, positions counted from 1; nothing if more than that changed. */
function singleMove(older: number[], newer: number[]): { moved: number; from: number; to: number } | undefined {
  const first = older.findIndex((id, index) => newer[index] !== id);
  const last = older.findLastIndex((id, index) => newer[index] !== id);
  if (first < 0 || older.length !== newer.length) return undefined;
  for (const [from, to] of [
    [first, last],
    [last, first],
  ] as const) {
    const moved = older[from] as number;
    if (isSame(older.toSpliced(from, 1).toSpliced(to, 0, moved), newer)) return { moved, from: from + 1, to: to + 1 };
  }
  return undefined;
}
