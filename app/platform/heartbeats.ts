/** Background work that reports that it still runs. A loop that hangs throws nothing; it only falls silent. */
export interface Heartbeats {
  /** Announces work that beats at least every `withinMs`. @returns how it beats */
  start(name: string, withinMs: number): () => void;
  /** Work that has not beaten in its time. */
  silent(): string[];
}

/** Over a monotonic clock in milliseconds: a jump of the wall clock is no silence. */
export function createHeartbeats(monotonicMs: () => number = () => performance.now()): Heartbeats {
  const works = new Map<string, { withinMs: number; lastMs: number }>();
  return {
    start(name, withinMs) {
      const work = { withinMs, lastMs: monotonicMs() };
      works.set(name, work);
      return () => {
        work.lastMs = monotonicMs();
      };
    },
    silent: () =>
      [...works].filter(([, { withinMs, lastMs }]) => monotonicMs() - lastMs > withinMs).map(([name]) => name),
  };
}
