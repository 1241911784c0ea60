import { sql } from "kysely";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { fieldsOfKind } from "#app/shared/content-type.ts";
import { uploadsIn } from "#app/shared/image-address.ts";
import type { Db } from "#db/schema.ts";

/**
 * Columns that may contain the address of an image: live content, the trash, drafts, and the history that can be
 * restored.
 */
const places: readonly (readonly [table: string, column: string])[] = [
  ...contentTypes.flatMap((type) => fieldsOfKind(type, "image").map((name) => [type.table, name] as const)),
  ["projectDetail", "img"],
  ["user", "profileImage"],
  ["siteContent", "value"],
  ["change", "data"],
  ["draft", "changes"],
  ["draft", "base"],
];

/**
 * Deletes uploads, in all their sizes, that occurred in erased entries and occur nowhere else, and with them whatever
 * else was made of the same picture and occurs nowhere: the whole one and its other crops, or all that may be one of
 * these. `texts`: what was erased, in any form that contains the addresses. Reads the whole history, since only it shows
 * whether an image may come back. `builtIn`: addresses of pictures that ship with the product.
 */
export async function eraseImages(db: Db, texts: string[], builtIn: Iterable<string>): Promise<void> {
  // Those that ship with the product count as looked at.
  const seen = new Set([...builtIn].flatMap(uploadsIn));
  const erased = new Set<string>();
  const eraseUnused = async (hashes: string[]) => {
    for (const hash of hashes) {
      if (!seen.has(hash) && !(await isReferenced(db, hash))) erased.add(hash);
      seen.add(hash);
    }
  };
  await eraseUnused(texts.flatMap(uploadsIn));
  // Includes what is added on the way.
  for (const hash of erased) {
    const originals = await originalsOf(db, hash);
    await eraseUnused(originals);
    // Crops of a picture that others show may be about to be saved by them.
    for (const whole of originals) if (erased.has(whole)) await eraseUnused(await cropsOf(db, whole));
    if (originals.includes(hash)) await eraseUnused(await untracedPictures(db));
  }
  await deleteUploads(db, [...erased]);
}

/** The picture that this one is a crop of, or itself. Several, if crops of different pictures look the same. */
export async function originalsOf(db: Db, hash: string): Promise<string[]> {
  const rows = await db.selectFrom("pictureCrop").select("whole").where("hash", "=", hash).execute();
  return rows.length === 0 ? [hash] : rows.map(({ whole }) => whole);
}

async function cropsOf(db: Db, whole: string): Promise<string[]> {
  const rows = await db.selectFrom("pictureCrop").select("hash").where("whole", "=", whole).execute();
  return rows.map(({ hash }) => hash);
}

async function untracedPictures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("untracedPicture").select("hash").execute();
  return rows.map(({ hash }) => hash);
}

/** What was stored before and is still there after unused pictures have been purged is shown by now. */
export async function forgetUntracedPictures(db: Db, before: Date): Promise<void> {
  const old = db.selectFrom("upload").select("hash").where("createdAt", "<", before.toISOString());
  await db.deleteFrom("untracedPicture").where("hash", "in", old).execute();
}

/** Within the number of parameters that both databases take. */
const atOnce = 1_000;

/**
 * Deletes uploads in all their sizes. Call it in a transaction: their objects in the bucket, which may be out of reach,
 * are deleted by the worker.
 */
export async function deleteUploads(db: Db, hashes: string[]): Promise<void> {
  if (hashes.length > atOnce) await deleteUploads(db, hashes.slice(atOnce));
  if (hashes.length === 0) return;
  await db.deleteFrom("pictureCrop").where("hash", "in", hashes.slice(0, atOnce)).execute();
  await db.deleteFrom("pictureName").where("hash", "in", hashes.slice(0, atOnce)).execute();
  // What is deleted is what is noted, also if the picture is moved to the bucket at this moment.
  const deleted = await db
    .deleteFrom("upload")
    .where("hash", "in", hashes.slice(0, atOnce))
    .returning("objectKey")
    .execute();
  const rows = deleted.flatMap(({ objectKey }) =>
    objectKey === null ? [] : [{ key: objectKey, deleteAfter: "", isDeleting: 1 as const }],
  );
  if (rows.length > 0) await db.insertInto("unusedObject").values(rows).execute();
}

/** Whether any place, also in the trash or the history, contains the address of an image. */
export async function isReferenced(db: Db, hash: string): Promise<boolean> {
  const pattern = `%/uploads/${hash}%`;
  for (const [table, column] of places) {
    const search = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} like ${pattern} limit 1`;
    if ((await search.execute(db)).rows.length > 0) return true;
  }
  return false;
}

/** A preview holds a copy of an entry for some minutes; it is simply created again when needed. */
export async function deleteAllPreviews(db: Db): Promise<void> {
  await db.deleteFrom("preview").execute();
}
