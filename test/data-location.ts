import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { openDatabase } from "#db/open.server.ts";
import { dataRoot } from "./data-root.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server on which databases may be created (test/databases.setup.ts). */
    postgresUrl: string;
    /** A freshly migrated database on it. */
    postgresTemplate: string;
    /** A freshly migrated SQLite data folder. */
    migratedFolder: string;
  }
}

export type Database = "sqlite" | "postgres";

/** Where a test keeps its data. */
export interface DataLocation {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** A folder or database that has never been used, removed after the test. */
export async function freshLocation(database: Database): Promise<DataLocation> {
  return { dataDir: freshFolder(), databaseUrl: database === "postgres" ? await freshPostgres() : undefined };
}

/**
 * A freshly migrated location, prepared once per run: SQLite's folder is copied for each test, PostgreSQL's database
 * for each file, within which it is emptied and reused.
 */
export async function migratedLocation(database: Database): Promise<DataLocation> {
  const dataDir = freshFolder();
  if (database === "postgres") return { dataDir, databaseUrl: await migratedPostgres() };
  fs.cpSync(inject("migratedFolder"), dataDir, { recursive: true });
  return { dataDir, databaseUrl: undefined };
}

export const freshFolder = (): string => removedAfterwards(dataRoot);

/** A folder for programs that are started: none may be where data is (Docker mounts its memory so). */
export const programFolder = (): string => removedAfterwards(os.tmpdir());

function removedAfterwards(parent: string): string {
  const folder = fs.mkdtempSync(path.join(parent, "site-test-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const made: string[] = [];
const idle: UsedPlace[] = [];
/** The same for all places: read once in each worker. */
let emptying: Emptying | undefined;

async function migratedPostgres(): Promise<string> {
  const used = idle.pop();
  const place = used ?? { url: await makePostgres(inject("postgresTemplate")), client: undefined };
  emptying ??= await readEmptying(place.url);
  if (used) await empty(used, emptying);
  onTestFinished(() => void idle.push(place));
  return place.url;
}

async function freshPostgres(): Promise<string> {
  const url = await makePostgres();
  onTestFinished(() => dropPostgres(url));
  return url;
}

/** A database with the same data, removed after the test. Nobody may be connected to the other one. */
export async function copyOfPostgres(url: string): Promise<string> {
  const copy = await makePostgres(new URL(url).pathname.slice(1));
  onTestFinished(() => dropPostgres(copy));
  return copy;
}

async function makePostgres(template = "template1"): Promise<string> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await runStatements(inject("postgresUrl"), `create database ${name} template ${template}`);
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: `/${name}` }).href;
  made.push(url);
  return url;
}

async function dropPostgres(url: string): Promise<void> {
  await runStatements(inject("postgresUrl"), `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Removes the databases of a test file; the next one in the same worker begins with new ones. */
export async function dropDatabases(): Promise<void> {
  for (const { client } of idle.splice(0)) await client?.end();
  for (const url of made.splice(0)) await dropPostgres(url);
}

/** Prepares the statements that restore this state: no rows except those written by the migrations. */
async function readEmptying(url: string): Promise<Emptying> {
  const { db, close } = await openDatabase({ dataDir: "", databaseUrl: url });
  const tables = await db.introspection.getTables();
  const all: { table: string; hasRows: boolean; empty: string; insert: string }[] = [];
  // One after the other: on a busy machine, all at once would wait too long for the pool's connections.
  for (const { name } of tables) {
    const rows = await db
      .withoutPlugins()
      .selectFrom(name as "faq")
      .selectAll()
      .execute();
    const table = pg.escapeIdentifier(name);
    const insert = `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(JSON.stringify(rows))})`;
    all.push({ table, hasRows: rows.length > 0, empty: `delete from ${table}`, insert });
  }
  await close();
  const written = all.filter(({ hasRows }) => hasRows).flatMap(({ empty, insert }) => [empty, insert]);
  const others = all.filter(({ hasRows }) => !hasRows);
  const filled = others.map(
    ({ table, empty }) => `select ${pg.escapeLiteral(empty)} as empty where exists (select from ${table})`,
  );
  return { filled: filled.join(" union all "), written };
}

interface UsedPlace {
  url: string;
  /** Kept open: a new connection would read the whole catalogue first. Undefined before it is emptied or when cut. */
  client: pg.Client | undefined;
}

interface Emptying {
  /**
   * Query that returns delete statements for the tables that contain rows: deleting from an empty one takes as long as
   * a test.
   */
  filled: string;
  /** Reinserts the rows of the migrations. */
  written: string[];
}

async function empty(place: UsedPlace, { filled, written }: Emptying): Promise<void> {
  place.client ??= await connected(place);
  const { client } = place;
  const { rows } = await client.query<{ empty: string }>(filled);
  await client.query(["begin", ...rows.map(({ empty }) => empty), ...written, "commit"].join("; "));
}

async function connected(place: UsedPlace): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: place.url });
  client.on("error", () => {
    place.client = undefined;
  });
  await client.connect();
  return client;
}

/** Whether PostgreSQL has statistics on this table; without them it reads it with plans for an empty one. */
export async function hasStatistics(url: string, table: string): Promise<boolean> {
  let count = 0;
  await withClient(url, async (client) => {
    const { rowCount } = await client.query("select from pg_stats where tablename = $1", [table]);
    count = rowCount ?? 0;
  });
  return count > 0;
}

/** Runs statements on a separate connection. */
export const runStatements = (url: string, statements: string): Promise<void> =>
  withClient(url, async (client) => void (await client.query(statements)));

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
