import type { Db, Row } from "#db/schema.ts";

export const emailKey = (email: string): string => email.trim().toLowerCase();

export function findUserByEmail(db: Db, email: string): Promise<Row<"user"> | undefined> {
  return db.selectFrom("user").selectAll().where("emailKey", "=", emailKey(email)).executeTakeFirst();
}

export function getUser(db: Db, id: number): Promise<Row<"user">> {
  return db.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("user").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function insertUser(
  db: Db,
  { email, fullName, passwordHash, at }: { email: string; fullName: string; passwordHash: string; at: Date },
): Promise<void> {
  await db
    .insertInto("user")
    .values({ email, emailKey: emailKey(email), fullName, profileImage: "", passwordHash, createdAt: at.toISOString() })
    .execute();
}

export async function updatePasswordHash(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable("user").set({ passwordHash }).where("id", "=", id).execute();
}
