import { insertPreview } from "#app/features/preview/preview.repository.server.ts";
import { previewAddress } from "#app/features/preview/preview.service.server.ts";
import { retentionPaths } from "#app/features/site-content/defaults/privacy.ts";
import { findEdit } from "#app/features/site-content/site-content.repository.server.ts";
import { writeEdits } from "#app/features/site-content/site-content.service.server.ts";
import { siteFieldName, siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { orderIn, writeSortOrder } from "#app/features/sort-order/sort-order.service.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import { findContent } from "#app/platform/content/content-registry.server.ts";
import { writeContent } from "#app/platform/content/content-write.server.ts";
import { inCurrentShape } from "#app/platform/content/history-shape.ts";
import {
  type Author,
  type ChangedSince,
  changedSince,
  contentVersion,
  keepNothing,
  keepRevision,
} from "#app/platform/content/revision.repository.server.ts";
import { type ServedContent, settlePublishing } from "#app/platform/content/served-content.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { type AnyEntry, marksOf } from "#app/shared/content-type.ts";
import { isSame } from "#app/shared/merge.ts";
import type { PreviewPage } from "#app/shared/public-pages.ts";
import type { Difference } from "./site-as-of.contract.ts";

// The site as it was at an earlier time, from the saved states of everything that was saved since. Setting back is an
// ordinary save of each: it stays in the history, and nothing that was saved since is lost.

/**
 * What differs from the site as it was, and the version of the content that was compared.
 * @param at ISO 8601
 * @throws AppError `invalid`
 */
export function compareSite(deps: Deps, at: string): Promise<{ version: number; differences: Difference[] }> {
  return deps.dryRun(async (db) => ({
    version: await contentVersion(db),
    differences: await writeStates(db, pastTime(deps, at), { userId: null, at: deps.now(), keep: keepNothing }),
  }));
}

/** Stores a preview of a page as it was. @param at ISO 8601 @returns its path @throws AppError `invalid` */
export async function previewSite(deps: Deps, past: { at: string; page: PreviewPage }): Promise<string> {
  pastTime(deps, past.at);
  return `/preview/${await insertPreview(deps.db, { past }, deps.now())}`;
}

/** Sets the site back in a dry run. @returns the path of the page */
export async function previewPast(
  deps: Pick<Deps, "now">,
  copy: Db,
  { at, page }: { at: string; page: PreviewPage },
): Promise<string> {
  await writeStates(copy, pastTime(deps, at), { userId: null, at: deps.now(), keep: keepNothing });
  return previewAddress(copy, page);
}

/** @throws AppError `invalid` for a time that is still to come */
export function pastTime(deps: Pick<Deps, "now">, iso: string): Date {
  const time = new Date(iso);
  if (time <= deps.now()) return time;
  throw refusedAt("at", "Choose a time in the past.");
}

/** Restoring is listed this long after what it saved, so that it stands above that in the list of activities. */
const listedAfterMs = 1;

/** The last moment before a restore, by the time at which it is listed among the activities. */
export const beforeRestore = (listedAt: string): Date => new Date(Date.parse(listedAt) - listedAfterMs - 1);

/**
 * Sets entries, texts and orders back to what they were at a time, in one transaction. `version`: the state of the
 * content that was compared.
 * @throws AppError `stale` if somebody has saved since
 */
export function restoreSite(
  deps: Deps,
  time: Date,
  { userId, version }: { userId: number; version: number },
): Promise<{ changed: number; activity: string | null }> {
  return writeContent(deps, async (db) => {
    const at = deps.now();
    // The transaction has already counted itself.
    if ((await contentVersion(db)) !== version + 1)
      throw new AppError("stale", "Somebody has saved something in the meantime. Compare again.");
    const differences = await writeStates(db, time, { userId, at });
    const changed = differences.filter(({ does }) => does !== "kept").length;
    if (changed === 0) return { changed, activity: null };
    const id = await insertActivity(db, {
      kind: "site-set-back",
      subject: time.toISOString(),
      userId,
      at: new Date(at.getTime() + listedAfterMs),
    });
    return { changed, activity: `activity:${id}` };
  });
}

/** Writes what was saved last before `time`, in the transaction of `db`. @returns what differs */
async function writeStates(db: Db, time: Date, author: Author): Promise<Difference[]> {
  const differences: Difference[] = [];
  const orders: ChangedSince[] = [];
  for await (const changed of changedSince(db, time)) {
    const { noun, slug } = changed;
    if (noun === "order") {
      orders.push(changed);
      continue;
    }
    const content = findContent(noun);
    const named = content
      ? { name: titleOf(content, changed), does: await writeEntry(db, content, changed, author) }
      : { name: siteFieldName(slug) ?? slug, does: await writeText(db, changed, author) };
    if (named.does) differences.push({ noun, slug, name: named.name, does: named.does });
  }
  // Entries that come back have their place only once they are there.
  for (const changed of orders) {
    const content = findContent(changed.slug);
    if (content && (await writeOrder(db, content, changed, author)))
      differences.push({ noun: "order", slug: changed.slug, name: content.type.many, does: "changed" });
  }
  return differences;
}

const titleOf = ({ type }: ServedContent, { first }: ChangedSince): string => String(first.kept.data[type.title] ?? "");

type Does = Difference["does"] | undefined;

async function writeEntry(
  db: Db,
  content: ServedContent,
  { slug, first, before }: ChangedSince,
  { userId, at, keep = keepRevision }: Author,
): Promise<Does> {
  const { type, schemas, repository } = content;
  const current: AnyEntry | undefined = await repository.find(db, slug);
  // Without a state from before, the first one since tells: what was added or restored was not there, and what was
  // deleted was there unchanged.
  const wasAbsent = before ? before.action === "delete" : first.action === "create" || first.action === "restore";
  if (wasAbsent) {
    const entry: AnyEntry | undefined = current && (await repository.moveToTrash(db, slug, at));
    if (!entry) return undefined;
    await keep(db, {
      noun: type.name,
      slug,
      version: entry.version,
      action: "delete",
      data: entry,
      userId,
      at,
    });
    return "deleted";
  }
  const state = before ?? (first.action === "delete" ? first : undefined);
  const { data, isCurrent } = state ? inCurrentShape(type.name, state.kept) : { data: {}, isCurrent: false };
  const wanted = schemas.change.safeParse(type.history?.restored?.(data) ?? data);
  if (!isCurrent || !wanted.success) return "kept";
  const restored = current ? undefined : await repository.trash.restore(db, slug, at);
  if (restored) await keep(db, { ...restored, action: "restore", userId, at });
  const entry: AnyEntry | undefined = await repository.find(db, slug);
  if (!entry) return "kept";
  const standing = schemas.change.parse(type.history?.restored?.(entry as never) ?? entry);
  const marks = { ...marksOf(type, entry), ...marksOf(type, state?.kept.data ?? {}) };
  const isUnchanged = JSON.stringify([standing, marksOf(type, entry)]) === JSON.stringify([wanted.data, marks]);
  if (isUnchanged) return restored && "restored";
  if (data.published && !entry.published && (await isAwaited(db, content, entry, wanted.data as object, at)))
    return restored ? "restored" : "kept";
  const saved: AnyEntry = await repository.update(db, entry, wanted.data, at, marks);
  await keep(db, { noun: type.name, slug, version: saved.version, action: "update", data: saved, userId, at });
  return restored ? "restored" : "changed";
}

/** Whether becoming public as `body` is to wait for a client's approval. */
async function isAwaited(db: Db, content: ServedContent, entry: AnyEntry, body: object, at: Date): Promise<boolean> {
  try {
    await settlePublishing(db, content, entry, body, at);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return true;
    throw error;
  }
}

/** Set among the texts, but about messages: how long they are kept, and who is notified of them. */
const aboutMessages = [...retentionPaths, "company.notifyEmail"];

async function writeText(db: Db, { slug: path, before }: ChangedSince, author: Author): Promise<Does> {
  if (!siteFields.has(path) || aboutMessages.includes(path)) return undefined;
  const value = (before?.kept.data.value ?? null) as string | null;
  const current = await findEdit(db, path);
  if (isSame(current?.value ?? null, value)) return undefined;
  try {
    await writeEdits(db, [{ path, value, version: current?.version ?? 0 }], author);
    return "changed";
  } catch (error) {
    // This release no longer accepts it.
    if (error instanceof AppError && error.code === "invalid") return "kept";
    throw error;
  }
}

async function writeOrder(db: Db, { type }: ServedContent, { first, before }: ChangedSince, author: Author) {
  // The order as it was before a move, with what was restored or added since the last one, is kept by nobody.
  const then = first.userId === null ? first : (before ?? first);
  const done = await writeSortOrder(db, type, () => orderIn(then.kept.data), author);
  return done.version !== done.before;
}
