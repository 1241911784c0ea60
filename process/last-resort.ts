import { errorFacts, type Log } from "#app/platform/log.ts";

/** From a failure that nobody handled to the end of the process at most. */
const longestMs = 5_000;

/**
 * For what no code handled: a throw in a timer or an event, a rejection that nobody waits for. Nobody knows what state that leaves, so
 * the process ends with code 1 and whoever runs it starts it anew: one line in the log, no new connections, and what is in flight is
 * finished by `end` or cut off after `withinMs`. A second failure ends it at once.
 * Output that nobody takes any more (a closed pipe, a full disk) is no failure.
 */
export function endOnFailure(end: () => Promise<void>, log: Log, withinMs = longestMs): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  let isEnding = false;
  const onFailure = (event: string) => (error: unknown) => {
    tell(log, event, error);
    if (isEnding) process.exit(1);
    isEnding = true;
    setTimeout(() => process.exit(1), withinMs);
    end()
      .catch((failure: unknown) => tell(log, "shutdown failed", failure))
      .finally(() => process.exit(1));
  };
  process.on("uncaughtException", onFailure("uncaught error"));
  process.on("unhandledRejection", onFailure("unhandled rejection"));
}

/** Anything may have been thrown, an object whose parts throw too. */
function tell(log: Log, event: string, error: unknown): void {
  try {
    log.error(event, errorFacts(error));
  } catch {
    log.error(event);
  }
}
