import type { Log } from "./log.ts";

type Facts = Record<string, unknown>;

interface Kind {
  level: "warn" | "error";
  event: string;
  facts: Facts;
  repeated: number;
}

/** Possible guessing attacks: each one is logged. Rate limits bound their number. */
const everyTime = new Set(["login rejected", "current password rejected", "second factor rejected", "alert began"]);

/** If more distinct kinds than this occur within one interval, the rest are logged in full. */
const maxKinds = 500;

/**
 * Logs the first warning or error of a kind in full; repeats within `intervalMs` are counted and summarized in one line
 * at the end of the interval, with `repeated`. An outage of a few seconds once wrote megabytes of identical stack
 * traces. A kind is the event with its route, client and the error's code or name, not its varying message.
 */
export function summarizeRepeats(log: Log, intervalMs = 60_000): Log {
  const kinds = new Map<string, Kind>();
  const at =
    (level: Kind["level"]) =>
    (event: string, facts: Facts = {}): void => {
      if (everyTime.has(event)) {
        log[level](event, facts);
        return;
      }
      const { path, client, code, name, kind } = facts;
      const key = [level, event, path, client, code ?? name, kind].join("\n");
      const known = kinds.get(key);
      if (known) {
        known.repeated++;
        return;
      }
      log[level](event, facts);
      if (kinds.size >= maxKinds) return;
      const { stack: _, requestId: __, ...summary } = facts;
      kinds.set(key, { level, event, facts: summary, repeated: 0 });
      setTimeout(() => {
        const seen = kinds.get(key);
        kinds.delete(key);
        if (seen && seen.repeated > 0)
          log[level](event, { ...seen.facts, repeated: seen.repeated, withinMs: intervalMs });
      }, intervalMs).unref();
    };
  return { debug: log.debug, info: log.info, warn: at("warn"), error: at("error") };
}
