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

/** Outcome of a bulk change by calls that name its entries. */
export interface BatchResult<C> {
  /** What was changed, as the server names it. */
  changed: C[];
  /** Number of entries that were left alone. */
  left: number;
  /** Why it stopped before it was complete. */
  failure?: unknown;
}

/** Entries per call; the same value as in the contracts, whose schemas are not loaded in the browser. */
const maxBatchSize = 200;

/**
 * Changes many entries by one call per 200.
 * @throws AppError if the first call fails; a later failure is in the result, so that the part can be undone
 */
export async function changeInBatches<E, C>(
  entries: readonly E[],
  send: (batch: E[]) => Promise<{ changed: C[]; left: number }>,
): Promise<BatchResult<C>> {
  const result = { changed: [] as C[], left: 0 };
  for (let from = 0; from < entries.length; from += maxBatchSize)
    try {
      const { changed, left } = await send(entries.slice(from, from + maxBatchSize));
      result.changed.push(...changed);
      result.left += left;
    } catch (failure) {
      if (from === 0) throw failure;
      return { ...result, failure };
    }
  return result;
}

/** Undoes a bulk change in parts. @throws AppError */
export async function undoInParts(step: () => Promise<BulkUndone>): Promise<Omit<BulkUndone, "isDone">> {
  const result = { undone: 0, left: 0 };
  for (;;) {
    const { undone, left, isDone } = await step();
    result.undone += undone;
    result.left += left;
    if (isDone) return result;
  }
}
