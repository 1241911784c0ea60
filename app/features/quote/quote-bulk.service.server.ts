import { cancelMail } from "#app/features/mail/outbox.repository.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { type BulkKind, changeInBulk, undoInBulk } from "#app/platform/inbox/bulk-change.server.ts";
import type { BulkChanged, BulkUndone } from "#app/shared/bulk.ts";
import type { BulkAction, QuoteSelection } from "./quote.contract.ts";
import type { QuoteRow } from "./quote.repository.server.ts";
import { announce } from "./quote.service.server.ts";
import {
  changeQuotes,
  isChangedBy,
  quotesById,
  restoreQuotes,
  selectedQuotes,
  valuesOf,
} from "./quote-bulk.repository.server.ts";
import { insertEvents } from "./quote-event.repository.server.ts";

/** Applies an action to many quotes, or to the next part of them. @throws AppError `not_found` */
export async function changeMany(
  deps: Deps,
  asked: { selection: QuoteSelection; action: BulkAction; go?: { id: number; after: number } | undefined },
  userId: number,
): Promise<BulkChanged> {
  const changed = await changeInBulk(deps, quotes(deps), asked, userId);
  deps.mailWakeSignal.notify();
  return changed;
}

/** Undoes a bulk change, or the next part of it. @throws AppError `not_found` */
export async function undoMany(deps: Deps, id: number, userId: number): Promise<BulkUndone> {
  const undone = await undoInBulk(deps, quotes(deps), id, userId);
  deps.mailWakeSignal.notify();
  return undone;
}

const quotes = (deps: Deps): BulkKind<QuoteSelection> => ({
  noun: "quote",
  select: selectedQuotes,
  async change(db, { id, at, userId, ...change }, ids) {
    const action = change.action as BulkAction;
    const rows = (await quotesById(db, ids)).filter((row) => isChangedBy(action, row));
    await changeQuotes(db, id, rows, valuesOf(action, at));
    await follow(deps, db, { id, action, userId }, rows);
    return rows.length;
  },
  async restoreEntries(db, { id, at, userId, ...change }, entries) {
    const action = change.action as BulkAction;
    const back = await restoreQuotes(db, action, at, entries);
    if (action === "not-spam") for (const { slug } of back) await cancelMail(db, slug);
    if (isStatus(action)) {
      const before = new Map(entries.map(({ entryId, status }) => [entryId, status]));
      const told = back.map((row) => ({
        quoteId: row.id,
        kind: "status" as const,
        text: before.get(row.id) ?? "new",
        userId,
        bulkChangeId: id,
        at: deps.now(),
      }));
      await insertEvents(db, told);
    }
    return back.length;
  },
});

/** Side effects of a change: the status history, and the emails about what is or is not spam. */
async function follow(
  deps: Deps,
  db: Db,
  { id, action, userId }: { id: number; action: BulkAction; userId: number },
  rows: QuoteRow[],
): Promise<void> {
  if (action === "spam") for (const { slug } of rows) await cancelMail(db, slug);
  if (action === "not-spam") for (const row of rows) await announce(deps, db, row);
  if (!isStatus(action)) return;
  await insertEvents(
    db,
    rows.map((row) => ({ quoteId: row.id, kind: "status", text: action, userId, bulkChangeId: id, at: deps.now() })),
  );
}

const isStatus = (action: BulkAction) => !["delete", "read", "unread", "spam", "not-spam"].includes(action);
