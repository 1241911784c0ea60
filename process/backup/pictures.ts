import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Config } from "#app/platform/config.ts";
import { isPicture, type PictureBucket } from "#app/platform/images/picture-bucket.ts";
import { chunksOf } from "#app/shared/rows.ts";
import { BackupError, type PictureObject, type RestoredPictures } from "#db/backup-facts.ts";
import { byteReader } from "../byte-reader.ts";
import { block, padded, tarHeader } from "./tar.ts";

// Pictures that are kept in a bucket are part of a backup: a tar archive of their files, named by their hashes.

export interface PicturesFile {
  count: number;
  /** Objects that are not in the bucket. */
  missing: PictureObject[];
}

/** How many are read from the bucket at once. */
const portion = 8;

/** Reads pictures from the bucket into the new file `target`. @throws BackupError */
export async function writePictures(
  settings: Config["pictureBucket"],
  objects: PictureObject[],
  target: string,
): Promise<PicturesFile> {
  if (!settings)
    throw new BackupError(
      `PICTURES_S3_BUCKET is not set, but ${objects.length} pictures of this site are in a bucket. A backup holds them too: set the site's own PICTURES_S3_….`,
    );
  const { openPictureBucket } = await import("#app/platform/images/picture-bucket.server.ts");
  const bucket = openPictureBucket(settings, { attempts: 6, firstPauseMs: 250, timeoutMs: 60_000 });
  const at = new Date();
  const missing: PictureObject[] = [];
  const file = await open(target, "wx", 0o600);
  try {
    for (const some of chunksOf(objects, portion)) {
      const found = await Promise.all(some.map((object) => read(bucket, object)));
      for (const [index, object] of some.entries()) {
        const bytes = found[index];
        if (!bytes) missing.push(object);
        else {
          await file.writeFile(tarHeader(`${object.hash}.webp`, bytes.length, at));
          await file.writeFile(bytes);
          await file.writeFile(Buffer.alloc(padded(bytes.length) - bytes.length));
        }
      }
    }
    await file.writeFile(Buffer.alloc(2 * block));
  } finally {
    await file.close();
  }
  return { count: objects.length - missing.length, missing };
}

async function read(bucket: PictureBucket, { hash, key }: PictureObject): Promise<Uint8Array | undefined> {
  const bytes = await bucket.get(key).catch((error: Error) => {
    const { message } = (error.cause as Error | undefined) ?? error;
    throw new BackupError(`The pictures cannot be backed up: ${message}`, { cause: error });
  });
  if (bytes && !isPicture(hash, bytes))
    throw new BackupError(
      `The object ${key} in the bucket of the pictures was changed. Restore its former version there, or delete it.`,
    );
  return bytes;
}

/** The pictures in such a file. @throws BackupError if there are others than `count` */
export async function* readPictures(file: Readable, count: number): RestoredPictures {
  const take = byteReader(file);
  for (let read = 0; ; read++) {
    const header = await take(block);
    const name = /^([0-9a-f]{32})\.webp\0/.exec(header?.toString("latin1", 0, 40) ?? "")?.[1];
    if (!header || name === undefined) {
      if (read === count) return;
      throw new BackupError(`The backup has ${read} pictures in place of ${count}. Use another one.`);
    }
    const size = Number.parseInt(header.toString("latin1", 124, 135), 8);
    const bytes = (await take(padded(size)))?.subarray(0, size);
    if (!bytes || !isPicture(name, bytes))
      throw new BackupError(`The picture ${name} in the backup is damaged. Use another one.`);
    yield { hash: name, bytes };
  }
}
