import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateToLatest } from "#db/migrate/migrate.server.ts";
import { openDatabase } from "#db/open.server.ts";
import { dataRoot } from "./data-root.ts";
import { makePostgres } from "./postgres.ts";

/**
 * Shared by all tests of a run: one PostgreSQL (TEST_DATABASE_URL, otherwise a server of our own) and, for each of the
 * two databases, a migrated template that is copied. With TEST_DATABASES=sqlite there is no PostgreSQL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(dataRoot, "site-test-"));
  await migrated({ dataDir: folder, databaseUrl: undefined });
  project.provide("migratedFolder", folder);
  const removePostgres = process.env.TEST_DATABASES === "sqlite" ? undefined : await providePostgres(project);
  return async () => {
    fs.rmSync(folder, { recursive: true, force: true });
    await removePostgres?.();
  };
}

async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const own = given === undefined ? await makePostgres() : undefined;
  const url = given ?? own?.url ?? "";
  const template = `t_${randomUUID().replaceAll("-", "")}`;
  await run(url, `create database ${template}`);
  await migrated({ dataDir: "", databaseUrl: Object.assign(new URL(url), { pathname: `/${template}` }).href });
  project.provide("postgresUrl", url);
  project.provide("postgresTemplate", template);
  return () => (own ? own.remove() : run(url, `drop database ${template} with (force)`));
}

async function migrated(place: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const { db, close } = await openDatabase(place);
  await migrateToLatest(db);
  await close();
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
