import { randomUUID } from "node:crypto";
import type { Db, Deps } from "#app/platform/deps.ts";
import { BucketUnavailable, isPicture, type PictureBucket } from "#app/platform/images/picture-bucket.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isDatabaseUnavailable } from "#db/failures.ts";
import {
  claimBucketFolder,
  findBucketFolder,
  findPictureIn,
  forgetUnusedObject,
  insertDeletedObject,
  insertUnusedObject,
  setBytes,
  setObject,
  takeUnusedObject,
  unusedObjectsDue,
} from "./picture-object.repository.server.ts";
import {
  claimImageWork,
  findUpload,
  insertUpload,
  type NewUpload,
  releaseImageWork,
} from "./upload.repository.server.ts";

// Where the bytes of a picture are: in its row, or in an object in the bucket that the row names. An object is stored
// before a row refers to it and deleted after none does any more, and each gets a name of its own, never used again. So
// whenever a process is killed, every picture has its bytes, and an object too many is known to `unusedObject`.

/** Longer than storing an object takes: until then one that no picture refers to may be about to be referred to. */
const storingMs = 60 * 60_000;

type StoreDeps = Pick<Deps, "db" | "now" | "pictureBucket">;

/**
 * Stores a picture where pictures belong. `record` writes what has to be known of it, in the same transaction.
 * @throws BucketUnavailable, or what `record` throws; then nothing of it is kept
 */
export async function storePicture(
  deps: StoreDeps,
  picture: NewUpload,
  record: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const { db, pictureBucket } = deps;
  if (!pictureBucket?.isHome)
    return db.transaction().execute(async (trx) => {
      await insertUpload(trx, picture);
      await record(trx);
    });
  const { hash, bytes } = picture;
  const key = await storeObject(deps, pictureBucket, hash, bytes);
  const object = { hash, key, size: bytes.length };
  await db.transaction().execute(async (trx) => {
    await record(trx);
    await takeObject(trx, key);
    const row = { ...picture, bytes: Buffer.alloc(0), objectKey: key, objectSize: bytes.length };
    const { objectKey: former } = await insertUpload(trx, row);
    if (former === key) return;
    // The same picture was uploaded before. The new object takes the place of its bytes, should those have been lost.
    const unused = (await setObject(trx, object, former)) ? former : key;
    if (unused !== null) await insertDeletedObject(trx, unused);
  });
}

/** Stores bytes in a new object, which is deleted later unless it is taken. */
async function storeObject({ db, now }: StoreDeps, bucket: PictureBucket, hash: string, bytes: Uint8Array) {
  const folder = await claimBucketFolder(db, randomUUID());
  const key = `${hash}-${randomUUID()}.webp`;
  await insertUnusedObject(db, key, new Date(now().getTime() + storingMs));
  await bucket.put(`${folder}/${key}`, bytes);
  return key;
}

/** Call it in the transaction that makes a picture refer to the object. */
async function takeObject(db: Db, key: string): Promise<void> {
  if (!(await takeUnusedObject(db, key)))
    throw new AppError("unavailable", "Storing the picture took too long. Try again.", { retryAfterSeconds: 5 });
}

type Located = { hash: string; bytes: Uint8Array; objectKey: string | null };
type Reading = Pick<Deps, "db" | "pictureBucket" | "log">;

/**
 * The bytes of a picture, wherever they are.
 * @throws BucketUnavailable, or AppError `not_found` if it was deleted meanwhile, `unavailable` if its object is missing
 */
export async function readPictureBytes(deps: Reading, upload: Located): Promise<Uint8Array> {
  const { db, pictureBucket, log } = deps;
  for (let at = upload; ; ) {
    if (at.objectKey === null) return at.bytes;
    const folder = await findBucketFolder(db);
    const bytes = folder && (await pictureBucket?.get(`${folder}/${at.objectKey}`));
    if (bytes) return bytes;
    // It may have been moved, replaced or deleted after its row was read.
    const now = await findUpload(db, at.hash);
    if (!now) throw new AppError("not_found", "There is no such image.");
    if (now.objectKey === at.objectKey) {
      log.error("picture missing in the bucket", { hash: at.hash, key: `${folder}/${at.objectKey}` });
      throw new AppError("unavailable", "This picture is missing in the storage for pictures.", {
        retryAfterSeconds: 60,
      });
    }
    at = now;
  }
}

