import type { Db } from "#db/schema.ts";

/** Every e-mail key by which the erasers find something, and other subjects of activities. */
export async function listEmailKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("quote")
    .select("emailKey")
    .union(db.selectFrom("subscription").select("emailKey"))
    .union(db.selectFrom("approvalLink").select("emailKey"))
    .union(db.selectFrom("invitation").select("emailKey"))
    .union(db.selectFrom("activity").select("subject as emailKey"))
    .execute();
  return rows.map(({ emailKey }) => emailKey);
}
