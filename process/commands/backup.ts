import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { copiedListName, erasedListName, textOf } from "#app/platform/erased-people.server.ts";
import { readArchive } from "../backup/archive.ts";
import { makeBackup } from "../backup/backup.ts";
import { InvalidEnvironment, processEnvironment, readConfig, seeSettings } from "../config.ts";
import { describeBackup, runCommand, UsageError } from "./console.ts";

const usage = `One file with the whole site, made while the site runs or not:

  npm run backup -- FILE           makes it; a former backup of that name is replaced when the new one is complete
  npm run backup -- --verify FILE  reads one from the first byte to the last, and says what it holds
  npm run backup -- --prove FILE   restores one into a scratch database, compares it, and renders every page from it
  npm run backup -- --upload FILE  copies one to the bucket of BACKUP_S3_…, reads it back, and compares it`;

const options = {
  verify: { type: "boolean" },
  prove: { type: "boolean" },
  upload: { type: "boolean" },
  /** For the schedule: deletes the oldest copies in the bucket afterwards, but for this one. */
  "delete-old": { type: "boolean" },
  spare: { type: "string" },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(usage);
  }
}

/** `npm run backup`; also started by the site's own schedule. */
await runCommand(async (args) => {
  const { values, positionals } = parse(args);
  const [file, ...others] = positionals;
  const { verify, prove, upload } = values;
  if (!file || others.length > 0 || [verify, prove, upload].filter(Boolean).length > 1) throw new UsageError(usage);
  const target = path.resolve(file);
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
  if (verify) {
    const { manifest } = await readArchive(target);
    return `${target} is complete: ${describeBackup(manifest)}.`;
  }
  if (prove) {
    // Rendering pages needs the whole application, which making a backup need not load.
    const { requirePictures, verifyBackup } = await import("../backup/verify.ts");
    const { manifest, pages } = await verifyBackup(readConfig(), target, processEnvironment());
    requirePictures(manifest, target);
    return `${target} is proved in ${seconds()} s: restored, compared, ${pages} pages rendered; ${describeBackup(manifest)}.`;
  }
  if (upload) {
    const { backupBucket } = readConfig();
    if (!backupBucket) throw new InvalidEnvironment(`BACKUP_S3_BUCKET is not set. ${seeSettings}`);
    const { copyToBucket, deleteOldCopies } = await import("../backup/bucket.ts");
    const list = path.join(path.dirname(target), erasedListName);
    const copy = (each: string) =>
      copyToBucket(backupBucket, each, {}, each === list ? copiedListName(textOf(list)) : undefined);
    const { key, bytes, sha256 } = await copy(target);
    if (target !== list && fs.existsSync(list)) await copy(list);
    if (values["delete-old"]) {
      const spared = [path.basename(target), ...(values.spare === undefined ? [] : [values.spare])];
      await deleteOldCopies(backupBucket, spared);
    }
    return `Copied in ${seconds()} s to s3://${backupBucket.bucket}/${key}, and read back: ${bytes} bytes, SHA-256 ${sha256}.`;
  }
  const manifest = await makeBackup(readConfig(), target, processEnvironment());
  const missing = manifest.pictures?.missing;
  if (missing)
    console.error(
      `The backup lacks ${missing.count} pictures that are missing in the bucket, ${missing.first[0]} first: put them back there, or upload them again.`,
    );
  return `Backup made in ${seconds()} s: ${target}, ${describeBackup(manifest)}.`;
});
