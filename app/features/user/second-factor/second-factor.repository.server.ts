import { countRows } from "#app/platform/search.repository.server.ts";
import type { Db, Row } from "#db/schema.ts";

export type SecondFactorRow = Row<"secondFactor">;

export function findSecondFactor(db: Db, userId: number): Promise<SecondFactorRow | undefined> {
  return db.selectFrom("secondFactor").selectAll().where("userId", "=", userId).executeTakeFirst();
}

/** Users whose second factor is in force. */
export async function listProtectedUsers(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom("secondFactor").select("userId").where("confirmedAt", "is not", null).execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Begins or restarts set-up: only an unconfirmed secret is replaced. */
export async function beginSecondFactor(
  db: Db,
  { userId, secret, at }: { userId: number; secret: string; at: Date },
): Promise<boolean> {
  const begun = { secret, lastStep: 0, recoverySalt: "", createdAt: at.toISOString(), confirmedAt: null };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("secondFactor")
    .values({ userId, ...begun })
    .onConflict((conflict) =>
      conflict.column("userId").doUpdateSet(begun).where("secondFactor.confirmedAt", "is", null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Activates it, unless it already is, or another secret was started meanwhile. */
export async function confirmSecondFactor(
  db: Db,
  { userId, secret, step, at }: { userId: number; secret: string; step: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("secondFactor")
    .set({ confirmedAt: at.toISOString(), lastStep: step })
    .where("userId", "=", userId)
    .where("secret", "=", secret)
    .where("confirmedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Records that the code of this step was used.
 * @returns whether neither it nor a later one had been used: of two concurrent uses only one succeeds
 */
export async function spendStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("secondFactor")
    .set({ lastStep: step })
    .where("userId", "=", userId)
    .where("lastStep", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes it with its recovery codes. */
export async function deleteSecondFactor(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("secondFactor").where("userId", "=", userId).execute();
}

/** Replaces all recovery codes and their salt. Call it in a transaction. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  recoverySalt: string,
  codeHashes: string[],
): Promise<void> {
  await db.updateTable("secondFactor").set({ recoverySalt }).where("userId", "=", userId).execute();
  await db.deleteFrom("recoveryCode").where("userId", "=", userId).execute();
  await db
    .insertInto("recoveryCode")
    .values(codeHashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

export function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return countRows(db, db.selectFrom("recoveryCode").where("userId", "=", userId));
}

/** @returns whether such a code existed: of two concurrent uses only one succeeds */
export async function spendRecoveryCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recoveryCode")
    .where("userId", "=", userId)
    .where("codeHash", "=", codeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
