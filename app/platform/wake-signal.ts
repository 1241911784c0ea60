/** Wakes a background loop in this process so that it need not wait for its next poll. */
export interface WakeSignal {
  /** `urgent`: somebody is waiting for the result. */
  notify(how?: "urgent"): void;
  /**
   * Resolves at the next notification, at one that arrived since the last wait, or after `ms`.
   * @returns whether one was urgent
   */
  wait(ms: number): Promise<boolean>;
}

/** A signal for one waiting loop; with several, only the last to wait is woken. */
export function createWakeSignal(): WakeSignal {
  let isNotified = false;
  let isUrgent = false;
  let endWait: (() => void) | undefined;
  return {
    notify(how) {
      isNotified = true;
      isUrgent ||= how === "urgent";
      endWait?.();
    },
    async wait(ms) {
      if (!isNotified) {
        const ended = Promise.withResolvers<void>();
        endWait = ended.resolve;
        const timer = setTimeout(ended.resolve, ms).unref();
        await ended.promise;
        clearTimeout(timer);
        endWait = undefined;
      }
      const wasUrgent = isUrgent;
      isNotified = false;
      isUrgent = false;
      return wasUrgent;
    },
  };
}
