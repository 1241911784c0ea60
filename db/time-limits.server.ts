import { type Kysely, sql } from "kysely";
import { dialectOf } from "./dialect.ts";

/** The settings that limit statements, transactions and sessions: our own, or an operator's for the role or server. */
const timeLimits = [
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "idle_session_timeout",
  "transaction_timeout",
];

/** Sets those that the server's version knows. */
const setting = (value: "'0'" | "reset_val", isLocal = false) =>
  `select set_config(name, ${value}, ${isLocal}) from pg_settings where name in ('${timeLimits.join("', '")}')`;

/** Lifts all time limits, for a session or a transaction that may take as long as it needs. */
export const liftedForSession = setting("'0'");
export const liftedForTransaction = setting("'0'", true);

/**
 * Runs `work` on one connection without the time limits of visitors' statements, for example for a migration of many
 * rows.
 */
export async function withoutTimeLimits<T, S>(db: Kysely<S>, work: (db: Kysely<S>) => Promise<T>): Promise<T> {
  if (dialectOf(db) === "sqlite") return work(db);
  return db.connection().execute(async (connection) => {
    await sql.raw(liftedForSession).execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql
        .raw(setting("reset_val"))
        .execute(connection)
        .catch(() => {});
    }
  });
}
