import type { Db, Deps } from "#app/platform/deps.ts";
import { AppError } from "#app/shared/app-error.ts";
import { savedAt } from "./content-row.repository.server.ts";
import { findContentType } from "./content-types.ts";
import { keepRevision } from "./history.server.ts";
import { bumpContentVersion, lastVersion, type Revision } from "./revision.repository.server.ts";

// Administrators' writes, the same for every content type: one transaction covers the write, its revision and the
// content version, so that pages and history never miss a write.

interface Entry {
  slug: string;
  version: number;
}

/** The author and target of a write. */
export interface Writing {
  deps: Pick<Deps, "db" | "now" | "pages">;
  noun: string;
  userId: number | null;
}

/**
 * Runs `write` in a transaction that increments the content version; after the commit, clears this process's page
 * cache.
 */
export async function writeContent<T>(
  { db, pages }: Pick<Deps, "db" | "pages">,
  write: (db: Db) => Promise<T>,
): Promise<T> {
  const result = await db.transaction().execute(async (trx) => {
    // First, because it locks out other writers: only one at a time may read and assign slugs, positions and versions.
    await bumpContentVersion(trx);
    return write(trx);
  });
  pages.clear();
  return result;
}

/** Inserts an entry together with its first revision. */
export function createEntry<T extends Entry>(writing: Writing, insert: (db: Db, at: Date) => Promise<T>): Promise<T> {
  return keep(writing, "create", insert);
}

/**
 * Reads the entry, rejects the save if `ifMatch` names an older version, and writes.
 * @throws AppError `not_found`, or `stale` with the current entry
 */
export function updateEntry<T extends Entry>(
  writing: Writing,
  ifMatch: number | undefined,
  read: (db: Db) => Promise<T>,
  write: (db: Db, current: T, at: Date) => Promise<T>,
): Promise<T> {
  return keep(writing, "update", async (db, at) => {
    const current = await read(db);
    if (ifMatch !== undefined && ifMatch !== current.version)
      throw new AppError("stale", "Somebody else has saved a newer version in the meantime.", { data: current });
    await keepFirstState(db, writing.noun, current);
    return write(db, current, at);
  });
}

/**
 * Before an entry is changed for the first time: stores it as it is, if it did not come by a write with a history, as
 * built-in entries did not. So its first change can be undone too.
 */
export async function keepFirstState(db: Db, noun: string, current: Entry): Promise<void> {
  const type = findContentType(noun);
  if (!type || (await lastVersion(db, noun, current.slug)) > 0) return;
  const { slug, version } = current;
  const at = await savedAt(db, type, slug);
  await keepRevision(db, { noun, slug, version, action: "create", data: current, userId: null, at });
}

/**
 * Moves an entry to the trash. An entry that is already there, or never existed, is not an error.
 */
export async function removeEntry<T extends Entry>(
  writing: Writing,
  slug: string,
  remove: (db: Db, at: Date) => Promise<T | undefined>,
): Promise<{ data: { slug: string } }> {
  const at = writing.deps.now();
  await writeContent(writing.deps, async (db) => {
    const entry = await remove(db, at);
    if (entry) await keepRevision(db, revision(writing, "delete", entry, at));
  });
  return { data: { slug } };
}

/** The change to one entry among many; nothing if it is left alone. */
export type EntryChange<T extends Entry> = (
  db: Db,
  entry: { slug: string; version?: number | undefined },
  at: Date,
) => Promise<{ action: Revision["action"]; entry: T } | undefined>;

/**
 * Changes many entries in one transaction, each with its revision.
 * @returns what was changed, and how many were left alone
 */
export async function changeEntries<T extends Entry>(
  writing: Writing,
  entries: { slug: string; version?: number | undefined }[],
  change: EntryChange<T>,
): Promise<{ changed: Entry[]; left: number }> {
  const at = writing.deps.now();
  const changed: Entry[] = [];
  await writeContent(writing.deps, async (db) => {
    for (const each of entries) {
      const done = await change(db, each, at);
      if (!done) continue;
      await keepRevision(db, revision(writing, done.action, done.entry, at));
      changed.push({ slug: done.entry.slug, version: done.entry.version });
    }
  });
  return { changed, left: entries.length - changed.length };
}

function keep<T extends Entry>(
  writing: Writing,
  action: Revision["action"],
  write: (db: Db, at: Date) => Promise<T>,
): Promise<T> {
  const at = writing.deps.now();
  return writeContent(writing.deps, async (db) => {
    const entry = await write(db, at);
    await keepRevision(db, revision(writing, action, entry, at));
    return entry;
  });
}

const revision = (
  { noun, userId }: Writing,
  action: Revision["action"],
  data: Entry,
  at: Date,
): Omit<Revision, "shape"> => ({
  noun,
  slug: data.slug,
  version: data.version,
  action,
  data,
  userId,
  at,
});
