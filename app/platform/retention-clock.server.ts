import type { Deps } from "./deps.ts";
import { findSetting, replaceSetting } from "./setting.repository.server.ts";

/** Two timestamps, ISO 8601: the retention time, and the server clock when it was last read. */
const setting = "retentionClock";

const hourMs = 60 * 60_000;
/** No more than this counts as elapsed between two readings: a site started once a day still ages normally. */
const longestStepMs = 12 * hourMs;
/** How much faster than real time it catches up after downtime. */
const catchUp = 2;

/**
 * The clock used for all deletion and expiry by age. It follows the server's clock while the site runs and is never
 * ahead of it. When the server clock jumps (a wrong date, a restored machine, a site that was off for weeks), it
 * advances by a day at most and catches up while the site runs, so that a wrong date must persist for weeks before any
 * data is lost. Call it regularly: each call reads the clock.
 */
export async function retentionTime({ db, now }: Pick<Deps, "db" | "now">): Promise<Date> {
  const stored = await findSetting(db, setting);
  const seenMs = now().getTime();
  const agedMs = stored === undefined ? seenMs : follow(stored, seenMs);
  // If another process wrote in the meantime, its value is just as good.
  await replaceSetting(db, setting, stored, `${iso(agedMs)} ${iso(seenMs)}`);
  return new Date(agedMs);
}

/**
 * The retention time for a visitor's request, which must not wait for a write: it is read, and does not advance. Before
 * the first reading it is the server's clock.
 */
export async function readRetentionTime({ db, now }: Pick<Deps, "db" | "now">): Promise<Date> {
  const stored = await findSetting(db, setting);
  const nowMs = now().getTime();
  return new Date(stored === undefined ? nowMs : follow(stored, nowMs));
}

function follow(stored: string, nowMs: number): number {
  const [agedMs = nowMs, seenMs = nowMs] = stored.split(" ").map((text) => Date.parse(text));
  const passedMs = Math.min(Math.max(nowMs - seenMs, 0), longestStepMs);
  return Math.min(nowMs, agedMs + catchUp * passedMs);
}

const iso = (ms: number) => new Date(ms).toISOString();
