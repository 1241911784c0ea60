import { within } from "#app/shared/within.ts";
import { DatabaseBusy } from "../failures.ts";

/** Hands the writer to one transaction, statement or step at a time, in the order requested. */
export class WriteQueue {
  isInVacuum = false;
  #last: Promise<void> = Promise.resolve();

  /**
   * Waits for the writer.
   * @param deadlineMs by `performance.now()`; without one it waits as long as it takes
   * @returns the release function
   * @throws Busy if it did not become free in time
   */
  async take(deadlineMs?: number): Promise<() => void> {
    const ended = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = before.then(() => ended.promise);
    if (deadlineMs === undefined) await before;
    else
      await within(deadlineMs - performance.now(), before, () => {
        ended.resolve();
        throw new DatabaseBusy(this.isInVacuum);
      });
    return ended.resolve;
  }
}
