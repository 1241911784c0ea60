import {
  type BulkChangeEntry,
  insertBulkChangeEntries,
  type SelectedPortion,
  walkSelection,
} from "#app/platform/inbox/bulk-change.repository.server.ts";
import type { Db } from "#db/schema.ts";
import type { BulkAction, LeadStatus, QuoteSelection } from "./quote.contract.ts";
import { markedByOffice, type QuoteRow } from "./quote.repository.server.ts";
import { arrivalOf, filtered, resolveSearch } from "./quote-filter.repository.server.ts";
import { type OwnerAction, ownerIn } from "./quote-owner.repository.server.ts";

/** The ids of everything selected, newest first, in portions. @throws AppError `not_found` */
export const selectedQuotes = (
  db: Db,
  selection: QuoteSelection,
  after = 0,
  size = 500,
): AsyncGenerator<SelectedPortion> => walkSelection(db, "quote", selection, (filter) => shown(db, filter), after, size);

async function shown(db: Db, filter: Parameters<typeof filtered>[1]) {
  const which = await resolveSearch(db, filter);
  return { rows: filtered(db, which), id: arrivalOf(db, which) };
}

/** A bulk action, as it is stored. */
export type StoredAction = Exclude<BulkAction, "owner"> | OwnerAction;

/** The current rows of a portion of the selection. */
export async function quotesById(db: Db, ids: number[]): Promise<QuoteRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("quote")
    .selectAll()
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .orderBy("id", "desc")
    .execute();
}

/** The values an action sets. `at`: the same for a whole bulk change, so that its deletions can be recognized. */
export function valuesOf(action: StoredAction, at: string) {
  const ownerId = ownerIn(action);
  if (ownerId !== undefined) return { ownerId };
  if (action === "delete") return { deletedAt: at };
  if (action === "read" || action === "unread") return { readAt: action === "read" ? at : null };
  if (action === "spam" || action === "not-spam") {
    const isSpam = action === "spam";
    return { isSpam: isSpam ? (1 as const) : (0 as const), spamReason: isSpam ? markedByOffice : null };
  }
  return { status: action as LeadStatus };
}

/** Whether an action changes this quote. */
export function isChangedBy(action: StoredAction, row: QuoteRow): boolean {
  const { status, isSpam, readAt } = row;
  const ownerId = ownerIn(action);
  if (ownerId !== undefined) return row.ownerId !== ownerId;
  if (action === "delete") return true;
  if (action === "read" || action === "unread") return (readAt === null) === (action === "read");
  if (action === "spam" || action === "not-spam") return Boolean(isSpam) !== (action === "spam");
  return status !== action;
}

/** Changes rows and stores their previous state. */
export async function changeQuotes(
  db: Db,
  bulkChangeId: number,
  rows: QuoteRow[],
  values: ReturnType<typeof valuesOf>,
): Promise<void> {
  if (rows.length === 0) return;
  await insertBulkChangeEntries(
    db,
    bulkChangeId,
    rows.map(({ id, status, isSpam, spamReason, readAt, ownerId }) => ({
      entryId: id,
      status,
      isSpam,
      spamReason,
      readAt,
      ownerId,
    })),
  );
  await db
    .updateTable("quote")
    .set(values)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
}

/**
 * Restores quotes to their previous state, except those that somebody has changed since.
 * @returns the restored ones, as they were before that
 */
export async function restoreQuotes(
  db: Db,
  action: StoredAction,
  at: string,
  entries: BulkChangeEntry[],
): Promise<QuoteRow[]> {
  const before = new Map(entries.map((entry) => [entry.entryId, entry]));
  const rows = await db
    .selectFrom("quote")
    .selectAll()
    .where("id", "in", [...before.keys()])
    .execute();
  const back = rows.filter((row) =>
    action === "delete" ? row.deletedAt === at : row.deletedAt === null && !isChangedBy(action, row),
  );
  const groups = Map.groupBy(back, ({ id }) => JSON.stringify(wereBefore(action, before.get(id))));
  for (const [values, some] of groups)
    await db
      .updateTable("quote")
      .set(JSON.parse(values))
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .execute();
  return back;
}

function wereBefore(action: StoredAction, entry: BulkChangeEntry | undefined) {
  if (ownerIn(action) !== undefined) return { ownerId: entry?.ownerId ?? null };
  if (action === "delete") return { deletedAt: null };
  if (action === "read" || action === "unread") return { readAt: entry?.readAt ?? null };
  if (action === "spam" || action === "not-spam")
    return { isSpam: entry?.isSpam ?? 0, spamReason: entry?.spamReason ?? null };
  return { status: entry?.status ?? "new" };
}
