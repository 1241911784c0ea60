import { dialectOf } from "#db/dialect.ts";
import { insertActivity, updateActivitySubject } from "./activity.repository.server.ts";
import type { Db, Deps } from "./deps.ts";
import { errorFacts } from "./observability/log.ts";
import { randomName } from "./secret.server.ts";
import { deleteSetting, findSetting, writeSetting } from "./setting.repository.server.ts";

// "Erased for good" includes the bytes on disk, and what PostgreSQL's statistics keep. An erasure sets a marker in its
// own transaction; the marker is cleared once the database files have been overwritten, or the statistics renewed. After
// a crash in between, the next sweep finds the marker.

const markSetting = "erasedNotOverwritten";

/** Marks that remains in the files must be overwritten. Call it at the end of the erasure's transaction. */
export async function markErasure(db: Db): Promise<void> {
  await writeSetting(db, markSetting, randomName());
}

/**
 * Records the erasure of entries as one activity, which grows with each of them. Call the result in the transaction of
 * each erasure: what is erased is so always recorded.
 */
export function erasedEntries(userId: number, at: Date): (db: Db) => Promise<void> {
  let id: number | undefined;
  let count = 0;
  return async (db) => {
    count++;
    const subject = count === 1 ? "1 entry" : `${count} entries`;
    if (id === undefined) id = await insertActivity(db, { kind: "erased", subject, userId, at });
    else await updateActivitySubject(db, id, subject);
  };
}

/**
 * The state of the erased bytes: overwritten, being overwritten, or left to PostgreSQL, which reuses their space after
 * its next VACUUM.
 */
export type ErasedBytes = "overwritten" | "pending" | "vacuum";

const bytesIn = (db: Db, isDone: boolean): ErasedBytes => {
  if (dialectOf(db) === "postgres") return "vacuum";
  return isDone ? "overwritten" : "pending";
};

type Overwriting = Pick<Deps, "db" | "scrub" | "log">;

/** The current run, by database. */
const runs = new WeakMap<object, Promise<boolean>>();

/**
 * Overwrites erased data. A caller that arrives during a run waits for it, and for a second run if the first began
 * before the caller's erasure.
 */
export async function overwriteErased({ db, scrub, log }: Overwriting): Promise<ErasedBytes> {
  for (;;) {
    await runs.get(db);
    const mark = await findSetting(db, markSetting);
    if (mark === undefined) return bytesIn(db, true);
    // Another caller may have started one in the meantime.
    if (runs.has(db)) continue;
    const run = scrub().then(
      () => true,
      (error: unknown) => {
        log.warn("erased data not overwritten yet", errorFacts(error));
        return false;
      },
    );
    runs.set(db, run);
    const isDone = await run;
    runs.delete(db);
    if (!isDone) return bytesIn(db, false);
    await deleteSetting(db, markSetting, mark);
  }
}

/** Like `overwriteErased`, but stops waiting after `ms`: a large database is finished in the background. */
export async function overwriteErasedWithin(deps: Overwriting, ms: number): Promise<ErasedBytes> {
  const late = Promise.withResolvers<ErasedBytes>();
  const timer = setTimeout(() => late.resolve(bytesIn(deps.db, false)), ms);
  const done = overwriteErased(deps).catch((error: unknown): ErasedBytes => {
    deps.log.warn("erased data not overwritten yet", errorFacts(error));
    return bytesIn(deps.db, false);
  });
  try {
    return await Promise.race([done, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
