import type { Db } from "#db/schema.ts";

/** How leads are committed. */
export interface Commits {
  /** Ends when the work is on the disk, or has left no trace. */
  commit<T>(work: (db: Db) => Promise<T>): Promise<T>;
}
