import type { Db, Deps } from "#app/platform/deps.ts";
import { trashDays } from "#app/platform/trash.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { BulkChanged, BulkUndone } from "#app/shared/bulk.ts";
import {
  addChanged,
  type BulkChangeEntry,
  type BulkChangeRow,
  bulkChangeEntries,
  deleteBulkChangeEntries,
  findBulkChange,
  insertBulkChange,
  markUndone,
} from "./bulk-change.repository.server.ts";
import { type Selection, type Shown, walkSelection } from "./inbox-rows.repository.server.ts";

// Changes many entries of an inbox at once, with a single Undo. A hundred thousand take longer than a browser waits for
// a response, so each call changes a part and returns where the next one continues. Visitors' messages can be stored
// between two transactions.

/** Entries per call: takes about a second, even if each of them queues mail. */
const maxBatchSize = 2_000;
const portion = 500;

/** The facts about a bulk change in progress. */
export interface RunningBulkChange extends Pick<BulkChangeRow, "id" | "action"> {
  /** The same for the whole change, so that its deletions can be recognized. ISO 8601, UTC. */
  at: string;
  userId: number;
}

/** How an inbox changes many of its entries. */
export interface BulkKind<F> {
  noun: BulkChangeRow["noun"];
  /** What a filter matches. */
  show(db: Db, filter: F): Promise<Shown>;
  /** Changes the entries that need it, and stores their previous state. @returns how many */
  change(db: Db, change: RunningBulkChange, ids: number[]): Promise<number>;
  /** Restores entries to their previous state, except those that somebody has changed since. @returns how many */
  restoreEntries(db: Db, change: RunningBulkChange, entries: BulkChangeEntry[]): Promise<number>;
}

interface Asked<F> {
  selection: Selection<F>;
  action: string;
  /** The change begun by an earlier call, and where that call ended. */
  go?: { id: number; after: number } | undefined;
}

/**
 * Applies an action to the selection, or to the next part of it. If a crash or a lost connection interrupts it, part of
 * it is done, and Undo reverts that part.
 * @throws AppError `not_found` if the newest entry shown has been erased for good, or there is no such change to
 *   continue
 */
export async function changeInBulk<F>(
  deps: Pick<Deps, "db" | "now">,
  kind: BulkKind<F>,
  { selection, action, go }: Asked<F>,
  userId: number,
): Promise<BulkChanged> {
  const portions = walkSelection(deps.db, kind.noun, selection, kind.show, go?.after, portion);
  // Read first: if the selection is rejected, nothing has begun.
  let next = await portions.next();
  const change = go ? await begun(deps.db, kind, go.id, action, userId) : await begin(deps, kind, action, userId);
  let changed = 0;
  let seen = 0;
  let after: number | null = null;
  while (!next.done && seen < maxBatchSize) {
    const { ids, end } = next.value;
    changed += await deps.db.transaction().execute(async (db) => {
      const count = await kind.change(db, change, ids);
      await addChanged(db, change.id, count);
      return count;
    });
    seen += portion;
    after = end;
    next = await portions.next();
  }
  return { id: change.id, changed, after: next.done ? null : after };
}

async function begin<F>(
  { db, now }: Pick<Deps, "db" | "now">,
  { noun }: BulkKind<F>,
  action: string,
  userId: number,
): Promise<RunningBulkChange> {
  const at = now();
  return { id: await insertBulkChange(db, { noun, action, userId, at }), action, at: at.toISOString(), userId };
}

async function begun<F>(
  db: Db,
  { noun }: BulkKind<F>,
  id: number,
  action: string,
  userId: number,
): Promise<RunningBulkChange> {
  const change = await findBulkChange(db, noun, id);
  if (!change || change.undoneAt !== null || change.action !== action || change.userId !== userId)
    throw new AppError("not_found", "There is no such bulk change to continue.");
  return { id, action, at: change.createdAt, userId };
}

/**
 * Undoes a bulk change, or the next part of it. Entries that somebody has changed since are left alone. One that is
 * undone already, perhaps by a call whose answer was lost, stays so.
 * @throws AppError `not_found` if it is older than 30 days
 */
export async function undoInBulk<F>(
  { db, now }: Pick<Deps, "db" | "now">,
  kind: BulkKind<F>,
  id: number,
  userId: number,
): Promise<BulkUndone> {
  const found = await findBulkChange(db, kind.noun, id);
  const isExpired = found && Date.parse(found.createdAt) <= now().getTime() - trashDays * 24 * 60 * 60_000;
  if (!found || isExpired) throw new AppError("not_found", "This can no longer be undone.");
  if (found.undoneAt !== null) return { undone: 0, left: 0, isDone: true };
  const change = { id, action: found.action, at: found.createdAt, userId };
  const result = { undone: 0, left: 0 };
  for (let seen = 0; seen < maxBatchSize; seen += portion) {
    const isDone = await db.transaction().execute(async (trx) => {
      const entries = await bulkChangeEntries(trx, id, portion);
      const last = entries.at(-1);
      if (!last) {
        await markUndone(trx, id, now());
        return true;
      }
      const back = await kind.restoreEntries(trx, change, entries);
      result.undone += back;
      result.left += entries.length - back;
      await deleteBulkChangeEntries(trx, id, last.entryId);
      return false;
    });
    if (isDone) return { ...result, isDone };
  }
  return { ...result, isDone: false };
}
