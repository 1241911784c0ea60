import type { Db } from "#db/schema.ts";
import type { Overview } from "./overview.contract.ts";

/** Live rows that came since. */
export async function countNew(db: Db, table: "quote" | "subscription", since: Date): Promise<number> {
  const { count } = await db
    .selectFrom(table as "quote")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("createdAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Entries that are not published, by kind. */
export async function countDrafts(db: Db): Promise<Overview["draftsOf"]> {
  const count = async (table: keyof Overview["draftsOf"]) => {
    const { count } = await db
      .selectFrom(table as "faq")
      .select((eb) => eb.fn.countAll().as("count"))
      .where("published", "=", 0)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const [project, job, faq, review] = await Promise.all([
    count("project"),
    count("job"),
    count("faq"),
    count("review"),
  ]);
  return { project, job, faq, review };
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
