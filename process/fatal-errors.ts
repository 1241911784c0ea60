import { errorFacts, type Log } from "#app/platform/observability/log.ts";

/** Maximum time from an unhandled failure to the end of the process. */
const longestMs = 5_000;

/**
 * Handles uncaught exceptions and unhandled rejections. The state of the process is then unknown, so it exits with code
 * 1 for its supervisor to restart it: it logs one line and accepts no new connections; `end` finishes requests in
 * flight, which are cut off after five seconds. A second failure ends it at once. Failed output (a closed pipe, a full
 * disk) is not a failure.
 */
export function endOnFailure(end: () => Promise<void>, log: Log): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  let isEnding = false;
  const onFailure = (event: string) => (error: unknown) => {
    describeThrown(log, event, error);
    if (isEnding) process.exit(1);
    isEnding = true;
    setTimeout(() => process.exit(1), longestMs);
    end()
      .catch((failure: unknown) => describeThrown(log, "shutdown failed", failure))
      .finally(() => process.exit(1));
  };
  process.on("uncaughtException", onFailure("uncaught error"));
  process.on("unhandledRejection", onFailure("unhandled rejection"));
}

/** Anything may have been thrown, even an object whose properties throw. */
function describeThrown(log: Log, event: string, error: unknown): void {
  try {
    log.error(event, errorFacts(error));
  } catch {
    log.error(event);
  }
}