const holder = randomUUID();
const claimMs = 90_000;

type Moving = Pick<Deps, "db" | "now" | "log" | "pictureBucket">;

/**
 * Moves pictures to where they belong, one with each call, until it returns that there is none left. One that cannot be
 * moved is passed over until then. One instance does so at a time.
 * @throws BucketUnavailable
 */
export function pictureMover(deps: Moving & { pictureBucket: PictureBucket }): () => Promise<boolean> {
  const { db, now, log, pictureBucket: bucket } = deps;
  let after = "";
  const counts = { moved: 0, failed: 0 };
  const isOver = () => {
    const to = bucket.isHome ? "the bucket" : "the database";
    if (counts.moved + counts.failed > 0) log.info("pictures moved", { to, ...counts });
    if (!bucket.isHome && counts.moved > 0 && counts.failed === 0)
      log.info("all pictures are in the database", {
        advice: "Unset PICTURES_S3_… and PICTURES_IN at the next start.",
      });
    after = "";
    Object.assign(counts, { moved: 0, failed: 0 });
    return false;
  };
  return async () => {
    const picture = await findPictureIn(db, bucket.isHome ? "database" : "bucket", after);
    if (!picture) return isOver();
    const until = new Date(now().getTime() + claimMs);
    if (!(await claimImageWork(db, holder, { now: now(), until }, "picture move"))) return false;
    try {
      await (bucket.isHome ? moveIn(deps, bucket, picture) : moveOut(deps, picture));
      counts.moved++;
    } catch (error) {
      if (error instanceof BucketUnavailable || isDatabaseUnavailable(error)) throw error;
      counts.failed++;
      log.warn("picture not moved", { hash: picture.hash, ...errorFacts(error) });
    } finally {
      await releaseImageWork(db, holder, "picture move");
    }
    after = picture.objectKey ?? picture.hash;
    return true;
  };
}

async function moveIn(deps: Moving, bucket: PictureBucket, { hash, bytes }: Located): Promise<void> {
  const key = await storeObject(deps, bucket, hash, bytes);
  await deps.db.transaction().execute(async (db) => {
    await takeObject(db, key);
    // It was deleted or uploaded again meanwhile.
    if (!(await setObject(db, { hash, key, size: bytes.length }, null))) await insertDeletedObject(db, key);
  });
}

async function moveOut(deps: Moving, picture: Located): Promise<void> {
  const { hash, objectKey } = picture;
  const bytes = await readPictureBytes(deps, picture);
  if (objectKey === null) return;
  if (!isPicture(hash, bytes))
    throw new Error(`the object ${objectKey} in the bucket is not the picture that was stored; it was left there`);
  await deps.db.transaction().execute(async (db) => {
    if (await setBytes(db, hash, objectKey, bytes)) await insertDeletedObject(db, objectKey);
  });
}

const deletedAtOnce = 100;

/**
 * Deletes objects that no picture refers to.
 * @returns whether there may be more
 * @throws BucketUnavailable; what is left is deleted later
 */
export async function deleteUnusedObjects({ db, now, pictureBucket }: StoreDeps): Promise<boolean> {
  if (!pictureBucket) return false;
  const keys = await unusedObjectsDue(db, now(), deletedAtOnce);
  const folder = await findBucketFolder(db);
  for (const key of keys) {
    if (folder !== undefined) await pictureBucket.remove(`${folder}/${key}`);
    await forgetUnusedObject(db, key);
  }
  return keys.length === deletedAtOnce;
}
