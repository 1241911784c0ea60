import type { Db } from "#app/platform/deps.ts";
import { inCurrentShape, shapeVersion } from "./history-shape.ts";
import { findRevision, insertRevision, listRevisions, type Revision } from "./revision.repository.server.ts";

/** Stores a state in the history, marked with its current shape version. */
export const keepRevision = (db: Db, revision: Omit<Revision, "shape">): Promise<void> =>
  insertRevision(db, { ...revision, shape: shapeVersion(revision.noun) });

/** Who saves, and when. `keep`: what becomes of the saved states; by default they are stored in the history. */
export interface Author {
  userId: number | null;
  at: Date;
  keep?: typeof keepRevision;
}

/** In a dry run, whose saved states nobody reads: storing them would copy the whole history. */
export const keepNothing: typeof keepRevision = async () => {};

/**
 * The saved states of an entry, newest first, upgraded to the current shape, with their author's name. `before`: only
 * those older than this one.
 */
export async function readRevisions(
  db: Db,
  noun: string,
  slug: string,
  which: { before?: number | undefined; limit: number },
) {
  const revisions = await listRevisions(db, noun, slug, which);
  return revisions.map(({ kept, ...revision }) => ({ ...revision, ...inCurrentShape(noun, kept) }));
}

/** The data of one saved state; nothing if there is none, or none that can be upgraded to the current shape. */
export async function readRevision(
  db: Db,
  noun: string,
  slug: string,
  version: number,
): Promise<Record<string, unknown> | undefined> {
  const kept = await findRevision(db, noun, slug, version);
  const state = kept && inCurrentShape(noun, kept);
  return state?.isCurrent ? state.data : undefined;
}
