import { errorFacts } from "#app/platform/observability/log.ts";
import { isDatabaseUnavailable } from "#db/failures.ts";
import type { AppDeps } from "#server/app-context.ts";

/** Longer than any single run takes, even on a slow database. */
const silenceMs = 5 * 60_000;

/**
 * Runs `work` repeatedly with a pause in between, or with the one in milliseconds that it returns; a failed run is
 * logged, and the next one tries again. Work that keeps failing counts as stopped, as does work that hangs, unless the
 * database is away, which is an alert of its own.
 * @returns the function that stops it, once a run in progress has ended
 */
export function repeat(
  { log, heartbeats }: Pick<AppDeps, "log" | "heartbeats">,
  name: string,
  everyMs: number,
  work: () => Promise<void> | Promise<number | undefined>,
  afterFailureMs = everyMs,
): () => Promise<void> {
  const beat = heartbeats.start(name, everyMs + silenceMs);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    let pauseMs = everyMs;
    try {
      pauseMs = (await work()) ?? everyMs;
      beat(pauseMs + silenceMs);
    } catch (error) {
      // Each step is one transaction: what the end of the process cuts off has done nothing, and begins anew.
      const facts = { work: name, ...errorFacts(error) };
      if (stopped) log.info("background work cut off", facts);
      else log.error("background work failed", facts);
      if (isDatabaseUnavailable(error)) beat();
      pauseMs = afterFailureMs;
    }
    if (!stopped) timer = setTimeout(begin, pauseMs).unref();
  };
  let running = run();
  function begin() {
    running = run();
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
