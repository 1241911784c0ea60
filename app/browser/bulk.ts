import type { BulkChanged, BulkUndone } from "#app/shared/bulk.ts";

/** A change of many entries, as far as it has come. */
export interface BulkResult {
  id: number;
  changed: number;
  /** Why it ended before all was done. */
  failure?: unknown;
}

/**
 * Changes many entries part by part until all is done, each part within the time that a call has.
 * @throws AppError when nothing was done; after the first part a failure stands in the result, so that the part can be undone
 */
export async function changeInParts(
  step: (go?: { id: number; after: number }) => Promise<BulkChanged>,
): Promise<BulkResult> {
  let { id, changed, after } = await step();
  while (after !== null)
    try {
      const next = await step({ id, after });
      changed += next.changed;
      after = next.after;
    } catch (failure) {
      return { id, changed, failure };
    }
  return { id, changed };
}

/** Takes a change of many entries back, part by part. @throws AppError */
export async function undoInParts(step: () => Promise<BulkUndone>): Promise<Omit<BulkUndone, "isDone">> {
  const told = { undone: 0, left: 0 };
  for (;;) {
    const { undone, left, isDone } = await step();
    told.undone += undone;
    told.left += left;
    if (isDone) return told;
  }
}
