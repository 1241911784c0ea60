import { deleteMail } from "#app/features/mail/outbox.repository.server.ts";
import { deleteIdempotencyKeys } from "#app/platform/idempotency-key.repository.server.ts";
import { inPortions } from "#app/platform/list-stream.ts";
import { dropWords } from "#app/platform/search.repository.server.ts";
import type { Erased, Trash } from "#app/platform/trash.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Db } from "#db/schema.ts";
import type { SubscriptionRow } from "./subscription.repository.server.ts";

// How subscriptions leave: into the trash and out of it again, or for good.

/** Moves a subscription to the trash; one that is there already stays as it is. */
export async function trashSubscription(db: Db, slug: string, at: Date): Promise<void> {
  await db
    .updateTable("subscription")
    .set({ deletedAt: at.toISOString() })
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .execute();
}

/** Deletes subscriptions for good, with their mails, their search words and the answers that were kept for their keys. */
export async function eraseSubscriptions(
  db: Db,
  slugs: string[],
): Promise<{ subscriptions: number; mails: number; keys: number }> {
  const erased = { subscriptions: 0, mails: 0, keys: 0 };
  for (let from = 0; from < slugs.length; from += 500) {
    const some = slugs.slice(from, from + 500);
    erased.mails += await deleteMail(db, some);
    erased.keys += await deleteIdempotencyKeys(db, some);
    const rows = await db.deleteFrom("subscription").where("slug", "in", some).returning("id").execute();
    erased.subscriptions += rows.length;
    await dropWords(
      db,
      "subscription",
      rows.map(({ id }) => id),
    );
  }
  return erased;
}

export async function subscriptionsOf(db: Db, emailKey: string): Promise<string[]> {
  return (await db.selectFrom("subscription").select("slug").where("emailKey", "=", emailKey).execute()).map(
    ({ slug }) => slug,
  );
}

/** What came before a moment in one of these states; at most 500. */
export async function subscriptionsBefore(db: Db, before: Date, states: SubscriptionRow["state"][]): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("slug")
    .where("createdAt", "<", before.toISOString())
    .where("state", "in", states)
    .orderBy("id")
    .limit(500)
    .execute();
  return rows.map(({ slug }) => slug);
}

const trashed = (db: Db) => db.selectFrom("subscription").where("deletedAt", "is not", null);

export const subscriptionTrash: Trash = {
  kind: "subscription",
  isContent: false,
  list(db) {
    const rows = trashed(db)
      .select(["id", "slug", "email", "deletedAt"])
      .orderBy("deletedAt", "desc")
      .orderBy("id", "desc");
    return inPortions({
      read: (last: Awaited<ReturnType<typeof rows.execute>>[number] | undefined, limit) =>
        (last ? rows.where((eb) => eb(eb.refTuple("deletedAt", "id"), "<", eb.tuple(last.deletedAt, last.id))) : rows)
          .limit(limit)
          .execute(),
      toEntries: (some) =>
        some.map(({ slug, email, deletedAt }) => ({ id: slug, title: email, deletedAt: deletedAt ?? "" })),
    });
  },
  async restore(db, id) {
    const row = await db
      .updateTable("subscription")
      .set({ deletedAt: null })
      .where("slug", "=", id)
      .where("deletedAt", "is not", null)
      .returning("slug")
      .executeTakeFirst()
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError("conflict", "This address has subscribed again since.");
      });
    return row && { noun: "subscription", slug: row.slug, version: 1, data: null };
  },
  erase: (db, id) => eraseTrashed(db, trashed(db).where("slug", "=", id)),
  purge: (db, before) => eraseTrashed(db, trashed(db).where("deletedAt", "<", before.toISOString())),
};

async function eraseTrashed(db: Db, which: ReturnType<typeof trashed>): Promise<Erased> {
  const rows = await which.select("slug").execute();
  const { subscriptions } = await eraseSubscriptions(
    db,
    rows.map(({ slug }) => slug),
  );
  return { count: subscriptions, texts: [] };
}
