import type { Db, Row } from "#db/schema.ts";

/** The folder of this database in the bucket, once there is one. */
export async function findBucketFolder(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("bucketFolder").select("name").where("purpose", "=", "pictures").executeTakeFirst();
  return row?.name;
}

/** @returns the folder that the database has now: this one, or one that another instance was faster to choose */
export async function claimBucketFolder(db: Db, name: string): Promise<string> {
  await db
    .insertInto("bucketFolder")
    .values({ purpose: "pictures", name })
    .onConflict((conflict) => conflict.column("purpose").doNothing())
    .execute();
  return (await findBucketFolder(db)) ?? name;
}

/** Notes an object before it is stored, so that it is deleted later if no picture ever refers to it. */
export async function insertUnusedObject(db: Db, key: string, deleteAfter: Date): Promise<void> {
  await db.insertInto("unusedObject").values({ key, deleteAfter: deleteAfter.toISOString(), isDeleting: 0 }).execute();
}

/** An object that nothing refers to from now on. */
export async function insertDeletedObject(db: Db, key: string): Promise<void> {
  await db.insertInto("unusedObject").values({ key, deleteAfter: "", isDeleting: 1 }).execute();
}

/** @returns whether a picture may refer to it: not if it is being deleted already */
export async function takeUnusedObject(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("unusedObject")
    .where("key", "=", key)
    .where("isDeleting", "=", 0)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Marks those that are due as being deleted. @returns some of all that are marked */
export async function unusedObjectsDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const due = db.selectFrom("unusedObject").select("key").where("deleteAfter", "<=", now.toISOString());
  // Usually there is none, and nothing is written.
  if (!(await due.limit(1).executeTakeFirst())) return [];
  await db
    .updateTable("unusedObject")
    .set({ isDeleting: 1 })
    .where("deleteAfter", "<=", now.toISOString())
    .where("isDeleting", "=", 0)
    .execute();
  // Read afterwards: a picture may have taken one before it was marked.
  const rows = await due.where("isDeleting", "=", 1).orderBy("deleteAfter").limit(limit).execute();
  return rows.map(({ key }) => key);
}

export async function forgetUnusedObject(db: Db, key: string): Promise<void> {
  await db.deleteFrom("unusedObject").where("key", "=", key).execute();
}

/** The first picture whose bytes are there. `after`: by its object in the bucket, by its hash in the database. */
export async function findPictureIn(
  db: Db,
  where: "bucket" | "database",
  after: string,
): Promise<Row<"upload"> | undefined> {
  const first = db.selectFrom("upload").select("hash").limit(1);
  const row = await (where === "bucket"
    ? first.where("objectKey", ">", after).orderBy("objectKey")
    : first.where("objectKey", "is", null).where("hash", ">", after).orderBy("hash")
  ).executeTakeFirst();
  return row && db.selectFrom("upload").selectAll().where("hash", "=", row.hash).executeTakeFirst();
}

export interface ObjectOfUpload {
  hash: string;
  key: string;
  size: number;
}

/** Makes a picture whose bytes are in the row, or in the object `former`, refer to an object. @returns whether it did */
export async function setObject(db: Db, { hash, key, size }: ObjectOfUpload, former: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("upload")
    .set({ bytes: Buffer.alloc(0), objectKey: key, objectSize: size })
    .where("hash", "=", hash)
    .where("objectKey", former === null ? "is" : "=", former)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Puts the bytes of an object back into the row. @returns whether the picture still referred to the object */
export async function setBytes(db: Db, hash: string, key: string, bytes: Uint8Array): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("upload")
    .set({ bytes, objectKey: null, objectSize: null })
    .where("hash", "=", hash)
    .where("objectKey", "=", key)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a picture's bytes are in the bucket. */
export async function hasObjects(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom("upload").select("hash").where("objectKey", ">", "").limit(1).executeTakeFirst()) !== undefined
  );
}
