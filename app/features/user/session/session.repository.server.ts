import type { Db, NewRow, Row } from "#db/schema.ts";

/** Replaces the token hash of a session that was logged out. */
const endedMark = "ended ";

export type NewSession = NewRow<"session">;

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insertInto("session").values(session).execute();
}

/** Records an address from which somebody may log in, without a token. */
export const insertKnownAddress = (db: Db, session: NewSession): Promise<void> =>
  insertSession(db, { ...session, tokenHash: `${endedMark}${session.tokenHash}` });

/** The session of a token, whether or not it has expired. */
export function findSession(db: Db, tokenHash: string): Promise<Row<"session"> | undefined> {
  return db.selectFrom("session").selectAll().where("tokenHash", "=", tokenHash).executeTakeFirst();
}

/** Sessions neither ended nor expired, most recently used first. */
export function listSessions(db: Db, userId: number, createdAfter: Date, usedAfter: Date): Promise<Row<"session">[]> {
  return db
    .selectFrom("session")
    .selectAll()
    .where("userId", "=", userId)
    .where("tokenHash", "not like", `${endedMark}%`)
    .where("createdAt", ">", createdAfter.toISOString())
    .where("lastUsedAt", ">", usedAfter.toISOString())
    .orderBy("lastUsedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function touchSession(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("session").set({ lastUsedAt: at.toISOString() }).where("id", "=", id).execute();
}

/** Invalidates the session's token. The row stays as a record of an address that logged in (isKnownAddress). */
export async function forgetToken(db: Db, id: number): Promise<void> {
  await db
    .updateTable("session")
    .set({ tokenHash: `${endedMark}${id}` })
    .where("id", "=", id)
    .execute();
}

/** Leaves no trace: ending a session remotely means its address is not vouched for. @returns whether the user had it */
export async function deleteSession(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("session")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** All sessions of a user, or all but the current one. */
export async function deleteSessions(db: Db, userId: number, keptId?: number): Promise<void> {
  const all = db.deleteFrom("session").where("userId", "=", userId);
  await (keptId === undefined ? all : all.where("id", "!=", keptId)).execute();
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
