import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, inject, onTestFinished } from "vitest";
import { openDatabase } from "#db/open.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server in which databases may be made (test/databases.setup.ts). */
    postgresUrl: string;
    /** A database there, as the migrations leave it. */
    postgresTemplate: string;
    /** SQLite's folder, as the migrations leave it. */
    migratedFolder: string;
  }
}

export type Database = "sqlite" | "postgres";

/** Where a test keeps its data. */
export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** A folder or database that nobody has started on yet, gone after the test. */
export async function freshPlace(database: Database): Promise<Place> {
  return { dataDir: freshFolder(), databaseUrl: database === "postgres" ? await freshPostgres() : undefined };
}

/**
 * A place as the migrations leave it, made once in a run: SQLite's folder is copied for each test, PostgreSQL's database for each
 * file, where it is handed on emptied.
 */
export async function migratedPlace(database: Database): Promise<Place> {
  const dataDir = freshFolder();
  if (database === "postgres") return { dataDir, databaseUrl: await migratedPostgres() };
  fs.cpSync(inject("migratedFolder"), dataDir, { recursive: true });
  return { dataDir, databaseUrl: undefined };
}

export function freshFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "site-test-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const made: string[] = [];
const idle: EmptyingPlace[] = [];

async function migratedPostgres(): Promise<string> {
  const place = idle.pop() ?? (await emptying(await makePostgres(inject("postgresTemplate"))));
  await empty(place);
  onTestFinished(() => void idle.push(place));
  return place.url;
}

async function freshPostgres(): Promise<string> {
  const url = await makePostgres();
  onTestFinished(() => dropPostgres(url));
  return url;
}

async function makePostgres(template = "template1"): Promise<string> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await atServer(inject("postgresUrl"), `create database ${name} template ${template}`);
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: `/${name}` }).href;
  made.push(url);
  return url;
}

async function dropPostgres(url: string): Promise<void> {
  await atServer(inject("postgresUrl"), `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

afterAll(async () => {
  for (const url of made) await dropPostgres(url);
});

/** Writes down what it takes to come back to this state: no rows but those that the migrations wrote. */
async function emptying(url: string): Promise<EmptyingPlace> {
  const { db, close } = await openDatabase({ dataDir: "", databaseUrl: url });
  const tables = await db.introspection.getTables();
  const states = tables.map(async ({ name }) => {
    const rows = await db
      .withoutPlugins()
      .selectFrom(name as "faq")
      .selectAll()
      .execute();
    const table = pg.escapeIdentifier(name);
    const insert = `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(JSON.stringify(rows))})`;
    return { table, hasRows: rows.length > 0, empty: `delete from ${table}`, insert };
  });
  const all = await Promise.all(states);
  await close();
  const written = all.filter(({ hasRows }) => hasRows).flatMap(({ empty, insert }) => [empty, insert]);
  const others = all.filter(({ hasRows }) => !hasRows);
  const filled = others.map(
    ({ table, empty }) => `select ${pg.escapeLiteral(empty)} as empty where exists (select from ${table})`,
  );
  return { url, filled: filled.join(" union all "), written };
}

interface EmptyingPlace {
  url: string;
  /** Answers the statements that empty the tables which hold rows: to delete from one without any costs as much as a test. */
  filled: string;
  /** Bring back the rows of the migrations. */
  written: string[];
}

async function empty({ url, filled, written }: EmptyingPlace): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ empty: string }>(filled);
    await client.query(["begin", ...rows.map(({ empty }) => empty), ...written, "commit"].join("; "));
  });
}

/** Runs statements on a connection of its own. */
export const atServer = (url: string, statements: string): Promise<void> =>
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
