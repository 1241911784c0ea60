import { sql } from "kysely";
import { expect } from "vitest";
import { dialectOf } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";

/**
 * Resolves once a statement, or so many, wait for what another transaction has changed. SQLite has one writer, and no
 * such wait.
 */
export async function statementWaits(db: Db, count = 1): Promise<void> {
  if (dialectOf(db) === "sqlite") return;
  const waiting = async () =>
    (
      await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        db,
      )
    ).rows.length;
  await expect.poll(waiting).toBe(count);
}
