import type { Log } from "./log.ts";

type Facts = Record<string, unknown>;

interface Kind {
  level: "warn" | "error";
  event: string;
  facts: Facts;
  repeated: number;
}

/** Somebody may be guessing: each of these is told. Rate limits bound their number. */
const everyTime = new Set(["login rejected", "current password rejected", "second factor rejected", "alert began"]);

/** A process that meets more kinds of trouble than this within one interval logs the rest in full. */
const mostKinds = 500;

/**
 * Logs the first warning or error of a kind whole; the same again within `intervalMs` is counted and told in one line at the
 * interval's end, with `repeated`. An outage of seconds once wrote megabytes of equal stacks.
 * A kind is the event with the route, the client and the error's code or name, not its changing text.
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
      if (kinds.size >= mostKinds) return;
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
