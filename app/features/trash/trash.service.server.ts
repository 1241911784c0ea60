import { type Bin, type Erased, trashDays } from "#app/platform/bin.server.ts";
import { insertChange } from "#app/platform/change.repository.server.ts";
import { writeContent } from "#app/platform/content.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { deleteAllPreviews, eraseImages } from "#app/platform/erased-images.repository.server.ts";
import { markErasure, overwriteErasedWithin } from "#app/platform/erasure.server.ts";
import { ListStream, merged } from "#app/platform/list-stream.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { TrashedEntry } from "./trash.contract.ts";

const trashMs = trashDays * 24 * 60 * 60 * 1000;

/** Everything in the trash, newest first. */
export function listTrash(bins: Bin[], { db }: Pick<Deps, "db">): ListStream<TrashedEntry> {
  const lists = bins.map((bin) => entriesOf(bin, db));
  return new ListStream(merged(lists, (a, b) => a.deletedAt > b.deletedAt));
}

async function* entriesOf(bin: Bin, db: Deps["db"]): AsyncGenerator<TrashedEntry[]> {
  for await (const portion of bin.list(db))
    yield portion.map((entry) => ({ kind: bin.kind, ...entry, eraseAt: eraseAt(entry.deletedAt) }));
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

type Erasing = Pick<Deps, "db" | "log" | "scrub" | "pictures">;

/** Somebody waits for the answer. */
const overwriteMs = 3_000;

/** Deletes an entry for good: its history, the previews that may show it and the images that nothing else shows go with it. */
export async function erase(bins: Bin[], deps: Erasing, kind: string, id: string): Promise<void> {
  const bin = binOf(bins, kind);
  const count = await eraseWith(deps, bin, (db) => bin.erase(db, id));
  if (count > 0) await overwriteErasedWithin(deps, overwriteMs);
}

/** Lets go of what has lain in the trash for 30 days, by the server's own clock. */
export async function purgeTrash(bins: Bin[], deps: Erasing & Pick<Deps, "now">): Promise<void> {
  const before = new Date(deps.now().getTime() - trashMs);
  for (const bin of bins) {
    const purged = await eraseWith(deps, bin, (db) => bin.purge(db, before));
    if (purged > 0) deps.log.info("trash emptied", { kind: bin.kind, purged });
  }
}

async function eraseWith(deps: Erasing, bin: Bin, erase: (db: Deps["db"]) => Promise<Erased>): Promise<number> {
  return deps.db.transaction().execute(async (db) => {
    const { count, texts } = await erase(db);
    if (count === 0) return 0;
    if (bin.isContent) {
      await deleteAllPreviews(db);
      await eraseImages(db, texts, deps.pictures.values());
    }
    await markErasure(deps, db);
    return count;
  });
}

const eraseAt = (deletedAt: string): string => new Date(Date.parse(deletedAt) + trashMs).toISOString();

function binOf(bins: Bin[], kind: string): Bin {
  const bin = bins.find((candidate) => candidate.kind === kind);
  if (!bin) throw new AppError("not_found", "The trash knows no such kind of entry.");
  return bin;
}
