import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { BackupError } from "../backup-facts.ts";
import { liftedForSession } from "../time-limits.server.ts";
import { connectClient } from "./client.server.ts";

/**
 * Creates an empty database beside this one and with its character set, passes its URL to `work`, and drops it afterwards. One at a time per URL;
 * leftovers of an interrupted run are dropped first.
 * @throws BackupError if none may be created, or another run is in progress
 */
export async function withScratchDatabase<T>(server: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const client = await connectClient(server, { explain: (sentence, cause) => new BackupError(sentence, { cause }) });
  try {
    await client.query(liftedForSession);
    const { host, pathname } = new URL(server);
    const family = `jorna_scratch_${createHash("sha256")
      .update(host + pathname)
      .digest("hex")
      .slice(0, 12)}_`;
    await takeTurn(client, family);
    await dropFamily(client, family);
    const name = family + randomBytes(4).toString("hex");
    await create(client, name);
    try {
      return await work(Object.assign(new URL(server), { pathname: `/${name}` }).href);
    } finally {
      await dropFamily(client, family).catch(() => {});
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes concurrent runs wait for each other. The lock is released with the connection, however this process ends. */
async function takeTurn(client: pg.Client, family: string): Promise<void> {
  try {
    await client.query("set lock_timeout = '10min'");
    await client.query("select pg_advisory_lock(hashtext($1))", [family]);
  } catch (cause) {
    throw new BackupError("Another backup of this site has been proved for ten minutes. Wait for it.", { cause });
  }
}

async function dropFamily(client: pg.Client, family: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1)",
    [family],
  );
  for (const { name } of rows) await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

async function create(client: pg.Client, name: string): Promise<void> {
  try {
    // The server's own may not hold the site's letters.
    const { rows } = await client.query<{ settings: string }>(
      `select format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype) as settings
       from pg_database where datname = current_database()`,
    );
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0 ${rows[0]?.settings}`);
  } catch (cause) {
    throw new BackupError(
      `No scratch database can be made (${(cause as Error).message}). Allow it (alter role … createdb), or set BACKUP_SCRATCH_URL to a server where it is allowed.`,
      { cause },
    );
  }
}
