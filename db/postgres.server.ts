import { Kysely, PostgresDialect } from "kysely";
import { CannotOpen, type OpenDatabase, type Options } from "./open-database.ts";
import type { Schema } from "./schema.ts";

/** Opens PostgreSQL at an address. @throws CannotOpen */
export async function openPostgres(databaseUrl: string, options: Options): Promise<OpenDatabase> {
  const place = withoutCredentials(databaseUrl);
  const { default: pg } = await import("pg");
  // PostgreSQL answers bigint as text; ids and counts here stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
  });
  // A connection that breaks is replaced by the pool, and its query fails; without listeners it would end the process,
  // idle or in the middle of a transaction.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  try {
    await pool.query("select 1");
  } catch (cause) {
    await pool.end();
    throw new CannotOpen(
      `DATABASE_URL: ${place} cannot be reached (${(cause as Error).message || (cause as { code?: string }).code}). Check the address, the credentials and that PostgreSQL runs.`,
      { cause },
    );
  }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), ...options });
  return { db, dialect: "postgres", place, close: () => db.destroy() };
}

function withoutCredentials(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "the database address";
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}
