import { writeContent } from "#app/platform/content.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { deleteAllPreviews, eraseImages } from "#app/platform/erased-images.repository.server.ts";
import { markErasure, overwriteErasedWithin } from "#app/platform/erasure.server.ts";
import { keepRevision } from "#app/platform/history.server.ts";
import { ListStream, merged } from "#app/platform/list-stream.ts";
import { type Erased, type Trash, trashDays } from "#app/platform/trash.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { TrashedEntry } from "./trash.contract.ts";

const trashMs = trashDays * 24 * 60 * 60 * 1000;

/** Everything in the trash, newest first. */
export function listTrash(trashes: Trash[], { db }: Pick<Deps, "db">): ListStream<TrashedEntry> {
  const lists = trashes.map((trash) => entriesOf(trash, db));
  return new ListStream(merged(lists, (a, b) => a.deletedAt > b.deletedAt));
}

async function* entriesOf(trash: Trash, db: Deps["db"]): AsyncGenerator<TrashedEntry[]> {
  for await (const portion of trash.list(db))
    yield portion.map((entry) => ({ kind: trash.kind, ...entry, eraseAt: eraseAt(entry.deletedAt) }));
}

/** @throws AppError `not_found` if it is not, or no longer, in the trash */
export async function restore(
  trashes: Trash[],
  deps: Deps,
  { kind, id }: { kind: string; id: string },
  userId: number,
): Promise<void> {
  const trash = trashOf(trashes, kind);
  const work = async (db: Deps["db"]) => {
    const at = deps.now();
    const entry = await trash.restore(db, id, at);
    if (!entry) throw new AppError("not_found", "This entry is no longer in the trash.");
    if (trash.isContent) await keepRevision(db, { ...entry, action: "restore", userId, at });
  };
  await (trash.isContent ? writeContent(deps, work) : deps.db.transaction().execute(work));
}

type Erasing = Pick<Deps, "db" | "log" | "scrub" | "pictures" | "pages">;

/** Somebody is waiting for the response. */
const overwriteMs = 3_000;

/** Erases an entry for good, along with its history, previews that may show it, and images that nothing else shows. */
export async function erase(trashes: Trash[], deps: Erasing, kind: string, id: string): Promise<void> {
  const trash = trashOf(trashes, kind);
  const count = await eraseWith(deps, trash, (db) => trash.erase(db, id));
  if (count > 0) await overwriteErasedWithin(deps, overwriteMs);
}

/** Erases whatever has been in the trash for 30 days, by the server's own clock. */
export async function purgeTrash(trashes: Trash[], deps: Erasing & Pick<Deps, "now">): Promise<void> {
  const before = new Date(deps.now().getTime() - trashMs);
  for (const trash of trashes) {
    const purged = await eraseWith(deps, trash, (db) => trash.purge(db, before));
    if (purged > 0) deps.log.info("trash purged", { kind: trash.kind, purged });
  }
}

async function eraseWith(deps: Erasing, trash: Trash, erase: (db: Deps["db"]) => Promise<Erased>): Promise<number> {
  const count = await deps.db.transaction().execute(async (db) => {
    const { count, texts } = await erase(db);
    if (count === 0) return 0;
    if (trash.isContent) {
      await deleteAllPreviews(db);
      await eraseImages(db, texts, deps.pictures.values());
    }
    await markErasure(deps, db);
    return count;
  });
  // Every instance drops the images that it has cached.
  if (count > 0 && trash.isContent) await writeContent(deps, async () => {});
  return count;
}

const eraseAt = (deletedAt: string): string => new Date(Date.parse(deletedAt) + trashMs).toISOString();

function trashOf(trashes: Trash[], kind: string): Trash {
  const trash = trashes.find((candidate) => candidate.kind === kind);
  if (!trash) throw new AppError("not_found", "The trash knows no such kind of entry.");
  return trash;
}
