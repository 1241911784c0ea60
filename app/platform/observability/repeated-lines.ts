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

/** So many paths of one error are logged, since a stranger may ask for any number of them in an outage. */
const maxPaths = 10;

/** With more kinds than this in one interval, further warnings of an event are one kind: of clients there is no end. */
const maxKinds = 500;

/**
 * Logs the first warning or error of a kind in full; repeats within `intervalMs` are counted and summarized in one line
 * at the end of the interval, with `repeated`. An outage of a few seconds once wrote megabytes of identical stack
 * traces. A kind is the event with its route, client and the error's code or name, not its varying message; the paths of
 * one error beyond the tenth are a kind together, and so are the warnings of one event beyond 500 kinds.
 */
export function summarizeRepeats(log: Log, intervalMs = 60_000): Log {
  const kinds = new Map<string, Kind>();
  /** Number of kinds that differ by their path only. */
  const pathsOf = new Map<string, number>();
  const at =
    (level: Kind["level"]) =>
    (event: string, facts: Facts = {}): void => {
      if (everyTime.has(event)) {
        log[level](event, facts);
        return;
      }
      const { path, client, code, name, kind } = facts;
      const family = [level, event, client, code ?? name, kind].join("\n");
      const paths = pathsOf.get(family) ?? 0;
      const own = `${family}\n${path}`;
      const isOneTooMany = level === "error" && path !== undefined && paths >= maxPaths && !kinds.has(own);
      const isPastAll = level === "warn" && kinds.size >= maxKinds && !kinds.has(own);
      const key = isPastAll ? `${level}\n${event}` : isOneTooMany ? family : own;
      const known = kinds.get(key);
      if (known) {
        known.repeated++;
        return;
      }
      const isOfMany = isOneTooMany || isPastAll;
      const others = isPastAll ? {} : facts;
      const { stack: _, requestId: __, ...summary } = isOfMany ? { ...others, path: "(others)" } : facts;
      log[level](event, isOfMany ? summary : facts);
      kinds.set(key, { level, event, facts: summary, repeated: 0 });
      pathsOf.set(family, paths + 1);
      setTimeout(() => {
        const seen = kinds.get(key);
        kinds.delete(key);
        const left = (pathsOf.get(family) ?? 1) - 1;
        if (left > 0) pathsOf.set(family, left);
        else pathsOf.delete(family);
        if (seen && seen.repeated > 0)
          log[level](event, { ...seen.facts, repeated: seen.repeated, withinMs: intervalMs });
      }, intervalMs).unref();
    };
  return { debug: log.debug, info: log.info, warn: at("warn"), error: at("error") };
}
