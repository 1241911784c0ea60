import { sql } from "kysely";
import {
  type BulkChangeEntry,
  insertBulkChangeEntries,
  type SelectedPortion,
  walkSelection,
} from "#app/platform/inbox/bulk-change.repository.server.ts";
import type { BulkKind } from "#app/platform/inbox/bulk-change.server.ts";
import { arrival } from "#app/platform/search.repository.server.ts";
import { searchWords } from "#app/shared/search-words.ts";
import { locked } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";
import type { SubscriptionSelection } from "./subscription.contract.ts";
import { filtered, type SubscriptionRow } from "./subscription.repository.server.ts";

/** The ids of everything selected, newest first, in portions. @throws AppError `not_found` */
export const selectedSubscriptions = (
  db: Db,
  selection: SubscriptionSelection,
  after = 0,
  size = 500,
): AsyncGenerator<SelectedPortion> =>
  walkSelection(
    db,
    "subscription",
    selection,
    async (filter) => ({
      rows: filtered(db, filter),
      id: arrival(db, "subscription", searchWords(filter.q ?? "")),
    }),
    after,
    size,
  );

/** The rows of a portion of the selection. `toChange`: nobody else changes them until the transaction ends. */
export async function subscriptionsById(db: Db, ids: number[], toChange = false): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  const found = db.selectFrom("subscription").selectAll().where("id", "in", ids).where("deletedAt", "is", null);
  const rows = found.orderBy("id", "desc");
  return (toChange ? locked(db, rows) : rows).execute();
}

/** Moves many subscriptions to the trash, and restores them. */
export const subscriptions: BulkKind<SubscriptionSelection> = {
  noun: "subscription",
  select: selectedSubscriptions,
  async change(db, { id, at }, ids) {
    const rows = await subscriptionsById(db, ids, true);
    const found = rows.map((row) => row.id);
    await insertBulkChangeEntries(
      db,
      id,
      found.map((entryId) => ({ entryId })),
    );
    if (found.length > 0)
      await db.updateTable("subscription").set({ deletedAt: at }).where("id", "in", found).execute();
    return found.length;
  },
  restoreEntries: restoreSubscriptions,
};

/** An address that has since subscribed again already exists, so its old row stays in the trash. */
async function restoreSubscriptions(db: Db, { at }: { at: string }, entries: BulkChangeEntry[]): Promise<number> {
  const again = db.selectFrom("subscription as live").select("live.emailKey").where("live.deletedAt", "is", null);
  const done = await db
    .updateTable("subscription")
    .set({ deletedAt: null })
    .where(
      "id",
      "in",
      entries.map(({ entryId }) => entryId),
    )
    .where("deletedAt", "=", at)
    .where((eb) => eb.not(eb.exists(again.where("live.emailKey", "=", sql.ref<string>("subscription.emailKey")))))
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}
