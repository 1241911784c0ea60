import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, inject, onTestFinished } from "vitest";
import { migrateToLatest } from "#db/migrate.server.ts";
import { openDatabase } from "#db/open.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server in which databases may be made (test/postgres.setup.ts). */
    postgresUrl: string;
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
 * A place as the migrations leave it, made once in a file: SQLite's folder is copied for each test, and PostgreSQL's database
 * handed on emptied, for making its tables takes half a second.
 */
export async function migratedPlace(database: Database): Promise<Place> {
  const dataDir = freshFolder();
  if (database === "postgres") return { dataDir, databaseUrl: await migratedPostgres() };
  migratedFolder ??= migrateFolder();
  fs.cpSync(await migratedFolder, dataDir, { recursive: true });
  return { dataDir, databaseUrl: undefined };
}

export function freshFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "site-test-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let migratedFolder: Promise<string> | undefined;

async function migrateFolder(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "site-test-"));
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: undefined });
  await migrateToLatest(db);
  await close();
  return folder;
}

const made: string[] = [];
const idle: { url: string; empty: string }[] = [];

async function migratedPostgres(): Promise<string> {
  const place = idle.pop() ?? (await migrate(await makePostgres()));
  await atServer(place.url, place.empty);
  onTestFinished(() => void idle.push(place));
  return place.url;
}

async function freshPostgres(): Promise<string> {
  const url = await makePostgres();
  onTestFinished(() => dropPostgres(url));
  return url;
}

async function makePostgres(): Promise<string> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await atServer(inject("postgresUrl"), `create database ${name}`);
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: `/${name}` }).href;
  made.push(url);
  return url;
}

async function dropPostgres(url: string): Promise<void> {
  await atServer(inject("postgresUrl"), `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

afterAll(async () => {
  if (migratedFolder) fs.rmSync(await migratedFolder, { recursive: true });
  for (const url of made) await dropPostgres(url);
});

/** Migrates, and writes down what it takes to come back to this state: no rows but those that the migrations wrote. */
async function migrate(url: string): Promise<{ url: string; empty: string }> {
  const { db, close } = await openDatabase({ dataDir: "", databaseUrl: url });
  await migrateToLatest(db);
  const tables = await db.introspection.getTables();
  const statements = tables.map(async ({ name }) => {
    const rows = await db
      .withoutPlugins()
      .selectFrom(name as "faq")
      .selectAll()
      .execute();
    const table = pg.escapeIdentifier(name);
    return `delete from ${table}; insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(JSON.stringify(rows))});`;
  });
  const empty = (await Promise.all(statements)).join("\n");
  await close();
  return { url, empty };
}

/** Runs statements on a connection of its own. */
export async function atServer(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
