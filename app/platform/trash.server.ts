import type { Db } from "./deps.ts";
import type { Revision } from "./revision.repository.server.ts";

/** How long the trash keeps what was deleted (spec/reading: Delete). */
export const trashDays = 30;

export interface Trashed {
  /** The slug, or a detail's `_id`. */
  id: string;
  /** By what a person knows it. */
  title: string;
  /** What it belongs to, where it cannot live alone. */
  inside?: string;
  /** ISO 8601, UTC. */
  deletedAt: string;
}

/** What was deleted for good. */
export interface Erased {
  count: number;
  /** What was deleted, its history and its parts, as text: in it stand the addresses of the images that may have to go too. */
  texts: string[];
}

/** How one kind of entry is listed, restored and erased in the trash; the trash screen itself knows no noun. */
export interface Trash {
  kind: string;
  /** Content is shown on cached pages and has revisions. */
  isContent: boolean;
  /** All that lies there, by `deletedAt`, newest first. */
  list(db: Db): AsyncIterable<Trashed[]>;
  /** Brings an entry back as it was. @returns its state for the history, or nothing when it is not in the trash */
  restore(db: Db, id: string, at: Date): Promise<Pick<Revision, "noun" | "slug" | "version" | "data"> | undefined>;
  /** Moves to the trash what came out of it. @returns its state for the history, or nothing when it is there already */
  discard(db: Db, id: string, at: Date): Promise<Pick<Revision, "noun" | "slug" | "version" | "data"> | undefined>;
  /** Deletes for good what lies in the trash under this name, with its history. */
  erase(db: Db, id: string): Promise<Erased>;
  /** Deletes for good all that was deleted before. */
  purge(db: Db, before: Date): Promise<Erased>;
}
