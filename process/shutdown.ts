import { errorFacts, type Log } from "#app/platform/observability/log.ts";

/** Maximum time from the signal to the end of the process; process managers kill after ten seconds. */
const longestMs = 9_000;

/**
 * On SIGTERM or SIGINT runs `end`, which drains requests in flight, and exits with code 0. Whatever is not finished in
 * time (a client that does not read, a mail server that does not respond) is cut off, and the code is still 0:
 * everything acknowledged was stored before. Exits with code 1 if `end` fails. A second signal waits for the first.
 */
export function endOnSignal(end: () => Promise<void>, log: Log, withinMs = longestMs): void {
  let isEnding = false;
  const begin = async () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => {
      log.warn("shutdown timed out", { afterMs: withinMs });
      process.exit(0);
    }, withinMs);
    try {
      await end();
      process.exit(0);
    } catch (error) {
      log.error("shutdown failed", errorFacts(error));
      process.exit(1);
    }
  };
  process.on("SIGTERM", begin).on("SIGINT", begin);
}
