import type { Db } from "#db/schema.ts";

/**
 * Number of leads that arrived since then, without suspected spam, as in the chart of leads. The mark is counted rather
 * than filtered by: SQLite would otherwise read the whole inbox by it instead of the recent leads by their age.
 */
export async function countNewQuotes(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("quote")
    .select((eb) => eb.fn.count(eb.case().when("isSpam", "=", 0).then(1).end()).as("count"))
    .where("createdAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Number of subscriptions that arrived since then. */
export async function countNewSubscriptions(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("subscription")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("createdAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function hasSampleReviews(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("review")
    .select("id")
    .where("isSample", "=", 1)
    .where("deletedAt", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
