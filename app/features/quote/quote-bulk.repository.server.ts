import { sql } from "kysely";
import { type BulkChangeEntry, insertBulkChangeEntries } from "#app/platform/inbox/bulk-change.repository.server.ts";
import { idsIn } from "#app/shared/rows.ts";
import { locked } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";
import type { BulkAction, LeadStatus } from "./quote.contract.ts";
import { markedByOffice, type QuoteRow } from "./quote.repository.server.ts";
import { type OwnerAction, ownerIn } from "./quote-owner.repository.server.ts";

export type StoredAction = Exclude<BulkAction, "owner"> | OwnerAction;

/** What somebody works on is no spam: as `changeLead` has it. */
const isWork = (action: StoredAction): boolean => action === "replied" || action === "won" || Boolean(ownerIn(action));

/** The values an action sets. `at`: the same for a whole bulk change, so that its deletions can be recognized. */
export function valuesOf(action: StoredAction, at: string) {
  const ownerId = ownerIn(action);
  const wanted = { isSpam: 0 as const, spamSince: null };
  if (ownerId !== undefined) return { ownerId, ...(isWork(action) && wanted) };
  if (action === "delete") return { deletedAt: at };
  if (action === "read" || action === "unread") return { readAt: action === "read" ? at : null };
  if (action === "not-spam") return wanted;
  if (action === "spam")
    return { isSpam: 1 as const, spamReason: sql<string>`coalesce(spam_reason, ${markedByOffice})`, spamSince: at };
  // Any status beyond new implies that the lead was read.
  const read = action !== "new" && { readAt: sql<string>`coalesce(read_at, ${at})` };
  return { status: action as LeadStatus, ...read, ...(isWork(action) && wanted) };
}

export function isChangedBy(action: StoredAction, row: QuoteRow): boolean {
  const { status, isSpam, readAt } = row;
  const ownerId = ownerIn(action);
  if (isSpam && isWork(action)) return true;
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
  await db.updateTable("quote").set(values).where("id", "in", idsIn(rows)).execute();
}

/**
 * Restores quotes to their previous state, except those that somebody has changed since.
 * @returns the restored ones, as they are then
 */
export async function restoreQuotes(
  db: Db,
  { id: changeId, action, at }: { id: number; action: StoredAction; at: string },
  entries: BulkChangeEntry[],
): Promise<QuoteRow[]> {
  if (entries.length === 0) return [];
  const before = new Map(entries.map((entry) => [entry.entryId, entry]));
  const ids = [...before.keys()];
  const rows = await locked(
    db,
    db.selectFrom("quote").selectAll().where("id", "in", ids).orderBy("id", "desc"),
  ).execute();
  const later = await setSince(db, changeId, ids);
  const worked = await workedOnSince(db, { id: changeId, at }, ids);
  const back = rows.filter((row) => {
    if (action === "delete") return row.deletedAt === at;
    // Somebody has taken it for a lead.
    if (action === "not-spam" && worked.has(row.id)) return false;
    return row.deletedAt === null && !isChangedBy(action, row) && !later.has(row.id);
  });
  const valuesBefore = (row: QuoteRow) => {
    const entry = before.get(row.id);
    const hides = isWork(action) && !worked.has(row.id);
    return { ...wereBefore(action, at, row, entry), ...(hides && spamBefore(at, entry)) };
  };
  const groups = Map.groupBy(back, (row) => JSON.stringify(valuesBefore(row)));
  for (const [values, some] of groups)
    await db.updateTable("quote").set(JSON.parse(values)).where("id", "in", idsIn(some)).execute();
  return back.map((row) => ({ ...row, ...valuesBefore(row) }));
}

/** The leads whose status or owner has been set again since a bulk change set it, if to the same value. */
async function setSince(db: Db, bulkChangeId: number, quoteIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom("quoteEvent as own")
    .innerJoin("quoteEvent as later", (join) =>
      join.onRef("later.quoteId", "=", "own.quoteId").onRef("later.kind", "=", "own.kind"),
    )
    .select("own.quoteId")
    .where("own.quoteId", "in", quoteIds)
    .where("own.bulkChangeId", "=", bulkChangeId)
    .whereRef("later.id", ">", "own.id")
    .execute();
  return new Set(rows.map(({ quoteId }) => quoteId));
}

/** The leads whose history goes on after a bulk change. */
async function workedOnSince(db: Db, { id, at }: { id: number; at: string }, quoteIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom("quoteEvent")
    .select("quoteId")
    .where("quoteId", "in", quoteIds)
    .where("createdAt", ">=", at)
    .where((eb) => eb.or([eb("bulkChangeId", "is", null), eb("bulkChangeId", "!=", id)]))
    .execute();
  return new Set(rows.map(({ quoteId }) => quoteId));
}

function wereBefore(action: StoredAction, at: string, row: QuoteRow, entry: BulkChangeEntry | undefined) {
  if (ownerIn(action) !== undefined) return { ownerId: entry?.ownerId ?? null };
  if (action === "delete") return { deletedAt: null };
  if (action === "read" || action === "unread") return { readAt: entry?.readAt ?? null };
  if (action === "spam" || action === "not-spam") return spamBefore(at, entry);
  // Whoever has opened it since has read it.
  return { status: entry?.status ?? "new", readAt: row.readAt === at ? (entry?.readAt ?? null) : row.readAt };
}

const spamBefore = (at: string, entry: BulkChangeEntry | undefined) => ({
  isSpam: entry?.isSpam ?? 0,
  spamReason: entry?.spamReason ?? null,
  // What the filter suspects counts from its arrival.
  spamSince: entry?.isSpam && entry.spamReason === markedByOffice ? at : null,
});
