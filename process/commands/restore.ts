import fs from "node:fs";
import path from "node:path";
import type { Config } from "#app/platform/config.ts";
import { BackupError } from "#db/backup-facts.ts";
import { makeFolder } from "#db/sqlite/file.server.ts";
import { partialFile, removeLeftovers } from "../backup/partial-files.ts";
import { restoreBackup } from "../backup/restore.ts";
import { InvalidEnvironment, processEnvironment, readConfig, seeSettings } from "../config.ts";
import { describeBackup, runCommand, UsageError } from "./console.ts";

const usage = `The site of a backup, into an empty place (DATA_DIR without a site, or an empty PostgreSQL database):

  npm run restore -- FILE
  npm run restore -- s3://BUCKET/KEY  from the bucket of BACKUP_S3_…; without KEY it lists its backups`;

/** `npm run restore`. */
await runCommand(async (args) => {
  const [file] = args;
  if (!file || args.length > 1 || file.startsWith("-")) throw new UsageError(usage);
  const config = readConfig();
  const begun = performance.now();
  const restore = (local: string, lists?: string[]) => restoreBackup(config, local, processEnvironment(), lists);
  const manifest = file.startsWith("s3://")
    ? await withDownload(config, file, restore)
    : await restore(path.resolve(file));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const place = config.databaseUrl === undefined ? config.dataDir : "the database of DATABASE_URL";
  return `Restored in ${seconds} s into ${place}: ${describeBackup(manifest)}. Start the site now (npm start).`;
});

/** The file is in DATA_DIR, which needs room for the site anyway, and gone afterwards. */
async function withDownload<T>(
  { dataDir, backupBucket }: Config,
  address: string,
  work: (file: string, lists: string[]) => Promise<T>,
): Promise<T> {
  if (!backupBucket)
    throw new InvalidEnvironment(`BACKUP_S3_BUCKET is not set: the storage needs an endpoint and keys. ${seeSettings}`);
  const { fetchErasedLists, fetchFromBucket, parseAddress } = await import("../backup/bucket.ts");
  const object = parseAddress(address);
  if (!object) throw new UsageError(usage);
  makeFolder(dataDir);
  await removeLeftovers(dataDir, (name) => name === "restore");
  const file = partialFile(path.join(dataDir, "restore"), "download");
  try {
    await fetchFromBucket(backupBucket, object, file);
    return await work(file, await fetchErasedLists(backupBucket, object));
  } catch (cause) {
    if (!(cause instanceof BackupError)) throw cause;
    throw new BackupError(cause.message.replaceAll(file, address), { cause });
  } finally {
    fs.rmSync(file, { force: true });
  }
}
