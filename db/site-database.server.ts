import { DatabaseDamage } from "./damage.ts";
import { type DataDir, openDataDir } from "./data-dir.server.ts";
import type { AnyDb } from "./dialect.ts";
import { isDamaged } from "./failures.ts";
import { checkIntegrity, type IntegrityCheck } from "./integrity.server.ts";
import { migrateToLatest, requireSchema } from "./migrate.server.ts";
import { CannotOpen, type OnQuery, openDatabase } from "./open.server.ts";
import type { Db } from "./schema.ts";
import { withoutTimeLimits } from "./time-limits.server.ts";

type Place = Parameters<typeof openDatabase>[0] & { port: number };

interface Options {
  onQuery: OnQuery;
  log: Record<"warn" | "error", (event: string, facts: Record<string, unknown>) => void>;
}

export interface SiteDatabase {
  db: Db;
  /** For visitors' messages. */
  leadDb: Db;
  damage: DatabaseDamage;
  scrub: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** How long a start waits to hear that a large file is whole. What is found later is told while the site runs. */
const patienceMs = 2_000;

/**
 * Opens the database for the one process that serves the site from it, whole, its own and at this build's state.
 * PostgreSQL may serve several; on SQLite they are kept apart.
 * @throws CannotOpen, NewerDatabase with what to do, fit for one line on the console
 */
export async function openSiteDatabase(place: Place, { onQuery, log }: Options): Promise<SiteDatabase> {
  const dataDir = place.databaseUrl
    ? undefined
    : await openDataDir(place.dataDir, { port: place.port, warn: log.warn });
  const ends: (() => unknown)[] = [() => dataDir?.release()];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const damage = new DatabaseDamage((detail) =>
      log.error("the database is damaged", { detail, advice: "Stop the site and restore the last backup." }),
    );
    const opened = await openDatabase(place, onQuery, (error) => damage.notice(error));
    ends.push(opened.close);
    if (dataDir) await requireWhole(opened.place, damage, ends);
    await withoutTimeLimits(opened.db, (db) => prepare(db, dataDir));
    opened.markLog?.();
    return { db: opened.db, leadDb: opened.leadDb, damage, scrub: opened.scrub, close };
  } catch (error) {
    await close();
    throw isDamaged(error) ? damaged(place.databaseUrl ? "DATABASE_URL" : "DATA_DIR", (error as Error).message) : error;
  }
}

async function prepare(db: AnyDb, dataDir: DataDir | undefined): Promise<void> {
  await dataDir?.requireOwn(db);
  await migrateToLatest(db);
  await requireSchema(db);
  await dataDir?.settle(db);
}

async function requireWhole(file: string, damage: DatabaseDamage, ends: (() => unknown)[]): Promise<void> {
  const check = checkIntegrity(file);
  ends.push(check.stop);
  const found = await within(patienceMs, check);
  if (found !== undefined) throw damaged(`DATA_DIR: the database ${file}`, found);
  check.result.then((late) => late === undefined || damage.report(late));
}

function damaged(what: string, detail: string): CannotOpen {
  return new CannotOpen(
    `${what} is damaged (${detail.replaceAll(/\s+/g, " ").trim()}) and was left as it is. Restore the last backup in its place.`,
  );
}

async function within(ms: number, { result }: IntegrityCheck): Promise<string | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  try {
    return await Promise.race([result, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
