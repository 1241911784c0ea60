import type { Db, Row } from "#db/schema.ts";

/** The answer that a key got, if it was given since `since`. */
export function findLeadKey(db: Db, keyHash: string, since: Date): Promise<Row<"leadKey"> | undefined> {
  return db
    .selectFrom("leadKey")
    .selectAll()
    .where("keyHash", "=", keyHash)
    .where("createdAt", ">", since.toISOString())
    .executeTakeFirst();
}

/** Remembers an answer; one under the same key from before `since` has expired and makes room. */
export async function insertLeadKey(db: Db, row: Row<"leadKey">, since: Date): Promise<void> {
  await db
    .deleteFrom("leadKey")
    .where("keyHash", "=", row.keyHash)
    .where("createdAt", "<=", since.toISOString())
    .execute();
  await db.insertInto("leadKey").values(row).execute();
}

export async function deleteOldLeadKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("leadKey").where("createdAt", "<=", before.toISOString()).execute();
}

/** Forgets the answers that show these leads. @returns how many */
export async function deleteLeadKeys(db: Db, subjects: string[]): Promise<number> {
  if (subjects.length === 0) return 0;
  return Number((await db.deleteFrom("leadKey").where("subject", "in", subjects).executeTakeFirst()).numDeletedRows);
}
