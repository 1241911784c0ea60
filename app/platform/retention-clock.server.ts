import type { Deps } from "./deps.ts";
import { findSetting, replaceSetting } from "./setting.repository.server.ts";

/** Two moments, ISO 8601: the time that stored data has reached, and what the server's clock said at the last look. */
const setting = "retentionClock";

const hourMs = 60 * 60_000;
/** Between two looks no more than this counts as time that has passed: a site that is started once a day ages as it should. */
const longestStepMs = 12 * hourMs;
/** How much faster than real time it catches up after the site was off. */
const catchUp = 2;

/**
 * The time by which stored data grows old, for everything that is deleted or given up by age. It follows the server's clock while the
 * site runs, and is never ahead of it. When the clock leaps (a wrong date, a restored machine, a site that was off for weeks) it
 * follows by a day at most and catches up while the site runs, so that a wrong date has to stand for weeks before it costs data.
 * Needs to be asked now and then: each call is a look at the clock.
 */
export async function retentionTime({ db, now }: Pick<Deps, "db" | "now">): Promise<Date> {
  const stored = await findSetting(db, setting);
  const seenMs = now().getTime();
  const agedMs = stored === undefined ? seenMs : follow(stored, seenMs);
  // Another process that looked in the meantime has written as good a value.
  await replaceSetting(db, setting, stored, `${iso(agedMs)} ${iso(seenMs)}`);
  return new Date(agedMs);
}

function follow(stored: string, nowMs: number): number {
  const [agedMs = nowMs, seenMs = nowMs] = stored.split(" ").map((text) => Date.parse(text));
  const passedMs = Math.min(Math.max(nowMs - seenMs, 0), longestStepMs);
  return Math.min(nowMs, agedMs + catchUp * passedMs);
}

const iso = (ms: number) => new Date(ms).toISOString();
