import type { BulkChanged, BulkUndone } from "#app/shared/bulk.ts";

/** Outcome of a bulk change. */
export interface BulkResult {
  id: number;
  changed: number;
  /** Why it stopped before it was complete. */
  failure?: unknown;
}

/**
 * Changes many entries in parts, each within the time-out of a call.
 * @throws AppError if nothing was changed; a failure after the first part is in the result, so that the part can be
 * undone
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

/**
 * Undoes a bulk change in parts.
 * @throws AppError
 */
export async function undoInParts(step: () => Promise<BulkUndone>): Promise<Omit<BulkUndone, "isDone">> {
  const result = { undone: 0, left: 0 };
  for (;;) {
    const { undone, left, isDone } = await step();
    result.undone += undone;
    result.left += left;
    if (isDone) return result;
  }
}
