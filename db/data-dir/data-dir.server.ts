import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import type { AnyDb } from "../dialect.ts";
import { folderAdvice } from "../failures.ts";
import { OpenError } from "../open-database.ts";
import { applicationId, lastCommits, logFile, makeFolder, readHeader, sqliteFile } from "../sqlite/file.server.ts";
import { lockFolder } from "./process-lock.server.ts";
import { keepReserve, releaseReserve } from "./reserve.server.ts";
import { newSiteFile, readSiteFile, type SiteFile, siteFile, writeSiteFile } from "./site-file.server.ts";

/** SQLite's data folder, locked against other processes until `release`. */
export interface DataDir {
  /**
   * Call once the tables exist: marks the folder as in use and stores the same site id in the database and the folder.
   */
  settle(db: AnyDb): Promise<void>;
  release(): void;
}

interface Options {
  /** Shown to other processes that find the folder locked. */
  port: number;
  /** Receives problems that do not prevent startup. */
  warn: (event: string, facts: Record<string, unknown>) => void;
}

/**
 * Locks the folder for this process, makes it private, and checks that the expected database is there: one that is
 * missing, empty, truncated, without its log or from another site must not be taken for a first start.
 * @throws OpenError with what to do, or whatever SQLite throws; no data was changed
 */
export async function openDataDir(dataDir: string, { port, warn }: Options): Promise<DataDir> {
  const unlock = await take(dataDir, port);
  let isSettled = false;
  const release = () => {
    unlock();
    if (isSettled) keepReserve(dataDir);
  };
  try {
    makePrivate(dataDir, warn);
    const site = requireDatabase(dataDir);
    requireOwn(dataDir, site);
    return {
      async settle(db) {
        await settle(db, dataDir, site);
        keepReserve(dataDir);
        isSettled = true;
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function take(dataDir: string, port: number): Promise<() => void> {
  try {
    makeFolder(dataDir);
    releaseReserve(dataDir);
    fs.accessSync(dataDir, fs.constants.W_OK);
    return await lockFolder(dataDir, port);
  } catch (cause) {
    if (cause instanceof OpenError) throw cause;
    const problem = `DATA_DIR: ${dataDir} cannot be used (${(cause as Error).message})`;
    throw new OpenError(`${problem}. ${folderAdvice(cause)}`, { cause });
  }
}

/** The folder contains people's messages and session keys, so no other user of the machine may read it. */
function makePrivate(dataDir: string, warn: Options["warn"]): void {
  const database = path.basename(sqliteFile(dataDir));
  const ours = fs
    .readdirSync(dataDir)
    .filter((name) => name.startsWith(database) || /^(reserve$|erased-people|(lock|site)\.)/.test(name));
  try {
    for (const name of ours) fs.chmodSync(path.join(dataDir, name), 0o600);
    if (isShared(dataDir)) warn("others may list the data folder", { folder: dataDir, advice: "Use one of its own." });
    else fs.chmodSync(dataDir, 0o700);
  } catch (error) {
    warn("the data folder could not be made private", { folder: dataDir, error: (error as Error).message });
  }
}

/** Whether others need the folder too, such as /tmp, or the program itself is inside it. */
function isShared(folder: string): boolean {
  const sticky = 0o1000;
  const inside = path.relative(folder, process.cwd());
  return (fs.statSync(folder).mode & sticky) !== 0 || !(inside.startsWith("..") || path.isAbsolute(inside));
}

/** @returns the folder's site file; on a first start, it is written before the database is created */
function requireDatabase(dataDir: string): SiteFile | undefined {
  const site = readSiteFile(dataDir);
  const file = sqliteFile(dataDir);
  const log = logFile(file);
  const isNew = site !== undefined && site !== "unreadable" && site.state === "new";
  const beginAnew = `To begin a new site instead, delete ${site === undefined ? file : `${file} and ${siteFile(dataDir)}`}.`;
  const refuse = (
    what: string,
    wayBack = `Restore the last backup in its place, without ${log}. ${beginAnew}`,
  ): never => {
    throw new OpenError(`DATA_DIR: the database ${file} ${what}. ${wayBack}`);
  };
  if (!fs.existsSync(file)) {
    if (fs.existsSync(log)) refuse(`is missing, and its log ${log} is there`);
    if (site && !isNew) refuse(`is missing, although this folder has been in use${since(site)}`);
    if (isNew) return site as SiteFile;
    const begun = newSiteFile();
    writeSiteFile(dataDir, begun);
    return begun;
  }
  const header = readHeader(file);
  if (header === undefined) refuse("is damaged or not a database, and was left unchanged");
  else if (header === "empty") {
    if (!isNew && !hasBytes(log)) refuse("is empty");
  } else {
    if (header.applicationId !== 0 && header.applicationId !== applicationId) refuse("belongs to another program");
    const hasLog = fs.existsSync(log);
    if (!hasLog && header.userVersion === lastCommits.inLog)
      refuse(
        `lacks its log ${log}, which holds what was stored last`,
        `Put the log back beside it, or restore the last backup. To go on without what it held, make an empty file of that name.`,
      );
    if (!hasBytes(log) && header.size !== undefined && fs.statSync(file).size < header.size)
      refuse("is truncated, and was left unchanged");
  }
  return site === "unreadable" ? undefined : site;
}

const since = (site: SiteFile | "unreadable"): string => (site === "unreadable" ? "" : ` since ${site.createdAt}`);

const hasBytes = (file: string): boolean => (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

export const idSetting = "site id";

/** Opened read-only, so that another program's file is not switched to WAL mode. */
function requireOwn(dataDir: string, site: SiteFile | undefined): void {
  const file = sqliteFile(dataDir);
  if (!hasBytes(file) && !hasBytes(logFile(file))) return;
  const { tables, id } = inspect(file);
  if (tables.length === 0 && site?.state !== "new")
    throw new OpenError(
      `DATA_DIR: the database ${file} is empty. Restore the last backup in its place, with its log where there is one. To begin a new site instead, delete it and ${siteFile(dataDir)}.`,
    );
  if (tables.length > 0 && !tables.includes("kysely_migration") && !tables.includes("setting"))
    throw new OpenError(
      `DATA_DIR: the database ${file} belongs to another program, and was left as it is. Choose another DATA_DIR, or put this site's database in its place.`,
    );
  if (id !== undefined && site?.state === "in use" && id !== site.id)
    throw new OpenError(
      `DATA_DIR: the database ${file} belongs to another site than this folder. Put this site's own in its place, or delete ${siteFile(dataDir)} to take that one over.`,
    );
}

function inspect(file: string): { tables: string[]; id: string | undefined } {
  try {
    return inspectAs(file, { readonly: true });
  } catch (error) {
    // A file interrupted in a transaction that has no log yet (the first one of a new file) has to be rolled back
    // first.
    if (!(error as { code?: string }).code?.startsWith("SQLITE_READONLY")) throw error;
    return inspectAs(file, {});
  }
}

function inspectAs(file: string, options: SQLite.Options): { tables: string[]; id: string | undefined } {
  const sqlite = new SQLite(file, options);
  try {
    const tables = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    const select = "select value from setting where name = ?";
    const id = tables.includes("setting") ? sqlite.prepare(select).pluck().get(idSetting) : undefined;
    return { tables, id: id as string | undefined };
  } finally {
    sqlite.close();
  }
}

async function settle(db: AnyDb, dataDir: string, site: SiteFile | undefined): Promise<void> {
  const stored = await findId(db);
  const known = site ?? newSiteFile();
  const id = stored ?? known.id;
  if (stored === undefined)
    await db.transaction().execute(async (trx) => {
      await trx.insertInto("setting").values({ name: idSetting, value: id }).execute();
      await sql`pragma application_id = ${sql.lit(applicationId)}`.execute(trx);
    });
  if (site?.state !== "in use" || site.id !== id) writeSiteFile(dataDir, { ...known, id, state: "in use" });
}

async function findId(db: AnyDb): Promise<string | undefined> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", idSetting).executeTakeFirst();
  return row?.value;
}
