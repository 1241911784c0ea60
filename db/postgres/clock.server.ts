import { sql } from "kysely";
import type { Db } from "../schema.ts";

/** Differences that matter to nobody; without them times do not jump back and forth. */
const negligibleMs = 1_000;

/**
 * PostgreSQL's clock, by which all instances go. By clocks of their own, one that is minutes ahead takes mail for
 * abandoned that another one is sending, and publishes drafts early.
 * @param onChange told how far it is ahead of this machine's, whenever that changes
 */
export function postgresClock(db: Db, onChange: (aheadMs: number) => void) {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    /** Call it regularly: this machine's clock may be set. */
    async follow(): Promise<void> {
      const begunMs = performance.now();
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
      const tookMs = performance.now() - begunMs;
      const seenMs = Math.round((rows[0]?.ms ?? Date.now()) + tookMs / 2 - Date.now());
      if (Math.abs(seenMs - aheadMs) <= negligibleMs + tookMs) return;
      aheadMs = seenMs;
      onChange(aheadMs);
    },
  };
}
