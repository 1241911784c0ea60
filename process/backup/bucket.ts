import { open } from "node:fs/promises";
import path from "node:path";
import type { BackupBucket } from "#app/platform/config.ts";
import { copiedListPrefix } from "#app/platform/erased-people.server.ts";
import { ObjectStorage, type StorageOptions, type StoredObject } from "#app/platform/images/object-storage.server.ts";
import { isMissing, type StorageError } from "#app/platform/images/storage-error.server.ts";
import { BackupError } from "#db/backup-facts.ts";
import { pieceBytes, sumOf } from "./archive.ts";
import { isScheduledName, surplusBackups } from "./file-name.ts";

/** Where an object is: `s3://bucket/key`. */
export interface ObjectAddress {
  bucket: string;
  key: string;
}

/** @returns nothing if it is the name of a file */
export function parseAddress(text: string): ObjectAddress | undefined {
  const [, bucket, key = ""] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(text) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/**
 * Uploads a backup in parts, then reads it back and compares every byte. What is there already, as from an interrupted
 * run, is only compared. A list of erased people is uploaded the same way, under another name.
 * @throws BackupError, StorageError
 */
export async function copyToBucket(
  settings: BackupBucket,
  file: string,
  options: StorageOptions = {},
  name = path.basename(file),
): Promise<StoredObject> {
  const storage = new ObjectStorage(settings, options);
  const key = settings.prefix + name;
  const source = await open(file, "r").catch((cause: Error) => {
    throw new BackupError(`The backup ${file} cannot be read (${cause.message}).`, { cause });
  });
  try {
    const { size: bytes } = await source.stat();
    const sha256 = await sumOf(source.createReadStream({ start: 0, autoClose: false, highWaterMark: pieceBytes }));
    const copy: StoredObject = { key, bytes, sha256 };
    if ((await storage.has(copy)) && (await storage.isSame(copy))) return copy;
    await storage.upload(source, copy);
    if (!(await storage.isSame(copy)))
      throw new BackupError(
        `The copy s3://${settings.bucket}/${key} differs from the backup. It is uploaded again at the next attempt.`,
      );
    return copy;
  } finally {
    await source.close();
  }
}

/**
 * Deletes the oldest scheduled backups in the bucket except the newest `keep`, and what interrupted uploads left. Keys
 * with other names are not ours to delete.
 * @param spared names that are kept
 * @throws BackupError, StorageError
 */
export async function deleteOldCopies(
  settings: BackupBucket,
  spared: string[],
  options: StorageOptions = {},
): Promise<void> {
  const storage = new ObjectStorage(settings, options);
  // No other upload of a scheduled backup is under way: only one instance makes them.
  await storage.abortUnfinished(isScheduledName);
  if (settings.keep === 0) return;
  try {
    const names = (await storage.keys()).map((key) => key.slice(settings.prefix.length));
    for (const name of surplusBackups(names, settings.keep, new Date()))
      if (!spared.includes(name)) await storage.remove(settings.prefix + name);
  } catch (cause) {
    const { message } = cause as StorageError;
    throw new BackupError(`The backup was copied, but old copies cannot be deleted: ${message}`, { cause });
  }
}

/**
 * Downloads a backup to the new file `target`, durably.
 * @throws StorageError, or BackupError, naming the newest backups there if this one does not exist
 */
export async function fetchFromBucket(
  settings: BackupBucket,
  { bucket, key }: ObjectAddress,
  target: string,
  options: StorageOptions = {},
): Promise<void> {
  const storage = new ObjectStorage({ ...settings, bucket }, options);
  const file = await open(target, "wx", 0o600);
  try {
    if (key === "" || key.endsWith("/")) throw new BackupError(await whatIsThere(key));
    await storage.read(key, (piece) => file.writeFile(piece));
    await file.sync();
  } catch (cause) {
    if (isMissing(cause)) throw new BackupError(await whatIsThere(key), { cause });
    throw cause;
  } finally {
    await file.close();
  }

  async function whatIsThere(missing: string): Promise<string> {
    const prefix = missing.slice(0, missing.lastIndexOf("/") + 1);
    const keys = await storage.keys(prefix);
    const nameOf = (key: string) => path.posix.basename(key);
    const backups = keys.filter((key) => isScheduledName(nameOf(key)));
    const byTime = backups.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    const newest = byTime.slice(-5).map((key) => `s3://${bucket}/${key}`);
    const there = newest.length > 0 ? `The newest there: ${newest.reverse().join(", ")}` : "There is none at all";
    return `There is no backup s3://${bucket}/${missing}. ${there}.`;
  }
}

/** @returns the lists of the people erased since the backups beside them. @throws StorageError */
export async function fetchErasedLists(
  settings: BackupBucket,
  { bucket, key }: ObjectAddress,
  options: StorageOptions = {},
): Promise<string[]> {
  const storage = new ObjectStorage({ ...settings, bucket }, options);
  const prefix = key.slice(0, key.lastIndexOf("/") + 1) + copiedListPrefix;
  const lists: string[] = [];
  for (const list of await storage.keys(prefix)) lists.push((await storage.readAll(list)).toString());
  return lists;
}
