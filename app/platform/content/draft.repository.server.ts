import { sql } from "kysely";
import { AppError } from "#app/shared/app-error.ts";
import { locked } from "#db/dialect.ts";
import type { Db, Row } from "#db/schema.ts";
import type { Data } from "./history-shape.ts";

// Edits of entries that visitors do not see yet: at most one for each entry. A discarded draft stays for a while so that
// it can be brought back; a published one is deleted.

export interface StoredDraft extends Omit<Row<"draft">, "version" | "changes" | "base" | "discardedAt"> {
  /** Names this state of the draft: it differs after every save, and from every later draft of the same entry. */
  version: string;
  changes: Data;
  base: Data;
}

export type DraftContent = Pick<StoredDraft, "noun" | "slug" | "changes" | "base" | "baseVersion" | "shape" | "userId">;

export const contentOf = ({ noun, slug, changes, base, baseVersion, shape, userId }: StoredDraft): DraftContent => ({
  ...{ noun, slug, changes, base, baseVersion, shape, userId },
});

export const fromRow = ({ changes, base, version, discardedAt: _, ...row }: Row<"draft">): StoredDraft => ({
  ...row,
  version: `${row.id}.${version}`,
  changes: JSON.parse(changes),
  base: JSON.parse(base),
});

/** Without those that have been discarded. */
export const live = (db: Db) => db.selectFrom("draft").where("discardedAt", "is", null);

export async function findDraft(db: Db, noun: string, slug: string): Promise<StoredDraft | undefined> {
  const row = await live(db).selectAll().where("noun", "=", noun).where("slug", "=", slug).executeTakeFirst();
  return row && fromRow(row);
}

/** Until the transaction ends, nobody else changes this draft: of two answers at one moment the later sees the earlier. */
export async function lockDraft(db: Db, { noun, slug }: Pick<StoredDraft, "noun" | "slug">): Promise<void> {
  await locked(db, live(db).select("id").where("noun", "=", noun).where("slug", "=", slug)).execute();
}

export async function draftsOf(db: Db, noun: string, slugs: string[]): Promise<StoredDraft[]> {
  if (slugs.length === 0) return [];
  return (await live(db).selectAll().where("noun", "=", noun).where("slug", "in", slugs).execute()).map(fromRow);
}

/**
 * Stores a draft where the entry has none; a discarded one is replaced.
 * @returns nothing if somebody else has begun one in the meantime
 */
