import { requestContext } from "./request-context.ts";

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
export type LogLevel = keyof typeof levels;

type Facts = Record<string, unknown>;

/** Writes one JSON object per line. Facts are ids, counts and codes: never passwords, tokens or a visitor's text. */
export interface Log {
  debug(event: string, facts?: Facts): void;
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
}

/**
 * Logs events of `level` and above through `write`, one line each, with the current request's id. JSON escapes control
 * characters.
 */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const at =
    (name: Exclude<LogLevel, "silent">) =>
    (event: string, facts: Facts = {}) => {
      if (levels[name] >= levels[level])
        write(
          JSON.stringify({
            time: new Date().toISOString(),
            level: name,
            event,
            ...requestContext.getStore(),
            ...facts,
          }),
        );
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The facts of an error that may be logged. */
export function errorFacts(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: String(error) };
  const { code } = error as { code?: unknown };
  return {
    error: error.message,
    name: error.name,
    ...(code === undefined ? {} : { code: String(code) }),
    stack: error.stack,
  };
}
