import type { Db, NewRow, Row } from "#db/schema.ts";

/** An unexpired reset link, with its user. */
export function findPasswordReset(
  db: Db,
  tokenHash: string,
  /** ISO 8601, UTC. */
  since: string,
): Promise<(Row<"passwordReset"> & { email: string }) | undefined> {
  return db
    .selectFrom("passwordReset")
    .innerJoin("user", "user.id", "passwordReset.userId")
    .selectAll("passwordReset")
    .select("user.email")
    .where("passwordReset.tokenHash", "=", tokenHash)
    .where("passwordReset.createdAt", ">", since)
    .executeTakeFirst();
}

export function findPasswordResetOf(db: Db, userId: number): Promise<Row<"passwordReset"> | undefined> {
  return db.selectFrom("passwordReset").selectAll().where("userId", "=", userId).executeTakeFirst();
}

/** One link per user: replaces any earlier one. */
export async function replacePasswordReset(db: Db, { userId, ...rest }: NewRow<"passwordReset">): Promise<void> {
  await db
    .insertInto("passwordReset")
    .values({ userId, ...rest })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(rest))
    .execute();
}

/** @returns whether it existed: of two concurrent uses only one succeeds */
export async function deletePasswordReset(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("passwordReset").where("tokenHash", "=", tokenHash).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deletePasswordResetOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("passwordReset").where("userId", "=", userId).execute();
}

/** Those that this user has made for others. */
export async function deletePasswordResetsBy(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("passwordReset").where("madeBy", "=", userId).execute();
}
