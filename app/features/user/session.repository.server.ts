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

export async function deleteSession(db: Db, id: number): Promise<void> {
  await db.deleteFrom("session").where("id", "=", id).execute();
}

/** All sessions of a user but the one that asks. */
export async function deleteOtherSessions(db: Db, userId: number, keptId: number): Promise<void> {
  await db.deleteFrom("session").where("userId", "=", userId).where("id", "!=", keptId).execute();
}

/** Sessions past either of their limits. */
export async function deleteEndedSessions(db: Db, createdBefore: Date, usedBefore: Date): Promise<void> {
  await db
    .deleteFrom("session")
    .where((eb) =>
      eb.or([eb("createdAt", "<=", createdBefore.toISOString()), eb("lastUsedAt", "<=", usedBefore.toISOString())]),
    )
    .execute();
}

/** Whether the account is logged in from this address already. */
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
