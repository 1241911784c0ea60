import { createHash } from "node:crypto";
import { sql } from "kysely";
import { isWriteRefused } from "#db/failures.ts";
import type { Db } from "#db/schema.ts";
import type { Counted, SharedLimits } from "./rate-limit.ts";

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The counts that all instances on one PostgreSQL share. */
export const sharedLimits = (db: Db): SharedLimits => ({
  take: (key, most, windowMs) => take(db, key, most, windowMs),
  giveBack: (key) => giveBack(db, key),
  forgetEnded: () => forgetEnded(db),
});

/**
 * Counts an attempt in a sliding window, in one statement, so that
 * simultaneous attempts are all counted. An attempt that waited for the row may find later ones in it; only times that
 * no waiting explains, after the clock was put back, are dropped. A rejected attempt is not counted. Keys are stored as
 * hashes, since they contain addresses.
 * @returns nothing while the database accepts no writes: each process then counts for itself, and administrators can
 *   still log in
 */
async function take(db: Db, key: string, most: number, windowMs: number): Promise<Counted | undefined> {
  try {
    return await count(db, key, most, windowMs);
  } catch (error) {
    if (isWriteRefused(error)) return undefined;
    throw error;
  }
}

/** Takes back the latest attempt, if the database accepts writes. */
async function giveBack(db: Db, key: string): Promise<void> {
  try {
    await sql`update rate_limit set taken = (taken::jsonb - -1)::text where key = ${keyOf(key)}`.execute(db);
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
  }
}

const keyOf = (key: string) => createHash("sha256").update(key).digest("base64url");

async function count(db: Db, key: string, most: number, windowMs: number): Promise<Counted> {
  const { rows } = await sql<{ isRefused: number; count: number; waitMs: string }>`
    insert into rate_limit as r (key, taken, is_refused, ends_at)
    select ${keyOf(key)}, jsonb_build_array(at)::text, 0, at + ${windowMs}::bigint
    from (select ${nowMs} as at) as clock
    on conflict (key) do update set (taken, is_refused, ends_at) = (
      select
        case when count(at) >= ${most}::int then r.taken
          else (coalesce(jsonb_agg(at order by at), '[]') || to_jsonb(excluded.ends_at - ${windowMs}::bigint))::text end,
        case when count(at) >= ${most}::int then 1 else 0 end,
        case when count(at) >= ${most}::int then r.ends_at else excluded.ends_at end
      from (select value::bigint as at from jsonb_array_elements_text(r.taken::jsonb)) as earlier
      where at > excluded.ends_at - 2 * ${windowMs}::bigint and at <= excluded.ends_at
    )
    returning is_refused, jsonb_array_length(r.taken::jsonb) as count,
      (r.taken::jsonb ->> -${most}::int)::bigint + ${windowMs}::bigint - ${nowMs} as wait_ms`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The rate limit was not counted.");
  return row.isRefused === 1 ? { count: row.count, waitMs: Number(row.waitMs) } : { count: row.count };
}

/** Deletes counts whose window has passed. */
async function forgetEnded(db: Db): Promise<void> {
  await sql`delete from rate_limit where ends_at < ${nowMs}`.execute(db);
}
