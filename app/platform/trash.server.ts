import type { Db } from "./deps.ts";
import type { Revision } from "./revision.repository.server.ts";

/** How long deleted entries stay in the trash (spec/reading: Delete). */
export const trashDays = 30;

export interface Trashed {
  /** The slug, or a detail's `_id`. */
  id: string;
  /** What people recognize it by. */
  title: string;
  /** What it belongs to, if it cannot exist alone. */
  inside?: string;
  /** ISO 8601, UTC. */
  deletedAt: string;
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
  /** Everything in the trash by `deletedAt`, newest first. */
  list(db: Db): AsyncIterable<Trashed[]>;
  /** Restores an entry. @returns its state for the history, or nothing if it is not in the trash */
  restore(db: Db, id: string, at: Date): Promise<Pick<Revision, "noun" | "slug" | "version" | "data"> | undefined>;
  /** Moves a restored entry back to the trash. @returns its state for the history, or nothing if it is already there */
  discard(db: Db, id: string, at: Date): Promise<Pick<Revision, "noun" | "slug" | "version" | "data"> | undefined>;
  /** Erases an entry in the trash for good, with its history. */
  erase(db: Db, id: string): Promise<Erased>;
  /** Erases everything deleted before `before`. */
  purge(db: Db, before: Date): Promise<Erased>;
}
