import { sql } from "kysely";
import type { Db } from "../schema.ts";

/** Differences that matter to nobody; without them times do not jump back and forth. */
const negligibleMs = 1_000;

/**
 * PostgreSQL's clock, by which all instances go. By clocks of their own, one that is minutes ahead takes mail for
 * abandoned that another one is sending, and publishes drafts early; so what counts in between is monotonic.
 * @param onChange told how far it is ahead of this machine's, whenever that changes
 */
export function postgresClock(db: Db, onChange: (aheadMs: number) => void) {
  let originMs = performance.timeOrigin;
  let knownAheadMs = 0;
  const nowMs = () => originMs + performance.now();
  return {
    now: () => new Date(nowMs()),
    /** Call it regularly: either clock may be set. */
    async follow(): Promise<void> {
      const begunMs = performance.now();
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
      const tookMs = performance.now() - begunMs;
      const isNews = (differenceMs: number) => Math.abs(differenceMs) > negligibleMs + tookMs;
      const behindMs = (rows[0]?.ms ?? nowMs()) + tookMs / 2 - nowMs();
      if (isNews(behindMs)) originMs += behindMs;
      const aheadMs = Math.round(nowMs() - Date.now());
      if (!isNews(aheadMs - knownAheadMs)) return;
      knownAheadMs = aheadMs;
      onChange(aheadMs);
    },
  };
}
