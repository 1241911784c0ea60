import type { Db, NewRow, Row } from "#db/schema.ts";

export async function insertSession(db: Db, session: NewRow<"session">): Promise<void> {
  await db.insertInto("session").values(session).execute();
}

export function findSession(db: Db, tokenHash: string): Promise<Row<"session"> | undefined> {
  return db.selectFrom("session").selectAll().where("tokenHash", "=", tokenHash).executeTakeFirst();
}

export async function touchSession(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("session").set({ lastUsedAt: at.toISOString() }).where("id", "=", id).execute();
}

/** Its token is worth nothing from now on. The row stays as the memory of an address that logged in (isKnownAddress). */
export async function endSession(db: Db, id: number): Promise<void> {
  await db
    .updateTable("session")
    .set({ tokenHash: `ended ${id}` })
    .where("id", "=", id)
    .execute();
}

/** All sessions of a user but the one that asks. */
export async function deleteOtherSessions(db: Db, userId: number, keptId: number): Promise<void> {
  await db.deleteFrom("session").where("userId", "=", userId).where("id", "!=", keptId).execute();
}

/** Sessions that began so long ago that they have ended whatever happened, and are remembered no longer. */
export async function deleteOldSessions(db: Db, createdBefore: Date): Promise<void> {
  await db.deleteFrom("session").where("createdAt", "<=", createdBefore.toISOString()).execute();
}

/** Whether somebody logged in to the account from this address in the last 30 days. */
export async function isKnownAddress(db: Db, userId: number, addressHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("session")
    .select("id")
    .where("userId", "=", userId)
    .where("addressHash", "=", addressHash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
