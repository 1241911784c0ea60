import { settleApprovals } from "#app/platform/content/approval.repository.server.ts";
import { requireApproval } from "#app/platform/content/approval.server.ts";
import { writeContent } from "#app/platform/content/content-write.server.ts";
import {
  discardDraft,
  discardedDrafts,
  findDraft,
  insertDraft,
  replaceDraft,
  restoreDraft,
  type StoredDraft,
  scheduleDraft,
  takeDraft,
} from "#app/platform/content/draft.repository.server.ts";
import { type Data, inCurrentShape, shapeVersion } from "#app/platform/content/history-shape.ts";
import { mergedDraft, pick } from "#app/platform/content/merged-draft.ts";
import { readRevision } from "#app/platform/content/revision.repository.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { requirePictures } from "#app/platform/images/chosen-pictures.repository.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { isSame } from "#app/shared/merge.ts";
import type { DraftSave } from "./draft.contract.ts";
import type { DraftedEntry, DraftTarget } from "./draft-targets.service.server.ts";

type Clocked = Pick<Deps, "db" | "now">;

/**
 * Stores an edit as the draft of an entry.
 * @throws AppError `not_found`; `stale` with the current draft, or null for none, if it is no longer in state `over`;
 *   `conflict` if the version that was typed over is no longer known
 */
export async function saveDraft(
  target: DraftTarget,
  { db, now }: Clocked,
  slug: string,
  { changes: typed, baseVersion, base: given, over }: DraftSave,
  userId: number,
): Promise<StoredDraft> {
  const { noun } = target;
  return db.transaction().execute(async (trx) => {
    const entry = await getEntry(target, trx, slug);
    const known = await findDraft(trx, noun, slug);
    if ((known?.version ?? null) !== over) throw stale(known);
    const changes = pick(typed, Object.keys(typed).filter(target.accepts));
    const fields = Object.keys(changes);
    const before = given
      ? pick({ ...entry.values, ...given }, fields)
      : await baseOf(target, trx, slug, { entry, known, baseVersion, fields });
    const base = { ...pick(known?.base ?? {}, ["published"]), ...before };
    const content = { noun, slug, changes, base, baseVersion, shape: shapeVersion(noun), userId };
    const saved = known ? await replaceDraft(trx, known, content, now()) : await insertDraft(trx, content, now());
    if (!saved) throw stale(await findDraft(trx, noun, slug));
    return saved;
  });
}

const stale = (current: StoredDraft | undefined) =>
  new AppError(
    "stale",
    current
      ? "Somebody else has changed this draft in the meantime."
      : "This draft has been published or discarded in the meantime.",
    { data: current ?? null },
  );

interface Typed {
  entry: DraftedEntry;
  known: StoredDraft | undefined;
  baseVersion: number;
  fields: string[];
}

/** What the changed fields said in the version that was typed over. */
async function baseOf(target: DraftTarget, db: Db, slug: string, { entry, known, baseVersion, fields }: Typed) {
  const kept = known?.baseVersion === baseVersion ? inShape(target, known).base : {};
  const others = fields.filter((field) => !(field in kept));
  if (others.length === 0) return pick(kept, fields);
  if (baseVersion === entry.version) return pick({ ...entry.values, ...kept }, fields);
  const state = await readRevision(db, target.noun, slug, baseVersion);
  if (!state) throw new AppError("conflict", "This entry has been saved in the meantime. Load it again.");
  return pick({ ...target.valuesOf(state), ...kept }, fields);
}

async function getEntry(target: DraftTarget, db: Db, slug: string): Promise<DraftedEntry> {
  const entry = await target.find(db, slug);
  if (!entry) throw new AppError("not_found", "This entry does not exist or has been deleted.");
  return entry;
}

/** The draft in the fields of this release. @throws AppError `conflict` if it cannot be upgraded */
export function inShape(target: DraftTarget, draft: StoredDraft): StoredDraft {
  const { noun, shape, base, changes } = draft;
  if (shape === shapeVersion(noun)) return draft;
  const before = inCurrentShape(noun, { shape, data: base });
  const after = inCurrentShape(noun, { shape, data: { ...base, ...changes } });
  if (!after.isCurrent)
    throw new AppError("conflict", "An earlier release stored this in fields that this release does not have.");
  const fields = Object.keys(after.data).filter(
    (field) => target.accepts(field) && (field in changes || !isSame(before.data[field], after.data[field])),
  );
  return {
    ...draft,
    shape: shapeVersion(noun),
    base: pick(before.data, fields),
    changes: pick(after.data, fields),
  };
}

/** For whom, and in which state of it alone; by default as it is. */
interface ForDraft<U> {
  userId: U;
  /** At its time, not by hand. */
  isDue?: boolean;
  version?: string | undefined;
}

/**
 * Sets when a draft is published. Its content is validated already now, so that it can still be corrected.
 * @throws AppError `not_found`, `stale` with the draft as it is now, or `invalid` for a time that has passed or content
 *   that cannot be published
 */
