import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import {
  BackupError,
  contentFacts,
  type Dump,
  type DumpFacts,
  differenceOf,
  leftOut,
  type PictureObject,
  type RestoredPictures,
} from "../backup-facts.ts";
import { idSetting } from "../data-dir/data-dir.server.ts";
import { requireOwner } from "../data-dir/owner.server.ts";
import { lockFolder } from "../data-dir/process-lock.server.ts";
import { requireNoSite, writeSiteFile } from "../data-dir/site-file.server.ts";
import { isDamaged } from "../failures.ts";
import { requireRoom } from "../room.server.ts";
import { lastCommits, logFile, makeFolder, readHeader, sqliteFile } from "./file.server.ts";
import { sqliteSums } from "./tables.server.ts";

/** How long it waits while another process has the file locked. */
const busyTimeoutMs = 10_000;

/**
 * Writes a snapshot of the database to the new file `target` while the site keeps writing: `VACUUM INTO` reads one
 * consistent state and blocks nobody. Only for a process other than the site's: opening and closing the file here would
 * release the site's locks.
 * @throws BackupError, also if the folder has no room for two of them: the dump, and the archive with it
 */
export function dumpSqlite(dataDir: string, target: string): Dump {
  const file = sqliteFile(dataDir);
  requireOwner(dataDir);
  requireDumpable(file, dataDir);
  fs.writeFileSync(target, "", { mode: 0o600 });
  try {
    const source = new SQLite(file, { readonly: true, timeout: busyTimeoutMs });
    try {
      requireRoom(path.dirname(target), 2 * usedBytes(source));
      source.prepare("vacuum into ?").run(target);
    } finally {
      source.close();
    }
    const copy = new SQLite(target);
    try {
      copy.pragma("journal_mode = delete");
      // The snapshot may have been taken while the site was copying its log.
      copy.pragma(`user_version = ${lastCommits.complete}`);
      const objects = objectsIn(copy);
      if (hasObjectKeys(copy)) for (const table of leftOut) copy.exec(`delete from ${table}`);
      return { facts: factsOf(copy), objects };
    } finally {
      copy.close();
    }
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    const { message, code } = cause as Error & { code?: string };
    if (isDamaged(cause))
      throw new BackupError(
        `DATA_DIR: the database ${file} is damaged (${message}). Stop the site and restore the last backup.`,
        { cause },
      );
    const advice = code === "SQLITE_FULL" ? "Make room for twice the size of the database beside the backup." : "";
    throw new BackupError(`The database ${file} cannot be copied (${message}). ${advice}`.trimEnd(), { cause });
  }
}

/** The size of a copy: of the pages that hold something. */
function usedBytes(sqlite: SQLite.Database): number {
  const read = (name: string) => Number(sqlite.pragma(name, { simple: true }));
  return (read("page_count") - read("freelist_count")) * read("page_size");
}

/** Whether pictures may be in a bucket; databases of earlier builds have no column for that. */
const hasObjectKeys = (sqlite: SQLite.Database): boolean =>
  sqlite.prepare("select 1 from pragma_table_info('upload') where name = 'object_key'").get() !== undefined;

const objectsIn = (sqlite: SQLite.Database): PictureObject[] =>
  hasObjectKeys(sqlite)
    ? (sqlite
        .prepare(
          `select hash, name || '/' || object_key as key, coalesce(object_size, 0) as bytes from upload, bucket_folder
           where object_key > '' and purpose = 'pictures' order by object_key`,
        )
        .all() as PictureObject[])
    : [];

function requireDumpable(file: string, dataDir: string): void {
  if (!fs.existsSync(file))
    throw new BackupError(`DATA_DIR: there is no database in ${dataDir} yet. Start the site once (npm start).`);
  if (fs.existsSync(logFile(file))) return;
  // SQLite would create a new log beside it, hiding that the log with the last commits is lost.
  const header = readHeader(file);
  const isWhole = typeof header === "object" && header.userVersion !== lastCommits.inLog;
  if (!isWhole && !fs.existsSync(logFile(file)))
    throw new BackupError(
      `DATA_DIR: the database ${file} lacks its log ${logFile(file)}, or is damaged. Start the site: it says what to do.`,
    );
}

