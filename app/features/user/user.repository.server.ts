import { sql } from "kysely";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { dialectOf } from "#db/dialect.ts";
import type { Db, Row } from "#db/schema.ts";
import type { User } from "./user.contract.ts";

export type UserRow = Row<"user">;

export const toUser = ({ id, fullName, email, profileImage }: UserRow): User => ({ id, fullName, email, profileImage });

/** All users, oldest first. */
export function listUsers(db: Db): Promise<UserRow[]> {
  return db.selectFrom("user").selectAll().orderBy("id").execute();
}

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The user with this address, in whatever spelling. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  // Two who already had different spellings of one address kept their own (db/migrations/0032).
  const asTyped = email.trim().toLowerCase();
  const keys = [mailboxKey(email), asTyped];
  const found = await db.selectFrom("user").selectAll().where("emailKey", "in", keys).execute();
  return found.find(({ emailKey }) => emailKey === asTyped) ?? found[0];
}

/** The calling user. @throws AppError `unauthorized` if they have just been removed */
export async function getUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw removed();
  return user;
}

const removed = () => new AppError("unauthorized", "Your session has ended. Log in again.");

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("user").select("id").limit(1).executeTakeFirst()) !== undefined;
}

interface NewUser {
  email: string;
  fullName: string;
  passwordHash: string;
  at: Date;
}

/** @throws a unique violation if the address already has a user */
export function insertUser(db: Db, { email, fullName, passwordHash, at }: NewUser): Promise<UserRow> {
  return db
    .insertInto("user")
    .values({
      email,
      emailKey: mailboxKey(email),
      fullName,
      profileImage: "",
      passwordHash,
      createdAt: at.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the keys that are present. @throws a unique violation if the new address already has a user */
export function updateUser(db: Db, id: number, { email, ...rest }: Partial<User>): Promise<UserRow> {
  const change = { ...rest, ...(email !== undefined && { email, emailKey: mailboxKey(email) }) };
  if (Object.keys(change).length === 0) return getUser(db, id);
  return db.updateTable("user").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow(removed);
}

export async function updatePasswordHash(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable("user").set({ passwordHash }).where("id", "=", id).execute();
}

/**
 * Locks the user until the transaction ends, if the password still has this hash: nobody can log in with a password
 * that is being changed at the same time.
 */
export async function holdUser(db: Db, { id, passwordHash }: Pick<UserRow, "id" | "passwordHash">): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("user")
    .set({ passwordHash })
    .where("id", "=", id)
    .where("passwordHash", "=", passwordHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Prevents others from adding or removing users until the transaction ends. SQLite has only one writer anyway. */
export async function lockUsers(db: Db): Promise<void> {
  if (dialectOf(db) === "postgres") await sql`lock table "user" in share row exclusive mode`.execute(db);
}

/** Deletes the user with all sessions, links and the second factor. */
export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom("user").where("id", "=", id).execute();
}
