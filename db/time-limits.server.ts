import { type Kysely, sql } from "kysely";
import { dialectOf } from "./dialect.ts";

/** The settings that limit statements and transactions. */
export const timeLimits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];

/**
 * Runs `work` on one connection without the time limits of visitors' statements, for example for a migration of many
 * rows.
 */
export async function withoutTimeLimits<T, S>(db: Kysely<S>, work: (db: Kysely<S>) => Promise<T>): Promise<T> {
  if (dialectOf(db) === "sqlite") return work(db);
  return db.connection().execute(async (connection) => {
    for (const limit of timeLimits) await sql`set ${sql.ref(limit)} = 0`.execute(connection);
    try {
      return await work(connection);
    } finally {
      for (const limit of timeLimits) await sql`reset ${sql.ref(limit)}`.execute(connection).catch(() => {});
    }
  });
}
