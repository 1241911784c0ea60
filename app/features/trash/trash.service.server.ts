import { setImmediate as nextTurn } from "node:timers/promises";
import { writeContent } from "#app/platform/content/content-write.server.ts";
import { keepRevision } from "#app/platform/content/revision.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { growingActivity, markErasure } from "#app/platform/erasure.server.ts";
import { deleteAllPreviews, eraseImages } from "#app/platform/images/erased-images.repository.server.ts";
import { ListStream, merged, partOf } from "#app/platform/list-stream.ts";
import {
  type Erased,
  recordMove,
  type Trash,
  type Trashed,
  type TrashStart,
  trashDays,
} from "#app/platform/trash.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { TrashAction, TrashedEntry, TrashQuery } from "./trash.contract.ts";
import { trashes } from "./trashes.service.server.ts";

const trashMs = trashDays * 24 * 60 * 60 * 1000;

/**
 * Everything in the trash, newest first, or a part of it.
 * @throws AppError `not_found` for a kind that the trash does not know
 */
export async function listTrash(
  { db }: Pick<Deps, "db">,
  { kind, limit, offset, before }: TrashQuery,
): Promise<ListStream<TrashedEntry>> {
  const asked = kind === undefined ? trashes : [trashOf(kind)];
  const lists = asked.map((trash) =>
    entriesOf(trash, db, before === undefined ? undefined : startAfter(before, trash)),
  );
  const entries = merged(lists, (a, b) => a.deletedAt > b.deletedAt);
  if (limit === undefined && offset === undefined) return new ListStream(entries);
  let total = 0;
  for (const trash of asked) total += await trash.count(db);
  return new ListStream(partOf(entries, offset ?? 0, limit ?? total), total);
}

async function* entriesOf(trash: Trash, db: Deps["db"], start: TrashStart | undefined): AsyncGenerator<TrashedEntry[]> {
  for await (const portion of trash.list(db, start))
    yield portion.map(({ key, ...entry }) => ({
      kind: trash.kind,
      ...entry,
      eraseAt: eraseAt(entry.deletedAt),
      place: placeOf(trash, { ...entry, key }),
    }));
}

/** PostgreSQL refuses to compare an id with a number that is too big for any. */
const idIn = (key: string): number => Math.min(Number.parseInt(key, 10) || 0, Number.MAX_SAFE_INTEGER);

const placeOf = ({ kind }: Trash, { deletedAt, key }: Trashed): string => `${deletedAt}/${kind}/${key}`;

/**
 * Where the list of one trash goes on after a place in the list of all. Of entries deleted at the same moment, such as
 * those of one bulk change, the trashes that come first are listed first.
 * @throws AppError `not_found` for the place of an entry of an unknown kind
 */
function startAfter(place: string, trash: Trash): TrashStart {
  const [deletedAt = "", kind = "", key = ""] = place.split("/");
  const last = trashOf(kind);
  if (trash === last) return { deletedAt, ties: { below: trash.hasNumericKeys ? idIn(key) : key } };
  return { deletedAt, ties: trashes.indexOf(trash) > trashes.indexOf(last) ? "all" : "none" };
}

/** Moves an entry out of the trash, or back into it. @throws AppError `not_found` if it is there already, or erased */
export const moveEntry = (
  deps: Deps,
  action: "restore" | "delete",
  { kind, id }: Place,
  userId: number,
): Promise<void> => move(trashOf(kind), deps, id, action, { userId, at: deps.now() });

async function move(
  trash: Trash,
  deps: Pick<Deps, "db" | "pages">,
  id: string,
  action: "restore" | "delete",
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  const work = async (db: Deps["db"]) => {
    const entry = await (action === "restore" ? trash.restore(db, id, at) : trash.discard(db, id, at));
    if (!entry)
      throw new AppError("not_found", `This entry is ${action === "restore" ? "no longer" : "already"} in the trash.`);
    // Deleting or restoring a section creates a new version of its project, which stays.
    const done = trash.kind === entry.noun ? action : "update";
    if (trash.isContent) await keepRevision(db, { ...entry, action: done, userId, at });
    await recordMove(db, trash, id, action, { userId, at });
  };
  await (trash.isContent ? writeContent(deps, work) : deps.db.transaction().execute(work));
}