function factsOf(sqlite: SQLite.Database): DumpFacts {
  const sums = sqliteSums(sqlite);
  const id = sums.setting
    ? sqlite.prepare("select value from setting where name = ?").pluck().get(idSetting)
    : undefined;
  return {
    migrations: sums.kysely_migration
      ? (sqlite.prepare("select name from kysely_migration order by name").pluck().all() as string[])
      : [],
    ...contentFacts(sums),
    siteId: (id as string | undefined) ?? null,
    madeBy: `SQLite ${sqlite.prepare("select sqlite_version()").pluck().get()}`,
  };
}

/**
 * Restores a dump into a folder that contains no site. Until it is complete and matches `expected` it has a different
 * name, which no start takes for a site.
 * @param extract writes the dump to the file, durably
 * @param pictures those that are not in the dump; others whose bytes are missing are left out
 * @param settings to be written into it, by name
 * @throws BackupError, OpenError
 */
export async function restoreSqlite(
  { dataDir, port }: { dataDir: string; port: number },
  expected: DumpFacts & { createdAt: string },
  extract: (file: string) => Promise<void>,
  pictures: RestoredPictures,
  settings: Record<string, string>,
): Promise<void> {
  const refuse = (found: string) =>
    new BackupError(
      `DATA_DIR: ${dataDir} already contains a site (${found}). Restore into an empty folder: move what is there away, or choose another DATA_DIR.`,
    );
  requireNoSite(dataDir, refuse);
  makeFolder(dataDir);
  const release = await lockFolder(dataDir, port);
  const draft = `${sqliteFile(dataDir)}.restoring`;
  // SQLite would take the journal of a restore that was interrupted for that of the new file.
  const removeDraft = () => {
    for (const each of [draft, `${draft}-journal`]) fs.rmSync(each, { force: true });
  };
  try {
    requireNoSite(dataDir, refuse);
    removeDraft();
    await extract(draft);
    requireExpected(draft, expected);
    await takePictures(draft, pictures);
    writeSettings(draft, settings);
    // The next start adopts a folder with a complete database and no marker; a folder with only a marker counts as
    // having lost its database.
    fs.renameSync(draft, sqliteFile(dataDir));
    const { siteId: id, createdAt } = expected;
    if (id !== null) writeSiteFile(dataDir, { format: 1, id, createdAt, state: "in use" });
  } finally {
    removeDraft();
    release();
  }
}

function requireExpected(file: string, expected: DumpFacts): void {
  const sqlite = new SQLite(file, { readonly: true });
  try {
    const result = sqlite.pragma("integrity_check(1)", { simple: true });
    const difference = result === "ok" ? differenceOf(expected, factsOf(sqlite)) : String(result);
    if (difference) throw new BackupError(`The backup's database is incomplete: ${difference}. Nothing was restored.`);
  } finally {
    sqlite.close();
  }
}

function writeSettings(file: string, settings: Record<string, string>): void {
  const sqlite = new SQLite(file);
  try {
    for (const each of Object.entries(settings))
      sqlite.prepare("insert or replace into setting (name, value) values (?, ?)").run(each);
  } finally {
    sqlite.close();
  }
}

async function takePictures(file: string, pictures: RestoredPictures): Promise<void> {
  const sqlite = new SQLite(file);
  try {
    if (!hasObjectKeys(sqlite)) return;
    sqlite.exec("begin");
    const set = sqlite.prepare("update upload set bytes = ?, object_key = null, object_size = null where hash = ?");
    for await (const { hash, bytes } of pictures) set.run(bytes, hash);
    sqlite.exec("delete from upload_variant where hash in (select hash from upload where object_key > '')");
    sqlite.exec("delete from upload where object_key > ''");
    sqlite.exec("commit");
  } finally {
    sqlite.close();
  }
}
