import { contentTable } from "#app/platform/content/content-row.repository.server.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import type { Db } from "#db/schema.ts";
import type { Overview } from "./overview.contract.ts";

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

/** The samples that came with the site and have been neither confirmed nor replaced, in the editors' order. */
export async function listSamples(db: Db): Promise<Overview["samples"]> {
  const samples: Overview["samples"] = [];
  for (const type of contentTypes.filter(({ fields }) => "isSample" in fields)) {
    const rows = await db
      .selectFrom(contentTable(type))
      .select(["slug", `${type.title as "question"} as title`])
      .where("isSample" as "published", "=", 1)
      .where("deletedAt", "is", null)
      .orderBy("position")
      .orderBy("id")
      .execute();
    samples.push(...rows.map((row) => ({ noun: type.name, ...row })));
  }
  return samples;
}