const noLongerThere = "This entry is no longer in the trash.";

interface Place {
  kind: string;
  id: string;
}

/**
 * Applies an action to many entries independently: one that has disappeared does not affect the others.
 * @throws AppError `not_found` for a kind that the trash does not know
 */
export async function changeMany(
  deps: Deps,
  { action, entries }: { action: TrashAction; entries: Place[] },
  userId: number,
): Promise<{ changed: Place[]; left: (Place & { message: string })[] }> {
  // One time for all, by which Activity shows them as one step.
  const at = deps.now();
  const record = recordErased(userId, at);
  const known = entries.map((entry) => ({ ...entry, trash: trashOf(entry.kind) }));
  const changed: Place[] = [];
  const left: (Place & { message: string })[] = [];
  for (const { kind, id, trash } of known) {
    // SQLite's calls are synchronous: without it nobody else gets a turn.
    await nextTurn();
    try {
      if (action !== "erase") await move(trash, deps, id, action, { userId, at });
      else if ((await eraseWith(deps, trash, (db) => trash.erase(db, id), record)) === 0)
        throw new AppError("not_found", noLongerThere);
      changed.push({ kind, id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      left.push({ kind, id, message: error.message });
    }
  }
  return { changed, left };
}

type Erasing = Pick<Deps, "db" | "log" | "now" | "pictures" | "pages">;

/**
 * Erases an entry for good, along with its history, previews that may show it, and images that nothing else shows.
 * One that is erased already stays so. @throws AppError `not_found` if it is not in the trash any more
 */
export async function erase(deps: Erasing, { kind, id }: Place, userId: number): Promise<void> {
  const trash = trashOf(kind);
  const erased = await eraseWith(deps, trash, (db) => trash.erase(db, id), recordErased(userId, deps.now()));
  if (erased > 0) return;
  await deps.db.transaction().execute(async (db) => {
    // Somebody has restored it. The error undoes the try.
    if (await trash.discard(db, id, deps.now())) throw new AppError("not_found", noLongerThere);
  });
}

const recordErased = (userId: number, at: Date) =>
  growingActivity({ kind: "erased", userId, at }, (count) => (count === 1 ? "1 entry" : `${count} entries`));

/**
 * Erases whatever has been in the trash for 30 days by `deps.now`, which the worker sets to the retention clock: a few
 * at a time, between which others write.
 */
export async function purgeTrash(deps: Erasing): Promise<void> {
  const at = deps.now();
  const before = new Date(at.getTime() - trashMs);
  for (const trash of trashes) {
    const record = growingActivity({ kind: "purged", userId: null, at }, (count) => `${count} × ${trash.kind}`);
    let purged = 0;
    for (let count = 1; count > 0; purged += count) {
      count = await eraseWith(deps, trash, (db) => trash.purge(db, before), record);
      await nextTurn();
    }
    if (purged > 0) deps.log.info("trash purged", { kind: trash.kind, purged });
  }
}

/** @param record records the activity, in the same transaction */
async function eraseWith(
  deps: Erasing,
  trash: Trash,
  erase: (db: Deps["db"]) => Promise<Erased>,
  record: (db: Deps["db"], count: number) => Promise<void>,
): Promise<number> {
  const count = await deps.db.transaction().execute(async (db) => {
    const { count, texts } = await erase(db);
    if (count === 0) return 0;
    if (trash.isContent) {
      await deleteAllPreviews(db);
      await eraseImages(db, texts, deps.pictures.values());
    }
    await record(db, count);
    await markErasure(db, deps.now());
    return count;
  });
  // Makes every instance drop its cached images.
  if (count > 0 && trash.isContent) await writeContent(deps, async () => {});
  return count;
}

const eraseAt = (deletedAt: string): string => new Date(Date.parse(deletedAt) + trashMs).toISOString();

function trashOf(kind: string): Trash {
  const trash = trashes.find((candidate) => candidate.kind === kind);
  if (!trash) throw new AppError("not_found", "There is no such kind of entry in the trash.");
  return trash;
}
