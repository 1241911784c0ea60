import { holds, isPaged, type Page } from "#app/platform/search.repository.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import type { ListQuery } from "#app/shared/shape.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Subscription } from "./subscription.contract.ts";

/** Newest first, by the order of arrival and not by the clock. */
export async function listSubscriptions(db: Db, which: ListQuery): Promise<Page<Subscription>> {
  let live = db.selectFrom("subscription").where("deletedAt", "is", null);
  const q = which.q?.trim();
  if (q) live = live.where((eb) => holds([eb.ref("email")], q));
  let page = live.selectAll().orderBy("id", "desc");
  if (which.limit !== undefined || which.offset !== undefined)
    page = page.limit(which.limit ?? 1_000).offset(which.offset ?? 0);
  const data = (await page.execute()).map(toSubscription);
  if (!isPaged(which)) return { data };
  const { total } = await live.select((eb) => eb.fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { data, total: Number(total) };
}

/** Stores an address once: a second time, in any letter case, gives the row of the first. */
export async function upsertSubscription(db: Db, email: string, at: Date): Promise<Subscription> {
  const emailKey = email.toLowerCase();
  await db
    .insertInto("subscription")
    .values({ slug: randomName(), email, emailKey, createdAt: at.toISOString(), deletedAt: null })
    .onConflict((conflict) => conflict.column("emailKey").where("deletedAt", "is", null).doNothing())
    .execute();
  const row = await db
    .selectFrom("subscription")
    .selectAll()
    .where("emailKey", "=", emailKey)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return toSubscription(row);
}

/** Moves a subscription to the trash; one that is there already stays as it is. */
export async function trashSubscription(db: Db, slug: string, at: Date): Promise<void> {
  await db
    .updateTable("subscription")
    .set({ deletedAt: at.toISOString() })
    .where("slug", "=", slug)
    .where("deletedAt", "is", null)
    .execute();
}

const toSubscription = ({ slug, email, createdAt }: Row<"subscription">): Subscription => ({ slug, email, createdAt });
