import fs from "node:fs";
import { within } from "#app/shared/within.ts";
import type { AnyDb } from "../dialect.ts";
import type { DryRun } from "../dry-run.ts";
import { isBusy, isDamaged } from "../failures.ts";
import { migrateToLatest, refuseNewerDatabase, requireSchema } from "../migrate/migrate.server.ts";
import { type OnQuery, OpenError, openDatabase } from "../open.server.ts";
import type { Db } from "../schema.ts";
import { logFile, readHeader, sqliteFile } from "../sqlite/file.server.ts";
import { checkIntegrity } from "../sqlite/integrity.server.ts";
import { withoutTimeLimits } from "../time-limits.server.ts";
import { DatabaseDamage } from "./damage.ts";
import { type DataDir, openDataDir } from "./data-dir.server.ts";

type Place = Parameters<typeof openDatabase>[0] & { port: number };

interface Options {
  /**
   * How long a start waits for the integrity check of a large file. Later findings are reported while the site is
   * running.
   */
  checkPatienceMs?: number;
  onQuery: OnQuery;
  log: Record<"warn" | "error", (event: string, facts: Record<string, unknown>) => void>;
}

export interface SiteDatabase {
  db: Db;
  /** For visitors' messages. */
  leadDb: Db;
  dryRun: DryRun;
  damage: DatabaseDamage;
  vacuum: () => Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database for the process that serves the site, after checking that it is intact, belongs to this site and
 * matches this build's schema. PostgreSQL may serve several processes; on SQLite only one is allowed.
 * @throws OpenError, NewerDatabase with what to do, in a message that fits on one line of console output
 */
export async function openSiteDatabase(
  place: Place,
  { onQuery, log, checkPatienceMs = 2_000 }: Options,
): Promise<SiteDatabase> {
  const ends: (() => unknown)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const dataDir = place.databaseUrl
      ? undefined
      : await openDataDir(place.dataDir, { port: place.port, warn: log.warn });
    ends.push(() => dataDir?.release());
    const damage = new DatabaseDamage((detail) =>
      log.error("database damaged", { detail, advice: "Stop the site and restore the last backup." }),
    );
    if (dataDir) await requireWhole(sqliteFile(place.dataDir), damage, ends, checkPatienceMs);
    const opened = await openDatabase(place, onQuery, (error) => damage.notice(error));
    ends.push(opened.close);
    await withoutTimeLimits(opened.db, async (db) => {
      await refuseNewerDatabase(db);
      opened.markLog?.();
      await prepare(db, dataDir, log);
    });
    const { db, leadDb, dryRun, vacuum } = opened;
    return { db, leadDb, dryRun, damage, vacuum, close };
  } catch (error) {
    await close();
    if (isBusy(error)) throw lockedByAnother(sqliteFile(place.dataDir));
    if (!isDamaged(error)) throw error;
    throw damaged(place.databaseUrl ? undefined : sqliteFile(place.dataDir), (error as Error).message);
  }
}

async function prepare(db: AnyDb, dataDir: DataDir | undefined, log: Options["log"]): Promise<void> {
  await migrateToLatest(db, () => log.warn("upgrade waits", { reason: "Tables are in use, as by a backup." }));
  await requireSchema(db);
  await dataDir?.settle(db);
}

/** Runs before the database is opened for writing, since that would copy the log into the file. */
async function requireWhole(
  file: string,
  damage: DatabaseDamage,
  ends: (() => unknown)[],
  timeoutMs: number,
): Promise<void> {
  if (!fs.existsSync(file)) return;
  const header = readHeader(file);
  const check = checkIntegrity(file);
  ends.push(check.stop);
  // Switching a file to a write-ahead log, as after a restore, needs it to itself: the check has to have ended.
  const isShared = typeof header === "object" && header.isWal;
  const found = await (isShared ? within(timeoutMs, check.result, () => undefined) : check.result);
  if (found !== undefined) throw damaged(file, found);
  check.result.then((late) => late === undefined || damage.report(late));
}

export const lockedByAnother = (file: string): OpenError =>
  new OpenError(`DATA_DIR: another program is writing to the database ${file}. Close that, and start again.`);

/** `file`: SQLite's database file. */
function damaged(file: string | undefined, detail: string): OpenError {
  const found = detail.replaceAll(/\s+/g, " ").trim();
  return new OpenError(
    file === undefined
      ? `DATABASE_URL: the database is damaged (${found}). Restore the last backup.`
      : `DATA_DIR: the database ${file} is damaged (${found}) and was left as it is. Restore the last backup in its place, without ${logFile(file)}.`,
  );
}
