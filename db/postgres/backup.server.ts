import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import pg from "pg";
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
import { requireRoom } from "../room.server.ts";
import { TableChecksum } from "../table-contents.ts";
import { liftedForSession } from "../time-limits.server.ts";
import { connectClient, reachAdvice } from "./client.server.ts";
import { findOccupant, postgresSums, unfinishedRestore } from "./tables.server.ts";
import { findTool, libpqAddress, runTool } from "./tools.server.ts";

type Environment = Record<string, string | undefined>;

/** How long a backup waits for a table locked by a migration. */
const lockTimeout = "30s";

/**
 * Dumps the database to the new file `target` with pg_dump, in its custom format, while the site keeps running. Rows
 * are counted in the very snapshot that is dumped.
 * @param environment of the process, for PATH
 * @throws BackupError, also if the folder has no room for two of them: the dump, and the archive with it
 */
export async function dumpPostgres(databaseUrl: string, target: string, environment: Environment): Promise<Dump> {
  fs.writeFileSync(target, "", { mode: 0o600 });
  return withClient(databaseUrl, async (client) => {
    const tool = findTool("pg_dump", { server: await serverMajor(client) }, environment);
    requireRoom(path.dirname(target), 2 * (await tableBytes(client)));
    await client.query("begin isolation level repeatable read read only");
    const { rows } = await client.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
    const { address, environment: secret } = libpqAddress(databaseUrl);
    const args = [
      ...["--format=custom", "--compress=1", "--no-owner", "--no-privileges", "--no-comments", "--no-password"],
      // Whatever the role's own is: it may lack letters.
      "--encoding=UTF8",
      // What an operator added to the database, whoever restores may not be allowed to create.
      ...["--no-publications", "--no-subscriptions", ...(tool.major < 14 ? [] : ["--extension=plpgsql"])],
      ...leftOut.map((table) => `--exclude-table-data=*.${table}`),
      ...[`--lock-wait-timeout=${lockTimeout}`, `--snapshot=${rows[0]?.snapshot}`, `--file=${target}`],
      `--dbname=${address}`,
    ];
    await runTool(tool, args, { ...environment, ...secret });
    const found = await factsOf(client);
    const empty = new TableChecksum();
    // The site's tables may be in a schema of its own.
    for (const table of Object.keys(found.rows).filter((name) => leftOut.includes(name.replace(/^.*\./, "")))) {
      found.rows[table] = empty.rows;
      found.checksums[table] = empty.sum;
    }
    const facts = { ...found, siteId: null, madeBy: `pg_dump ${tool.version}` };
    return { facts, objects: await objectsIn(client) };
  });
}

/**
 * Restores a dump into an empty database in one transaction: completely or not at all. The settings, and pictures that
 * are not in the dump, follow in another one; until it is committed no site starts on the database.
 * @throws BackupError
 */
export async function restorePostgres(
  databaseUrl: string,
  expected: DumpFacts,
  dump: () => Readable,
  environment: Environment,
  pictures: RestoredPictures,
  settings: Record<string, string>,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await requireEmpty(client);
    const madeByMajor = Number(/\d+/.exec(expected.madeBy)?.[0]);
    const tool = findTool("pg_restore", { server: await serverMajor(client), dump: madeByMajor }, environment);
    const { address, environment: secret } = libpqAddress(databaseUrl);
    const args = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-password"];
    // A schema of the site's own is not there yet.
    await client.query(`create table if not exists public.${unfinishedRestore} ()`);
    await runTool(tool, [...args, `--dbname=${address}`], { ...environment, ...secret }, dump()).catch(
      async (cause) => {
        if (!(await findOccupant(client, unfinishedRestore)))
          await client.query(`drop table public.${unfinishedRestore}`);
        throw cause;
      },
    );
    await client.query("begin isolation level repeatable read");
    await client.query(`drop table public.${unfinishedRestore}`);
    const difference = differenceOf(expected, await factsOf(client));
    if (difference)
      throw new BackupError(
        `DATABASE_URL: what was restored is not what was dumped: ${difference}. Do not use this database; restore into another one.`,
      );
    await nameSchema(client);
    for (const each of Object.entries(settings))
      await client.query(
        "insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
        each,
      );
    await takePictures(client, pictures);
    await client.query("commit");
    // A dump contains no statistics, and without them the first lists are read with plans for empty tables.
    await client.query("analyze");
  });
}

/** A dump lacks the settings of its database, among which may be the one that names the site's schema. */
async function nameSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; kept: string }>(
    `select schema, format('alter database %I set search_path = %s', current_database(), schema) as kept
     from (select relnamespace::regnamespace::text as schema from pg_class where relname = 'kysely_migration') as made
     where to_regclass('kysely_migration') is null`,
  );
  for (const { schema, kept } of rows) {
    await client.query(kept);
    await client.query(`set search_path = ${schema}`);
  }
}

/** About the most that a dump takes: compressed, and without indexes. */
async function tableBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select coalesce(sum(pg_table_size(oid)), 0) as bytes from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace",
  );
  return Number(rows[0]?.bytes);
}

/** Databases of earlier builds have none. */
async function hasColumn(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('upload') and attname = 'object_key'",
  );
  return rowCount === 1;
}

async function objectsIn(client: pg.Client): Promise<PictureObject[]> {
  if (!(await hasColumn(client))) return [];
  const { rows } = await client.query<PictureObject>(
    `select hash, name || '/' || object_key as key, coalesce(object_size, 0) as bytes from upload, bucket_folder
     where object_key > '' and purpose = 'pictures' order by object_key`,
  );
  return rows;
}

async function takePictures(client: pg.Client, pictures: RestoredPictures): Promise<void> {
  if (!(await hasColumn(client))) return;
  const set = "update upload set bytes = $1, object_key = null, object_size = null where hash = $2";
  for await (const { hash, bytes } of pictures) await client.query(set, [bytes, hash]);
  await client.query("delete from upload where object_key > ''");
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectClient(databaseUrl, {
    explain: (sentence, cause) => new BackupError(`DATABASE_URL: ${sentence} ${reachAdvice}`, { cause }),
  });
  try {
    await client.query(liftedForSession);
    return await work(client);
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(`DATABASE_URL: PostgreSQL refused (${(cause as Error).message}).`, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}

async function serverMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  return Math.floor(Number(rows[0]?.version) / 10_000);
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const name = await findOccupant(client, unfinishedRestore);
  if (name !== undefined)
    throw new BackupError(
      `DATABASE_URL: the database is not empty (there is ${name}). Restore into a new one: createdb NAME.`,
    );
}

/** Call within a transaction. */
async function factsOf(
  client: pg.Client,
): Promise<Pick<DumpFacts, "migrations" | "rows"> & { checksums: Record<string, string> }> {
  const sums = await postgresSums(client);
  const recorded = Object.keys(sums).find((table) => /(^|\.)kysely_migration$/.test(table));
  const { rows } = recorded
    ? await client.query<{ name: string }>(`select name from ${recorded.split(".").map(pg.escapeIdentifier).join(".")}`)
    : { rows: [] };
  return { migrations: rows.map(({ name }) => name).sort(), ...contentFacts(sums) };
}