export async function setPublishTime(
  target: DraftTarget,
  { db, now }: Clocked,
  slug: string,
  publishAt: Date | null,
  { userId, version }: ForDraft<number>,
): Promise<StoredDraft> {
  const { noun } = target;
  if (publishAt && publishAt <= now()) throw refusedAt("publishAt", "Choose a time that is still to come.");
  return db.transaction().execute(async (trx) => {
    const draft = await findDraft(trx, noun, slug);
    if (!draft) throw noDraft();
    if (version !== undefined && version !== draft.version) throw stale(draft);
    if (publishAt) target.check(inShape(target, draft).changes);
    // Remembered with the time: what is taken off the site by then does not come back.
    const { published } = (await target.find(trx, slug))?.values ?? {};
    const base = "published" in draft.changes ? draft.base : { ...draft.base, published };
    const scheduled = await scheduleDraft(trx, draft, { publishAt, base, userId });
    if (!scheduled) throw stale(await findDraft(trx, noun, slug));
    return scheduled;
  });
}

const noDraft = () => new AppError("not_found", "This entry has no draft. It may have been published or discarded.");

/**
 * Discarding a draft that was discarded already is not an error.
 * @throws AppError `stale` with the draft as it is now, if that is not its state `version`; without one if it was published
 */
export async function discard(
  { noun }: DraftTarget,
  { db, now }: Clocked,
  slug: string,
  version?: string,
): Promise<void> {
  if ((await discardDraft(db, { noun, slug, version }, now())) || version === undefined) return;
  const other = await findDraft(db, noun, slug);
  // One that was published is not among them.
  if (other || (await discardedDrafts(db, [{ noun, slug }])).size === 0) throw stale(other);
}

/** @throws AppError `not_found` if there is nothing to bring back; `conflict` if a newer draft has been begun */
export async function restore(target: DraftTarget, { db, now }: Clocked, slug: string): Promise<StoredDraft> {
  const { noun } = target;
  await getEntry(target, db, slug);
  const restored = await restoreDraft(db, noun, slug, now());
  if (restored) return restored;
  if (await findDraft(db, noun, slug))
    throw new AppError("conflict", "There is a newer draft of this entry, or this one has been brought back already.");
  throw new AppError("not_found", "This draft cannot be brought back any more.");
}

/**
 * Publishes a draft: its changes are merged with what others have saved since it began, and saved with their revision;
 * an unpublished entry becomes public, unless the draft itself says otherwise, or it is due and the entry has been taken
 * off the site since its time was set.
 * @throws AppError `not_found`, `stale` with the draft as it is now, `invalid`, or `conflict` naming the fields that both
 *   sides changed, or the clients whose approval is awaited
 */
export function publishDraft(
  target: DraftTarget,
  deps: Pick<Deps, "db" | "now" | "pages">,
  slug: string,
  { userId, isDue, version }: ForDraft<number | null>,
): Promise<{ slug: string; version: number }> {
  return writeContent(deps, async (db) => {
    const judged = await findDraft(db, target.noun, slug);
    if (!judged) throw noDraft();
    if (version !== undefined && version !== judged.version) throw stale(judged);
    await requireApproval(db, target.noun, slug, deps.now());
    // Only what was judged: somebody may be saving the draft at this moment.
    const taken = await takeDraft(db, judged);
    if (!taken) throw new AppError("conflict", "Somebody else is changing this draft. Look at it again.");
    await settleApprovals(db, target.noun, slug, deps.now());
    const { entry, values } = await toPublish(target, db, taken);
    await requirePictures(db, values, entry.values);
    const isShown = entry.values.published !== false || "published" in values;
    if (isDue && !isShown && taken.base.published) throw takenOff();
    const body = isShown ? values : { ...values, published: true };
    if (Object.keys(body).every((field) => isSame(body[field], entry.values[field])))
      return { slug, version: entry.version };
    return { slug, ...(await target.save(db, slug, body, { userId, at: deps.now() })) };
  });
}

const takenOff = () =>
  new AppError(
    "conflict",
    "The entry has been taken off the site since this time was set. Set a time again, or publish it now.",
  );

/**
 * The live entry of a draft, and the fields that publishing the draft saves.
 * @throws AppError `not_found`, `invalid`, or `conflict` naming the fields that both sides changed
 */
export async function toPublish(
  target: DraftTarget,
  db: Db,
  stored: StoredDraft,
): Promise<{ entry: DraftedEntry; values: Data }> {
  const draft = inShape(target, stored);
  const entry = await getEntry(target, db, draft.slug);
  const { values, clashes } = mergedDraft({ ...draft, changes: target.check(draft.changes) }, entry.values);
  if (clashes.length > 0) throw clash(target, clashes);
  return { entry, values };
}

function clash(target: DraftTarget, fields: string[]): AppError {
  const labels = fields.map(target.labelOf);
  const named = fields.map((field) => ({ field, message: "Somebody else has changed this too." }));
  return new AppError(
    "conflict",
    `Since this draft was begun, somebody else has changed the same: ${labels.join(", ")}. Open it and choose.`,
    { errors: named },
  );
}
