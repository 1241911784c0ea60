import type { Db, NewRow, Row } from "#db/schema.ts";

export type InvitationRow = Row<"invitation">;

// `since`: an invitation made before it has expired.

/** Newest first. */
export function listInvitations(db: Db, since: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom("invitation")
    .selectAll()
    .where("createdAt", ">", since.toISOString())
    .orderBy("id", "desc")
    .execute();
}

/** The invitation of a token, unless it was made before `since`. */
export function findInvitation(db: Db, tokenHash: string, since: Date): Promise<InvitationRow | undefined> {
  return db
    .selectFrom("invitation")
    .selectAll()
    .where("tokenHash", "=", tokenHash)
    .where("createdAt", ">", since.toISOString())
    .executeTakeFirst();
}

export function findInvitationById(db: Db, id: number): Promise<InvitationRow | undefined> {
  return db.selectFrom("invitation").selectAll().where("id", "=", id).executeTakeFirst();
}

/** One invitation per email address: replaces any earlier one. */
export function replaceInvitation(db: Db, { emailKey, ...rest }: NewRow<"invitation">): Promise<InvitationRow> {
  return db
    .insertInto("invitation")
    .values({ emailKey, ...rest })
    .onConflict((conflict) => conflict.column("emailKey").doUpdateSet(rest))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns whom it was for, if it existed: of two concurrent uses only one succeeds */
export function deleteInvitation(
  db: Db,
  id: number,
  tokenHash?: string,
): Promise<Pick<InvitationRow, "emailKey"> | undefined> {
  const one = db.deleteFrom("invitation").where("id", "=", id).returning("emailKey");
  return (tokenHash === undefined ? one : one.where("tokenHash", "=", tokenHash)).executeTakeFirst();
}

export async function deleteInvitationsBy(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("invitation").where("invitedBy", "=", userId).execute();
}

/** Deletes the invitation of an email address that is erased. @returns how many */
export async function eraseInvitationsOf(db: Db, emailKey: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("invitation").where("emailKey", "=", emailKey).executeTakeFirst();
  return Number(numDeletedRows);
}
