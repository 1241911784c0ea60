import { type Bin, trashDays } from "#app/platform/bin.server.ts";
import { insertChange } from "#app/platform/change.repository.server.ts";
import { writeContent } from "#app/platform/content.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { TrashedEntry } from "./trash.contract.ts";

const trashMs = trashDays * 24 * 60 * 60 * 1000;

/** Everything in the trash, newest first. */
export async function listTrash(bins: Bin[], { db }: Pick<Deps, "db">): Promise<TrashedEntry[]> {
  const lists = await Promise.all(
    bins.map(async (bin) =>
      (await bin.list(db)).map((entry) => ({ kind: bin.kind, ...entry, eraseAt: eraseAt(entry.deletedAt) })),
    ),
  );
  return lists.flat().sort((a, b) => b.deletedAt.localeCompare(a.deletedAt));
}

/** @throws AppError `not_found` when it is not, or no longer, in the trash */
export async function restore(
  bins: Bin[],
  deps: Deps,
  { kind, id }: { kind: string; id: string },
  userId: number,
): Promise<void> {
  const bin = binOf(bins, kind);
  const work = async (db: Deps["db"]) => {
    const at = deps.now();
    const entry = await bin.restore(db, id, at);
    if (!entry) throw new AppError("not_found", "This entry is no longer in the trash.");
    if (bin.isContent) await insertChange(db, { ...entry, action: "restore", userId, at });
  };
  await (bin.isContent ? writeContent(deps, work) : deps.db.transaction().execute(work));
}

export async function erase(bins: Bin[], { db }: Pick<Deps, "db">, kind: string, id: string): Promise<void> {
  const bin = binOf(bins, kind);
  await db.transaction().execute((trx) => bin.erase(trx, id));
}

/** Lets go of what has lain in the trash for 30 days, by the server's own clock. */
export async function purgeTrash(bins: Bin[], { db, now, log }: Pick<Deps, "db" | "now" | "log">): Promise<void> {
  const before = new Date(now().getTime() - trashMs);
  for (const bin of bins) {
    const purged = await db.transaction().execute((trx) => bin.purge(trx, before));
    if (purged > 0) log.info("trash emptied", { kind: bin.kind, purged });
  }
}

const eraseAt = (deletedAt: string): string => new Date(Date.parse(deletedAt) + trashMs).toISOString();

function binOf(bins: Bin[], kind: string): Bin {
  const bin = bins.find((candidate) => candidate.kind === kind);
  if (!bin) throw new AppError("not_found", "The trash knows no such kind of entry.");
  return bin;
}
