import { prepared } from "#db/prepared.ts";
import type { Db, Row } from "#db/schema.ts";

/** The stored reply for a key, whatever its age. */
export async function findIdempotencyKey(db: Db, keyHash: string): Promise<Row<"leadKey"> | undefined> {
  const [row] = await selectRow(db, { keyHash });
  return row;
}

const selectRow = prepared((db, { keyHash }: { keyHash: string }) =>
  db.selectFrom("leadKey").selectAll().where("keyHash", "=", keyHash),
);

/** Stores a reply under its key; an entry from before `since` has expired and is replaced. */
export async function insertIdempotencyKey(db: Db, row: Row<"leadKey">, since: Date): Promise<void> {
  await deleteExpired(db, { keyHash: row.keyHash, since: since.toISOString() });
  await insertRow(db, row);
}

const deleteExpired = prepared((db, { keyHash, since }: { keyHash: string; since: string }) =>
  db.deleteFrom("leadKey").where("keyHash", "=", keyHash).where("createdAt", "<=", since),
);

const insertRow = prepared((db, row: Row<"leadKey">) =>
  db.insertInto("leadKey").values({
    keyHash: row.keyHash,
    bodyHash: row.bodyHash,
    reply: row.reply,
    subject: row.subject,
    createdAt: row.createdAt,
  }),
);

/** Deletes the stored replies of these leads. @returns how many */
export async function deleteIdempotencyKeys(db: Db, subjects: string[]): Promise<number> {
  if (subjects.length === 0) return 0;
  return Number((await db.deleteFrom("leadKey").where("subject", "in", subjects).executeTakeFirst()).numDeletedRows);
}
