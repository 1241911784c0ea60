import { insertActivity } from "./activity.repository.server.ts";
import type { Revision } from "./content/revision.repository.server.ts";
import type { Db, Deps } from "./deps.ts";

/** How long deleted entries stay in the trash. */
export const trashDays = 30;

/** How many entries are erased in one transaction, during which SQLite answers nobody. */
export const purgedAtOnce = 200;

export interface Trashed {
  /** The slug, or a detail's `_id`. */
  id: string;
  /** What people recognize it by. */
  title: string;
  /** What it belongs to, if it cannot exist alone. */
  inside?: string;
  /** ISO 8601, UTC. */
  deletedAt: string;
  /** The key of its row, by which those that were deleted at the same moment are ordered. */
  key: number | string;
}

/** Where a part of a list begins. */
export interface TrashStart {
  /** ISO 8601, UTC. What was deleted before belongs to the part. */
  deletedAt: string;
  /** What belongs to it of the entries deleted at that very moment: all, none, or the rows with smaller keys. */
  ties: "all" | "none" | { below: number | string };
}

/** What was deleted for good. */
export interface Erased {
  count: number;
  /**
   * What was deleted, with its history and parts, as text: contains the addresses of images that may have to be deleted
   * too.
   */
  texts: string[];
}

/** Lists, restores and erases one kind of entry in the trash; the trash screen itself knows no noun. */
export interface Trash {
  kind: string;
  /** Content appears on cached pages and has revisions. */
  isContent: boolean;
  /** What has no revisions is recorded as an activity when it is moved: `lead-deleted`, `subscription-restored`. */
  activity?: "lead" | "subscription";
  /** Whether the keys of its rows are numbers, not texts. */
  hasNumericKeys: boolean;
  /** Everything in the trash by `deletedAt` and `key`, newest first, or what is left of it from `start` on. */
  list(db: Db, start?: TrashStart): AsyncIterable<Trashed[]>;
  /** How many `list` lists. */
  count(db: Db): Promise<number>;
  /** Restores an entry. @returns its state for the history, or nothing if it is not in the trash */
  restore(db: Db, id: string, at: Date): Promise<Pick<Revision, "noun" | "slug" | "version" | "data"> | undefined>;
  /** Moves a restored entry back to the trash. @returns its state for the history, or nothing if it is already there */
  discard(db: Db, id: string, at: Date): Promise<Pick<Revision, "noun" | "slug" | "version" | "data"> | undefined>;
  /** Erases an entry in the trash for good, with its history. */
  erase(db: Db, id: string): Promise<Erased>;
  /** Erases some of what was deleted before `before`, at most `purgedAtOnce`. */
  purge(db: Db, before: Date): Promise<Erased>;
}

/** Records the move of an entry without revisions, in the transaction of `db`. */
export async function recordMove(
  db: Db,
  { activity }: Pick<Trash, "activity">,
  subject: string,
  action: "restore" | "delete",
  author: { userId: number; at: Date },
): Promise<void> {
  const done = action === "restore" ? "restored" : "deleted";
  if (activity) await insertActivity(db, { kind: `${activity}-${done}`, subject, ...author });
}

/** Moves a lead or a subscription to the trash. One that is already there, or does not exist, is left as it is. */
export async function deleteFromInbox(
  { db, now }: Pick<Deps, "db" | "now">,
  trash: Trash,
  slug: string,
  userId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now();
    if (await trash.discard(trx, slug, at)) await recordMove(trx, trash, slug, "delete", { userId, at });
  });
}
