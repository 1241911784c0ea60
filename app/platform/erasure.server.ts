import type { Db, Deps } from "./deps.ts";
import { errorFacts } from "./log.ts";
import { randomName } from "./secret.server.ts";
import { deleteSetting, findSetting, replaceSetting } from "./setting.repository.server.ts";

// "Erased for good" is said of the bytes too. An erasure leaves a mark in its own transaction, and the mark goes when the database's
// files have been overwritten after it: a crash in between loses nothing, the next sweep finds the mark.

const markSetting = "erasedNotOverwritten";

/** In the transaction of an erasure: what it leaves in the files has to be overwritten. */
export async function markErasure({ scrub }: Pick<Deps, "scrub">, db: Db): Promise<void> {
  if (scrub) await replaceSetting(db, markSetting, await findSetting(db, markSetting), randomName());
}

/** Where the bytes of what was erased are: gone, about to go, or PostgreSQL's to overwrite at its next VACUUM. */
export type ErasedBytes = "overwritten" | "pending" | "vacuum";

type Overwriting = Pick<Deps, "db" | "scrub" | "log">;

/** By the database: the run that is under way. */
const runs = new WeakMap<object, Promise<boolean>>();

/** Overwrites what erasures have left. Who asks while a run is under way waits for it, and for another if it began too early. */
export async function overwriteErased({ db, scrub, log }: Overwriting): Promise<ErasedBytes> {
  if (!scrub) return "vacuum";
  for (;;) {
    await runs.get(db);
    const mark = await findSetting(db, markSetting);
    if (mark === undefined) return "overwritten";
    // Another caller may have begun while this one looked.
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
    if (!isDone) return "pending";
    await deleteSetting(db, markSetting, mark);
  }
}

/** As `overwriteErased`, for somebody who waits for an answer: a large database is overwritten on afterwards. */
export async function overwriteErasedWithin(deps: Overwriting, ms: number): Promise<ErasedBytes> {
  const late = Promise.withResolvers<ErasedBytes>();
  const timer = setTimeout(() => late.resolve("pending"), ms);
  const done = overwriteErased(deps).catch((error: unknown): ErasedBytes => {
    deps.log.warn("erased data not overwritten yet", errorFacts(error));
    return "pending";
  });
  try {
    return await Promise.race([done, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
