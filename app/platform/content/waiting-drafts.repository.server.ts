import { countRows } from "#app/platform/search.repository.server.ts";
import type { Db } from "#db/schema.ts";
import { fromRow, live, type StoredDraft } from "./draft.repository.server.ts";
import { isInTrash } from "./in-trash.repository.server.ts";

// Lists of drafts: those to be published now, and what others show of those that wait.

/** Drafts whose time has come, earliest first, without those that could not be published then. */
export async function listDueDrafts(db: Db, now: Date, limit: number): Promise<StoredDraft[]> {
  const rows = await live(db)
    .selectAll()
    .where("publishAt", "<=", now.toISOString())
    .where("failure", "is", null)
    .orderBy("publishAt")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** What a list shows of a draft. */
export type DraftHead = Pick<StoredDraft, "noun" | "slug" | "userId" | "publishAt" | "failure" | "updatedAt">;

/** Drafts that wait: those with a time first, earliest and therefore most overdue first, then the longest untouched. */
export async function listWaitingDrafts(db: Db, limit: number): Promise<DraftHead[]> {
  const heads = waiting(db).select(["noun", "slug", "userId", "publishAt", "failure", "updatedAt"]).limit(limit);
  const timed = await heads.where("publishAt", "is not", null).orderBy("publishAt").orderBy("id").execute();
  if (timed.length === limit) return timed;
  const others = await heads.where("publishAt", "is", null).orderBy("updatedAt").orderBy("id").execute();
  return [...timed, ...others].slice(0, limit);
}

/** Without those that were typed back to what their entries say. */
const changed = (db: Db) =>
  live(db).where(({ eb, or }) => or([eb("changes", "!=", "{}"), eb("publishAt", "is not", null)]));

/** Those of an entry in the trash can neither be opened nor published until that is back. */
const waiting = (db: Db) => changed(db).where(({ not }) => not(isInTrash(db, "draft")));

/** The number of drafts that wait, and of those whose time has passed; both count up to `most`. */
export async function countWaitingDrafts(db: Db, now: Date, most: number): Promise<{ count: number; overdue: number }> {
  const counted = (some: ReturnType<typeof live>) =>
    countRows(db, db.selectFrom(some.select("id").limit(most).as("some")));
  const overdue = await counted(waiting(db).where("publishAt", "<=", now.toISOString()));
  return { count: await counted(waiting(db)), overdue };
}

/** What lists show of the drafts of these entries. */
export async function draftMarks(
  db: Db,
  noun: string,
  slugs: string[],
): Promise<Pick<StoredDraft, "slug" | "publishAt" | "failure">[]> {
  if (slugs.length === 0) return [];
  return changed(db)
    .select(["slug", "publishAt", "failure"])
    .where("noun", "=", noun)
    .where("slug", "in", slugs)
    .execute();
}
