import { Kysely, PostgresDialect, sql } from "kysely";
import { type OpenDatabase, OpenError, type Options, type PoolSettings, usualPool } from "../open-database.ts";
import type { Schema } from "../schema.ts";
import { placeOf, reachAdvice } from "./client.server.ts";
import { postgresDryRun } from "./dry-run.server.ts";
import { PostgresPools } from "./pool.server.ts";
import { forgetDeletedValues } from "./statistics.server.ts";
import { unfinishedRestore } from "./tables.server.ts";

/** Opens PostgreSQL at a URL. @throws OpenError */
export async function openPostgres(
  databaseUrl: string,
  options: Options,
  pool: PoolSettings = usualPool,
): Promise<OpenDatabase> {
  const place = placeOf(databaseUrl);
  const { default: pg } = await import("pg");
  // PostgreSQL returns bigint as text; ids and counts here stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pools = new PostgresPools(databaseUrl, pool);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pools.ordinary }), ...options });
  const leadDb = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pools.leads }), ...options });
  const found = await sql<{ unfinished: boolean }>`
    select exists (select from pg_class where relname = ${unfinishedRestore}) as unfinished`
    .execute(db)
    .catch(async (error: unknown) => {
      await pools.end();
      throw unreachable(databaseUrl, error);
    });
  if (found.rows[0]?.unfinished) {
    await pools.end();
    throw new OpenError(
      `DATABASE_URL: a restore into ${place} was not finished. Repeat it, into a new database (createdb NAME) if this one is not empty.`,
    );
  }
  return {
    db,
    leadDb,
    dryRun: postgresDryRun(pools.ordinary, options),
    vacuum: () => forgetDeletedValues(db),
    close: () => pools.end(),
  };
}

/** The error of a database that takes no connections. */
export function unreachable(databaseUrl: string, error: unknown): OpenError {
  const cause = ((error as Error).cause ?? error) as Error & { code?: string };
  if (/startup parameter/i.test(cause.message))
    return new OpenError(
      `DATABASE_URL: ${placeOf(databaseUrl)} refuses time-outs (${cause.message}). Set DATABASE_STATEMENT_TIMEOUT=0 for this pooler; PostgreSQL's own limits then apply.`,
      { cause },
    );
  return new OpenError(
    `DATABASE_URL: ${placeOf(databaseUrl)} cannot be reached (${cause.message || cause.code}). ${reachAdvice}`,
    { cause },
  );
}
