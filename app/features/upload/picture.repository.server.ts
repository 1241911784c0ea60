import { type RawBuilder, sql } from "kysely";
import { dialectOf } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";

export interface PictureFacts {
  hash: string;
  width: number;
  height: number;
  /** In bytes. */
  size: number;
  createdAt: string;
}

// Answered from an index alone: SQLite would otherwise read every picture to reach the columns stored after it.
const listed = (db: Db): RawBuilder<unknown> =>
  sql.raw(dialectOf(db) === "sqlite" ? "upload indexed by upload_by_age" : "upload");

/** The pictures, newest first. `before`: only those after this one in the list. */
export async function listPictures(
  db: Db,
  { limit, before }: { limit: number; before?: Pick<PictureFacts, "createdAt" | "hash"> | undefined },
): Promise<PictureFacts[]> {
  const { rows } = await sql<PictureFacts>`
    select hash, width, height, coalesce(object_size, octet_length(bytes)) as size, created_at from ${listed(db)}
    ${before ? sql`where (created_at, hash) < (${before.createdAt}, ${before.hash})` : sql``}
    order by created_at desc, hash desc limit ${limit}`.execute(db);
  return rows;
}

/** Hashes of the pictures uploaded before a time, oldest first. `after`: the last one of the portion before. */
export async function listOldPictures(
  db: Db,
  before: Date,
  limit: number,
  after?: Pick<PictureFacts, "createdAt" | "hash">,
): Promise<Pick<PictureFacts, "createdAt" | "hash">[]> {
  const { rows } = await sql<PictureFacts>`
    select hash, created_at from ${listed(db)} where created_at < ${before.toISOString()}
    ${after ? sql`and (created_at, hash) > (${after.createdAt}, ${after.hash})` : sql``}
    order by created_at, hash limit ${limit}`.execute(db);
  return rows;
}

export async function hasPicture(db: Db, hash: string): Promise<boolean> {
  return (await db.selectFrom("upload").select("hash").where("hash", "=", hash).executeTakeFirst()) !== undefined;
}

/** The file names of pictures that have one, by hash. */
export async function pictureNames(db: Db, hashes: string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db.selectFrom("pictureName").selectAll().where("hash", "in", hashes).execute();
  return new Map(rows.map(({ hash, name }) => [hash, name]));
}

export async function namePicture(db: Db, hash: string, name: string): Promise<void> {
  await db
    .insertInto("pictureName")
    .values({ hash, name })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ name }))
    .execute();
}
