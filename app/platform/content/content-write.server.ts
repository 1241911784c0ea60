import type { Db, Deps } from "#app/platform/deps.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { ContentType } from "#app/shared/content-type.ts";
import { savedAt } from "./content-row.repository.server.ts";
import { bumpContentVersion, keepRevision, lastVersion, type Revision } from "./revision.repository.server.ts";

// Administrators' writes, the same for every content type: one transaction covers the write, its revision and the
// content version, so that pages and history never miss a write.

interface Entry {
  slug: string;
  version: number;
}

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
export function createEntry<T extends Entry>(
  { deps, noun, userId }: Writing,
  insert: (db: Db, at: Date) => Promise<T>,
): Promise<T> {
  const at = deps.now();
  return writeContent(deps, async (db) => {
    const data = await insert(db, at);
    await keepRevision(db, { noun, slug: data.slug, version: data.version, action: "create", data, userId, at });
    return data;
  });
}

/** What a write needs of the repository of a type (ContentRepository). */
interface Entries<T extends Entry> {
  type: ContentType;
  get(db: Db, slug: string, which: { publishedOnly: false }): Promise<T>;
  moveToTrash(db: Db, slug: string, at: Date): Promise<T | undefined>;
}

/**
 * Reads the entry, rejects the save if `ifMatch` names an older version, and writes.
 * @throws AppError `not_found`, or `stale` with the current entry
 */
export function updateEntry<T extends Entry>(
  { deps, noun, userId }: Writing,
  entries: Entries<T>,
  slug: string,
  ifMatch: number | undefined,
  write: (db: Db, current: T, at: Date) => Promise<T>,
): Promise<T> {
  const at = deps.now();
  return writeContent(deps, async (db) => {
    const current = await entries.get(db, slug, { publishedOnly: false });
    if (ifMatch !== undefined && ifMatch !== current.version)
      throw new AppError("stale", "Somebody else has saved a newer version in the meantime.", { data: current });
    await keepFirstState(db, entries.type, current);
    const data = await write(db, current, at);
    await keepRevision(db, { noun, slug, version: data.version, action: "update", data, userId, at });
    return data;
  });
}

/**
 * Before an entry is changed for the first time: stores it as it is, if it did not come by a write with a history, as
 * built-in entries did not. So its first change can be undone too.
 */
export async function keepFirstState(db: Db, type: ContentType, current: Entry): Promise<void> {
  const { slug, version } = current;
  if ((await lastVersion(db, type.name, slug)) > 0) return;
  const at = await savedAt(db, type, slug);
  await keepRevision(db, { noun: type.name, slug, version, action: "create", data: current, userId: null, at });
}

/** Moves an entry to the trash. One that is already there, or never existed, is not an error. */
export async function removeEntry<T extends Entry>(
  { deps, noun, userId }: Writing,
  entries: Entries<T>,
  slug: string,
): Promise<void> {
  const at = deps.now();
  await writeContent(deps, async (db) => {
    const data = await entries.moveToTrash(db, slug, at);
    if (data) await keepRevision(db, { noun, slug, version: data.version, action: "delete", data, userId, at });
  });
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
  { deps, noun, userId }: Writing,
  entries: { slug: string; version?: number | undefined }[],
  change: EntryChange<T>,
): Promise<{ changed: Entry[]; left: number }> {
  const at = deps.now();
  const changed: Entry[] = [];
  await writeContent(deps, async (db) => {
    for (const each of entries) {
      const done = await change(db, each, at);
      if (!done) continue;
      const { slug, version } = done.entry;
      await keepRevision(db, { noun, slug, version, action: done.action, data: done.entry, userId, at });
      changed.push({ slug, version });
    }
  });
  return { changed, left: entries.length - changed.length };
}
