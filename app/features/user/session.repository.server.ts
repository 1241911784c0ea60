import type { Db, NewRow, Row } from "#db/schema.ts";

export async function insertSession(db: Db, session: NewRow<"session">): Promise<void> {
  await db.insertInto("session").values(session).execute();
}

export function findSession(db: Db, tokenHash: string): Promise<Row<"session"> | undefined> {
  return db.selectFrom("session").selectAll().where("tokenHash", "=", tokenHash).executeTakeFirst();
}

/** What has passed neither limit, the last used first. */
export function listSessions(db: Db, userId: number, createdAfter: Date, usedAfter: Date): Promise<Row<"session">[]> {
  return db
    .selectFrom("session")
    .selectAll()
    .where("userId", "=", userId)
    .where("createdAt", ">", createdAfter.toISOString())
    .where("lastUsedAt", ">", usedAfter.toISOString())
    .orderBy("lastUsedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function touchSession(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("session").set({ lastUsedAt: at.toISOString() }).where("id", "=", id).execute();
}

/** @returns whether the user had such a session */
export async function deleteSession(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("session")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** All sessions of a user, or all but the one that asks. */
export async function deleteSessions(db: Db, userId: number, keptId?: number): Promise<void> {
  const all = db.deleteFrom("session").where("userId", "=", userId);
  await (keptId === undefined ? all : all.where("id", "!=", keptId)).execute();
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
