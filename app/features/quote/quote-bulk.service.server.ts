import { cancelMail, findMail } from "#app/features/mail/outbox.repository.server.ts";
import { queueMail } from "#app/features/mail/outbox.service.server.ts";
import {
  bulkChangeEntries,
  deleteBulkChange,
  findBulkChange,
  insertBulkChange,
} from "#app/platform/bulk-change.repository.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { BulkAction, QuoteSelection } from "./quote.contract.ts";
import type { QuoteRow } from "./quote.repository.server.ts";
import { mailsOf } from "./quote.service.server.ts";
import {
  changeQuotes,
  isChangedBy,
  quotesById,
  selectedIds,
  setBackQuotes,
  valuesOf,
} from "./quote-bulk.repository.server.ts";
import { insertEvents } from "./quote-event.repository.server.ts";

const undoPortion = 500;

/**
 * Applies an action to many quotes, in portions with a transaction each. If a crash interrupts it, part of it is done,
 * and Undo reverts that part.
 * @returns the id to undo it with, and how many were changed
 * @throws AppError `not_found` if the newest message shown has been erased for good
 */
export async function changeMany(
  deps: Deps,
  selection: QuoteSelection,
  action: BulkAction,
  userId: number,
): Promise<{ id: number; changed: number }> {
  const at = deps.now();
  const id = await insertBulkChange(deps.db, { noun: "quote", action, userId, at });
  let changed = 0;
  for await (const ids of selectedIds(deps.db, selection))
    changed += await deps.db.transaction().execute(async (db) => {
      const rows = (await quotesById(db, ids)).filter((row) => isChangedBy(action, row));
      await changeQuotes(db, id, rows, valuesOf(action, at.toISOString()));
      await follow(deps, db, action, rows, userId);
      return rows.length;
    });
  deps.mailWakeSignal.notify();
  return { id, changed };
}

/** Side effects of a change: the status history, and the emails about what is or is not spam. */
async function follow(deps: Deps, db: Db, action: BulkAction, rows: QuoteRow[], userId: number): Promise<void> {
  if (action === "spam") for (const { slug } of rows) await cancelMail(db, slug);
  if (action === "not-spam") for (const row of rows) await announce(deps, db, row);
  if (!isStatus(action)) return;
  await insertEvents(
    db,
    rows.map(({ id }) => ({ quoteId: id, kind: "status", text: action, userId, at: deps.now() })),
  );
}

const isStatus = (action: BulkAction) => !["delete", "read", "unread", "spam", "not-spam"].includes(action);

/** Sends, once, the emails about a quote that turned out not to be spam. */
async function announce(deps: Deps, db: Db, { slug, email }: QuoteRow): Promise<void> {
  if (!(await findMail(db, slug, "quote-notice"))) await queueMail(deps, db, slug, mailsOf({ email }));
}

/**
 * Undoes a bulk change, once. Quotes that somebody has changed since are left alone.
 * @returns how many were restored, and how many were left alone
 * @throws AppError `not_found` if it was already undone, or is older than 30 days
 */
export async function undoMany(deps: Deps, id: number, userId: number): Promise<{ undone: number; left: number }> {
  const change = await findBulkChange(deps.db, "quote", id);
  if (!change) throw new AppError("not_found", "This can no longer be undone.");
  const action = change.action as BulkAction;
  const told = { undone: 0, left: 0 };
  for (let after = 0; ; ) {
    const entries = await bulkChangeEntries(deps.db, id, after, undoPortion);
    const last = entries.at(-1);
    if (!last) break;
    after = last.entryId;
    await deps.db.transaction().execute(async (db) => {
      const back = await setBackQuotes(db, action, change.createdAt, entries);
      told.undone += back.length;
      told.left += entries.length - back.length;
      if (action === "spam") for (const row of back) await announce(deps, db, row);
      if (action === "not-spam") for (const { slug } of back) await cancelMail(db, slug);
      if (!isStatus(action)) return;
      const before = new Map(entries.map(({ entryId, status }) => [entryId, status]));
      await insertEvents(
        db,
        back.map((row) => ({
          quoteId: row.id,
          kind: "status",
          text: before.get(row.id) ?? "new",
          userId,
          at: deps.now(),
        })),
      );
    });
  }
  await deleteBulkChange(deps.db, id);
  deps.mailWakeSignal.notify();
  return told;
}
