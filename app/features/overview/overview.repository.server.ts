import type { Db } from "#db/schema.ts";

/** Number of live rows created since then. */
export async function countNew(db: Db, table: "quote" | "subscription", since: Date): Promise<number> {
  const { count } = await db
    .selectFrom(table as "quote")
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
