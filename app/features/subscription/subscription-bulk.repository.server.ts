import { sql } from "kysely";
import { type BulkChangeEntry, insertBulkChangeEntries } from "#app/platform/inbox/bulk-change.repository.server.ts";
import type { BulkKind } from "#app/platform/inbox/bulk-change.server.ts";
import { rowsById } from "#app/platform/inbox/inbox-rows.repository.server.ts";
import { idsIn } from "#app/shared/rows.ts";
import type { Db } from "#db/schema.ts";
import { type SubscriptionFilter, shownSubscriptions } from "./subscription.repository.server.ts";

/** Moves many subscriptions to the trash, and restores them. */
export const subscriptions: BulkKind<SubscriptionFilter> = {
  noun: "subscription",
  show: shownSubscriptions,
  async change(db, { id, at }, ids) {
    const found = idsIn(await rowsById(db, "subscription", ids, true));
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
