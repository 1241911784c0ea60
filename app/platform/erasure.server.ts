import { dialectOf } from "#db/dialect.ts";
import { insertActivity, type NewActivity, updateActivitySubject } from "./activity.repository.server.ts";
import type { Db, Deps } from "./deps.ts";
import { errorFacts } from "./observability/log.ts";
import { randomName } from "./secret.server.ts";
import { deleteSetting, findSetting, writeSetting } from "./setting.repository.server.ts";
import { siteDay } from "./site-day.repository.server.ts";

// "Erased for good" includes the bytes on disk, and what PostgreSQL's statistics keep. An erasure sets a marker in its
// own transaction; the marker is cleared once SQLite's file has been rewritten, or the statistics renewed. After a crash
// in between, the marker is found again.

const markSetting = "erasedNotOverwritten";

const hourMs = 60 * 60_000;
/** After that, the file is rewritten however much is being written. */
const longestMs = 48 * hourMs;
/** Retry interval after a failure, such as a full disk. */
const retryMs = hourMs;

/** Marks that remains are in the files. Call it at the end of the erasure's transaction. */
export async function markErasure(db: Db, at: Date): Promise<void> {
  // The time of the first one, so that one erasure does not put off the end of another.
  const [since = ""] = (await findSetting(db, markSetting))?.split(" ") ?? [at.toISOString()];
  await writeSetting(db, markSetting, `${since} ${randomName()}`);
}

/**
 * Records what several transactions erase as one activity, which grows with each of them. Call the result in each, with
 * how many it erases: what is erased is so always recorded.
 */
export function growingActivity(
  activity: Omit<NewActivity, "subject">,
  subjectOf: (count: number) => string,
): (db: Db, count: number) => Promise<void> {
  let id: number | undefined;
  let total = 0;
  return async (db, count) => {
    total += count;
    if (id === undefined) id = await insertActivity(db, { ...activity, subject: subjectOf(total) });
    else await updateActivitySubject(db, id, subjectOf(total));
  };
}

/**
 * The day in whose night, from two o'clock in the site's time zone, SQLite's file loses what is erased at a moment.
 * PostgreSQL reuses the space by itself.
 */
export async function vacuumDay(db: Db, at: Date): Promise<string | null> {
  if (dialectOf(db) === "postgres") return null;
  return siteDay({ db, now: () => new Date(at.getTime() + 22 * hourMs) });
}

type Vacuuming = Pick<Deps, "db" | "vacuum" | "log" | "now" | "metrics">;

/**
 * Removes what erasures left in the files: on SQLite, where nobody can write meanwhile, in the next night, once no call
 * has written anything since the look before.
 * @returns the function that looks whether it is time, and returns after how long to look again
 */
export function vacuumErased({ db, vacuum, log, now, metrics }: Vacuuming): () => Promise<number | undefined> {
  let known: string | undefined;
  /** The last failure, a failure of background work once the longest time is over. */
  let late: { error: unknown; untilMs: number } | undefined;
  return async () => {
    const calls = String(metrics.requests.text().match(/route="(POST|PUT|DELETE) .*/g));
    const isQuiet = calls === known;
    known = calls;
    const mark = await findSetting(db, markSetting);
    if (mark === undefined || !(await isDue(mark, isQuiet))) return undefined;
    if (late && now().getTime() < late.untilMs) throw late.error;
    try {
      await vacuum();
    } catch (error) {
      if (ageOf(mark) > longestMs) {
        late = { error, untilMs: now().getTime() + retryMs };
        throw error;
      }
      log.warn("erased data is still in the database's files", errorFacts(error));
      return retryMs;
    }
    await deleteSetting(db, markSetting, mark);
    return undefined;
  };

  async function isDue(mark: string, isQuiet: boolean): Promise<boolean> {
    if (dialectOf(db) === "postgres") return true;
    const ageMs = ageOf(mark);
    if (ageMs > longestMs) return true;
    // Otherwise it was set by an earlier version, without a time, or by a clock that has since been set back.
    const isTimed = ageMs >= 0;
    const since = new Date(now().getTime() - ageMs);
    return isQuiet && !(isTimed && (await vacuumDay(db, since)) === (await vacuumDay(db, now())));
  }

  function ageOf(mark: string): number {
    return now().getTime() - Date.parse(mark.split(" ")[0] ?? "");
  }
}
