import fs from "node:fs";
import path from "node:path";
import type { Config } from "#app/platform/config.ts";
import { productVersion } from "#app/platform/product-root.server.ts";
import { BackupError, type Dump, type DumpFacts } from "#db/backup-facts.ts";
import { requireRoom } from "#db/room.server.ts";
import { dumpSqlite } from "#db/sqlite/backup.server.ts";
import { giveToFolderOwner, syncFolder } from "#db/sqlite/file.server.ts";
import { isArchive, type Manifest, manifestOf, writeArchive } from "./archive.ts";
import { partialFile, removeLeftovers } from "./partial-files.ts";
import { writePictures } from "./pictures.ts";

type Site = Pick<Config, "dataDir" | "databaseUrl" | "pictureBucket">;

/**
 * Backs up the whole site as it is now to one file, whether or not it is running. The file is either complete or
 * absent; an existing one of that name is replaced.
 * @param environment of this process, for the PostgreSQL tools
 * @throws BackupError
 */
export async function makeBackup(
  site: Site,
  target: string,
  environment: Record<string, string | undefined>,
): Promise<Manifest> {
  await requireTarget(target);
  await removeLeftovers(path.dirname(target), (name) => name === path.basename(target));
  const database = site.databaseUrl === undefined ? "sqlite" : "postgres";
  const name = database === "sqlite" ? "database.sqlite" : "database.dump";
  const partial = partialFile(target, "tar");
  const dump = partialFile(target, "database");
  const pictures = partialFile(target, "pictures");
  const createdAt = new Date().toISOString();
  try {
    const { facts, found } = await dumpWithPictures(site, { dump, pictures }, environment);
    const payload = { name, bytes: fs.statSync(dump).size } as const;
    const version = productVersion();
    const manifest = manifestOf({
      ...{ version, database, ...facts, createdAt, payload },
      ...(found && { pictures: { name: "pictures.tar", bytes: fs.statSync(pictures).size, ...found } }),
    });
    await writeArchive(partial, manifest, dump, pictures);
    giveToFolderOwner(partial);
    fs.renameSync(partial, target);
    syncFolder(path.dirname(target));
    return manifest;
  } catch (cause) {
    if ((cause as { syscall?: string }).syscall === undefined) throw cause;
    throw new BackupError(`${target} cannot be written (${(cause as Error).message}).`, { cause });
  } finally {
    for (const each of [partial, dump, `${dump}-journal`, pictures]) fs.rmSync(each, { force: true });
  }
}

const maxRounds = 4;

/**
 * The database, and the pictures that it has in a bucket, as of the same moment. A picture that was deleted or moved
 * after the dump is no longer in the bucket, so another dump is made, until none is missing but those that are lost.
 */
async function dumpWithPictures(
  site: Site,
  files: { dump: string; pictures: string },
  environment: Record<string, string | undefined>,
): Promise<{ facts: DumpFacts; found?: Pick<NonNullable<Manifest["pictures"]>, "count" | "missing"> }> {
  let lost = new Set<string>();
  for (let round = 1; ; round++) {
    const { facts, objects } = await makeDump(site, files.dump, environment);
    if (objects.length === 0) return { facts };
    fs.rmSync(files.pictures, { force: true });
    const bytes = objects.reduce((sum, object) => sum + object.bytes, 0);
    requireRoom(path.dirname(files.dump), fs.statSync(files.dump).size + 2 * bytes);
    const { count, missing } = await writePictures(site.pictureBucket, objects, files.pictures);
    if (missing.length === 0) return { facts, found: { count } };
    if (missing.every(({ key }) => lost.has(key))) {
      const first = missing.slice(0, 3).map(({ hash }) => `/uploads/${hash}.webp`);
      return { facts, found: { count, missing: { count: missing.length, first } } };
    }
    if (round === maxRounds)
      throw new BackupError("Pictures were moved or deleted again and again while the backup was made. Repeat it.");
    lost = new Set(missing.map(({ key }) => key));
  }
}

async function makeDump(
  { dataDir, databaseUrl }: Site,
  target: string,
  environment: Record<string, string | undefined>,
): Promise<Dump> {
  if (databaseUrl === undefined) return dumpSqlite(dataDir, target);
  // Sites on SQLite need not load the driver.
  const { dumpPostgres } = await import("#db/postgres/backup.server.ts");
  return dumpPostgres(databaseUrl, target, environment);
}

async function requireTarget(target: string): Promise<void> {
  const folder = path.dirname(target);
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new BackupError(`There is no folder ${folder} to write the backup into. Create it first.`);
  const found = fs.statSync(target, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isFile() || !(await isArchive(target)))
    throw new BackupError(`${target} already exists and is not a backup; it was left unchanged. Choose another name.`);
}
