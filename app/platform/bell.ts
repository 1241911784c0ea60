/** Tells the worker of this process that there is something to do, so that it need not wait for its next look. */
export interface Bell {
  /** `urgent`: somebody waits for the outcome. */
  ring(how?: "urgent"): void;
  /** Ends at the next ring, at one that nobody heard, or after `ms`. @returns whether it was urgent */
  heard(ms: number): Promise<boolean>;
}

export function createBell(): Bell {
  let hasRung = false;
  let isUrgent = false;
  let wake: (() => void) | undefined;
  return {
    ring(how) {
      hasRung = true;
      isUrgent ||= how === "urgent";
      wake?.();
    },
    async heard(ms) {
      if (!hasRung) {
        const ended = Promise.withResolvers<void>();
        wake = ended.resolve;
        const timer = setTimeout(ended.resolve, ms).unref();
        await ended.promise;
        clearTimeout(timer);
        wake = undefined;
      }
      const wasUrgent = isUrgent;
      hasRung = false;
      isUrgent = false;
      return wasUrgent;
    },
  };
}