export async function insertDraft(db: Db, draft: DraftContent, at: Date): Promise<StoredDraft | undefined> {
  const now = at.toISOString();
  const { noun, slug, ...content } = columnsOf(draft);
  const begun = { publishAt: null, scheduledBy: null, failure: null, createdAt: now, updatedAt: now };
  const row = await db
    .insertInto("draft")
    .values({ noun, slug, ...content, ...begun, version: 1, discardedAt: null })
    .onConflict((conflict) =>
      conflict
        .columns(["noun", "slug"])
        .doUpdateSet({ ...content, ...begun, version: sql`draft.version + 1`, discardedAt: null })
        .where("draft.discardedAt", "is not", null),
    )
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Replaces a draft's content. @returns nothing if `over` is no longer its current state */
export async function replaceDraft(
  db: Db,
  over: StoredDraft,
  draft: DraftContent,
  at: Date,
): Promise<StoredDraft | undefined> {
  const row = await stateOf(db, over)
    .set({ ...columnsOf(draft), version: sql`version + 1`, updatedAt: at.toISOString() })
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Sets when to publish a draft; null: only by hand. @returns nothing if `over` is no longer its current state */
export async function scheduleDraft(
  db: Db,
  over: StoredDraft,
  { publishAt, base, userId }: { publishAt: Date | null; base: Data; userId: number },
): Promise<StoredDraft | undefined> {
  const row = await stateOf(db, over)
    .set({
      base: JSON.stringify(base),
      publishAt: publishAt?.toISOString() ?? null,
      scheduledBy: publishAt ? userId : null,
      failure: null,
      version: sql`version + 1`,
    })
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Records why a draft could not be published at its time. @returns whether it was still in that state */
export async function markDraftFailed(db: Db, draft: StoredDraft, failure: string): Promise<boolean> {
  const done = await stateOf(db, draft)
    .set({ failure, version: sql`version + 1` })
    .where("failure", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** A draft that was not published for a reason that begins so is due again, or no longer has a time. */
export async function forgetFailure(
  db: Db,
  { noun, slug, reason, keepsTime }: Pick<StoredDraft, "noun" | "slug"> & { reason: string; keepsTime: boolean },
): Promise<void> {
  const failed = updating(db).where("noun", "=", noun).where("slug", "=", slug).where("failure", "like", `${reason}%`);
  await failed.set({ failure: null, ...(!keepsTime && { publishAt: null, scheduledBy: null }) }).execute();
}

/** The draft of an entry, discarded or not, is published by hand alone, and says nothing of why it was not. */
export async function unscheduleDraft(db: Db, noun: string, slug: string): Promise<void> {
  const none = { failure: null, publishAt: null, scheduledBy: null };
  await db.updateTable("draft").set(none).where("noun", "=", noun).where("slug", "=", slug).execute();
}

/** Discards a draft, as it is or only in this state. @returns nothing if there is none */
export async function discardDraft(
  db: Db,
  { noun, slug, version }: Pick<StoredDraft, "noun" | "slug"> & { version?: string | undefined },
  at: Date,
): Promise<StoredDraft | undefined> {
  const state = version === undefined ? updating(db) : stateOf(db, { version });
  const row = await state
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .set({ discardedAt: at.toISOString(), version: sql`version + 1` })
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/**
 * Brings back a discarded draft; without its time, if that has passed, or it would be published at once.
 * @returns nothing if there is none, or a newer draft has replaced it
 */
export async function restoreDraft(db: Db, noun: string, slug: string, at: Date): Promise<StoredDraft | undefined> {
  const row = await db
    .updateTable("draft")
    .set({ discardedAt: null, version: sql`version + 1` })
    .set((eb) => {
      const isAhead = eb.case().when("publishAt", ">", at.toISOString());
      return {
        publishAt: isAhead.then(eb.ref("publishAt")).end(),
        scheduledBy: isAhead.then(eb.ref("scheduledBy")).end(),
        failure: isAhead.then(eb.ref("failure")).end(),
      };
    })
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .where("discardedAt", "is not", null)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** The entries, of those named, that have a discarded draft. */
export async function discardedDrafts(db: Db, entries: { noun: string; slug: string }[]): Promise<Map<string, string>> {
  if (entries.length === 0) return new Map();
  const rows = await db
    .selectFrom("draft")
    .select(["noun", "slug", "discardedAt"])
    .where("discardedAt", "is not", null)
    .where((eb) => eb.or(entries.map(({ noun, slug }) => eb.and({ noun, slug }))))
    .execute();
  return new Map(rows.map(({ noun, slug, discardedAt }) => [`${noun}/${slug}`, discardedAt ?? ""]));
}

/**
 * Deletes a draft that is being published, as long as it is in this state.
 * @returns nothing if it is gone: published by another instance, changed or discarded
 */
export async function takeDraft(
  db: Db,
  { noun, slug, version }: Pick<StoredDraft, "noun" | "slug" | "version">,
): Promise<StoredDraft | undefined> {
  const [id = 0, count = 0] = version.split(".").map(Number);
  const row = await db
    .deleteFrom("draft")
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .where("id", "=", id)
    .where("version", "=", count)
    .where("discardedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/**
 * One that has been published since, or begun anew, is nothing to refuse.
 * @throws AppError `conflict` if the draft has been changed since it had this version
 */
export function refuseNewer(draft: StoredDraft | undefined, version: string): void {
  const [id] = version.split(".");
  if (draft && String(draft.id) === id && draft.version !== version)
    throw new AppError(
      "conflict",
      "Somebody else has changed this draft in the meantime. Look at it, then save again.",
    );
}

/** Deletes the draft of an entry that is erased for good. @returns its text */
export async function eraseDraft(db: Db, noun: string, slug: string): Promise<string[]> {
  const rows = await db
    .deleteFrom("draft")
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .returning(["changes", "base"])
    .execute();
  return rows.flatMap(({ changes, base }) => [changes, base]);
}

/**
 * Rewrites what a draft holds, for example when a part of its entry is erased for good. `edit` returns nothing for what
 * needs no change.
 */
export async function editDraft(
  db: Db,
  noun: string,
  slug: string,
  edit: (data: Data) => Data | undefined,
): Promise<void> {
  const drafts = db.selectFrom("draft").select(["id", "changes", "base"]);
  const rows = await locked(db, drafts.where("noun", "=", noun).where("slug", "=", slug)).execute();
  for (const { id, changes, base } of rows) {
    const [newer, older] = [edit(JSON.parse(changes)), edit(JSON.parse(base))];
    if (newer || older)
      await db
        .updateTable("draft")
        .set({ ...(newer && { changes: JSON.stringify(newer) }), ...(older && { base: JSON.stringify(older) }) })
        .set({ version: sql`version + 1` })
        .where("id", "=", id)
        .execute();
  }
}

export async function deleteDiscardedDrafts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("draft").where("discardedAt", "<", before.toISOString()).execute();
}

const columnsOf = ({ changes, base, ...content }: DraftContent) => ({
  ...content,
  changes: JSON.stringify(changes),
  base: JSON.stringify(base),
});

/** The row, as long as it is in this state. */
function stateOf(db: Db, { version }: Pick<StoredDraft, "version">) {
  const [id = 0, count = 0] = version.split(".").map(Number);
  return updating(db).where("id", "=", id).where("version", "=", count);
}

/** To be changed: drafts that have not been discarded. */
const updating = (db: Db) => db.updateTable("draft").where("discardedAt", "is", null);
