import { sql } from "kysely";
import type { Db } from "../schema.ts";

/** Differences that matter to nobody; without them times do not jump back and forth. */
const negligibleMs = 1_000;

/**
 * PostgreSQL's clock, by which all instances go. By clocks of their own, one that is minutes ahead takes mail for
 * abandoned that another one is sending, and publishes drafts early.
 */
export class PostgresClock {
  readonly #db: Db;
  readonly #onChange: (aheadMs: number) => void;
  #aheadMs = 0;

  /** @param onChange told how far it is ahead of this machine's, whenever that changes */
  constructor(db: Db, onChange: (aheadMs: number) => void) {
    this.#db = db;
    this.#onChange = onChange;
  }

  readonly now = (): Date => new Date(Date.now() + this.#aheadMs);

  /** Call it regularly: this machine's clock may be set. */
  readonly follow = async (): Promise<void> => {
    const begunMs = performance.now();
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(this.#db);
    const tookMs = performance.now() - begunMs;
    const aheadMs = Math.round((rows[0]?.ms ?? 0) + tookMs / 2 - Date.now());
    if (Math.abs(aheadMs - this.#aheadMs) <= negligibleMs + tookMs) return;
    this.#aheadMs = aheadMs;
    this.#onChange(aheadMs);
  };
}
