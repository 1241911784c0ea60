import { cancelMail } from "#app/features/mail/outbox.repository.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import {
  addChanged,
  type BulkChangeEntry,
  insertBulkChange,
} from "#app/platform/inbox/bulk-change.repository.server.ts";
import {
  type BulkKind,
  changeInBulk,
  type RunningBulkChange,
  undoInBulk,
} from "#app/platform/inbox/bulk-change.server.ts";
import { rowsById } from "#app/platform/inbox/inbox-rows.repository.server.ts";
import type { BulkChanged, BulkUndone } from "#app/shared/bulk.ts";
import { slugsIn } from "#app/shared/rows.ts";
import type { BulkAction, QuoteSelection } from "./quote.contract.ts";
import type { QuoteRow } from "./quote.repository.server.ts";
import { announce } from "./quote.service.server.ts";
import {
  changeQuotes,
  isChangedBy,
  restoreQuotes,
  type StoredAction,
  valuesOf,
} from "./quote-bulk.repository.server.ts";
import { insertEvents } from "./quote-event.repository.server.ts";
import { type QuoteFilter, shownQuotes } from "./quote-filter.repository.server.ts";
import { giveLeads, openLeadsOf, ownerAction, ownerIn, ownersOf } from "./quote-owner.repository.server.ts";
import { ownerName, tellOwnerOfMany } from "./quote-owner.service.server.ts";

interface Asked {
  selection: QuoteSelection;
  action: BulkAction;
  ownerId: number | null;
  go?: { id: number; after: number } | undefined;
}

/** Applies an action to many quotes, or to the next part of them. @throws AppError `not_found`; `invalid` for an owner */
export async function changeMany(
  deps: Deps,
  { selection, action, ownerId, go }: Asked,
  userId: number,
): Promise<BulkChanged> {
  const stored: StoredAction = action === "owner" ? ownerAction(ownerId) : action;
  if (action === "owner") await ownerName(deps.db, ownerId);
  const changed = await changeInBulk(deps, quotes(deps), { selection, action: stored, go }, userId);
  deps.mailWakeSignal.notify();
  return changed;
}

/** Undoes a bulk change, or the next part of it. @throws AppError `not_found` */
export async function undoMany(deps: Deps, id: number, userId: number): Promise<BulkUndone> {
  const undone = await undoInBulk(deps, quotes(deps), id, userId);
  deps.mailWakeSignal.notify();
  return undone;
}

const portion = 500;

/**
 * Gives the open leads of somebody to somebody else, or to nobody, as a bulk change within the transaction that removes
 * the person.
 */
export async function handOverLeads(
  deps: Deps,
  db: Db,
  { from, to, userId }: { from: number; to: number | null; userId: number },
): Promise<void> {
  const at = deps.now();
  const action = ownerAction(to);
  let change: RunningBulkChange | undefined;
  for (let ids = await openLeadsOf(db, from, portion); ids.length > 0; ids = await openLeadsOf(db, from, portion)) {
    change ??= {
      ...{ id: await insertBulkChange(db, { noun: "quote", action, userId, at }), action, userId },
      at: at.toISOString(),
    };
    await addChanged(db, change.id, await quotes(deps).change(db, change, ids));
  }
  // Those that no list shows: they come back to somebody who is there.
  await giveLeads(db, { from, to });
}

const quotes = (deps: Deps): BulkKind<QuoteFilter> => ({
  noun: "quote",
  show: shownQuotes,
  async change(db, change, ids) {
    const action = change.action as StoredAction;
    const rows = (await rowsById(db, "quote", ids, true)).filter((row) => isChangedBy(action, row));
    await changeQuotes(db, change.id, rows, valuesOf(action, change.at));
    if (rows.length > 0) await follow(deps, db, change, rows);
    return rows.length;
  },
  async restoreEntries(db, change, entries) {
    const action = change.action as StoredAction;
    const back = await restoreQuotes(db, { ...change, action }, await withOwner(db, action, entries));
    await cancelMail(db, ...slugsIn(back.filter(({ isSpam }) => isSpam)));
    await tell(deps, db, change, back, await textsBefore(db, action, entries));
    return back.length;
  },
});

/** Without those that an undo would give to somebody who has been removed. */
async function withOwner(db: Db, action: StoredAction, entries: BulkChangeEntry[]): Promise<BulkChangeEntry[]> {
  if (ownerIn(action) === undefined) return entries;
  const owners = await ownersOf(db, entries);
  return entries.filter(({ ownerId }) => ownerId === null || owners.has(ownerId));
}

/** Side effects of a change: the history, and the emails about what is or is not spam, or is somebody's now. */
async function follow(deps: Deps, db: Db, change: RunningBulkChange, rows: QuoteRow[]): Promise<void> {
  const { id, action, userId } = change;
  const ownerId = ownerIn(action);
  if (action === "spam") await cancelMail(db, ...slugsIn(rows));
  if (action === "not-spam" || ownerId) for (const row of rows) await announce(deps, db, row);
  if (ownerId !== undefined) await tellOwnerOfMany(deps, db, { ownerId, givenBy: userId, bulkChangeId: id });
  const text = ownerId === undefined ? action : await ownerName(db, ownerId);
  await tell(deps, db, change, rows, () => text);
}

/** What the history says once a change is undone. */
async function textsBefore(db: Db, action: StoredAction, entries: BulkChangeEntry[]): Promise<TextOf> {
  const before = new Map(entries.map((entry) => [entry.entryId, entry]));
  if (ownerIn(action) === undefined) return ({ id }) => before.get(id)?.status ?? "new";
  const owners = await ownersOf(db, entries);
  return ({ id }) => owners.get(before.get(id)?.ownerId ?? 0)?.name ?? "";
}

type TextOf = (row: QuoteRow) => string;

/** Adds to the history of leads whose status or owner was changed. */
async function tell(
  { now }: Deps,
  db: Db,
  { id, action, userId }: RunningBulkChange,
  rows: QuoteRow[],
  textOf: TextOf,
): Promise<void> {
  if (["delete", "read", "unread", "spam", "not-spam"].includes(action)) return;
  const kind = ownerIn(action) === undefined ? ("status" as const) : ("owner" as const);
  await insertEvents(
    db,
    rows.map((row) => ({ quoteId: row.id, kind, text: textOf(row), userId, bulkChangeId: id, at: now() })),
  );
}
