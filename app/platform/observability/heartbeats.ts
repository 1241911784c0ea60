/** Liveness of background work. A loop that hangs throws nothing; it just stops reporting. */
export interface Heartbeats {
  /**
   * Registers work that must report at least every `withinMs`.
   * @returns the function to report with, and to say if it takes longer until the next time
   */
  start(name: string, withinMs: number): (nextWithinMs?: number) => void;
  /** Work that has not reported in time. */
  silent(): string[];
}

/** Uses a monotonic clock in milliseconds, so that a wall-clock jump raises no alert. */
export function createHeartbeats(monotonicMs: () => number = () => performance.now()): Heartbeats {
  const works = new Map<string, { withinMs: number; lastMs: number }>();
  return {
    start(name, withinMs) {
      const work = { withinMs, lastMs: monotonicMs() };
      works.set(name, work);
      return (nextWithinMs = withinMs) => {
        work.lastMs = monotonicMs();
        work.withinMs = nextWithinMs;
      };
    },
    silent: () =>
      [...works].filter(([, { withinMs, lastMs }]) => monotonicMs() - lastMs > withinMs).map(([name]) => name),
  };
}
