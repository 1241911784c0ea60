import { isDiskFull } from "#db/failures.ts";
import { processEnvironment } from "./config.ts";

/** A sentence about an error that has none of its own. LOG_LEVEL=debug adds its stack on standard error. */
export function unexpected(thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (processEnvironment().LOG_LEVEL === "debug") console.error(error.stack);
  const { code } = error as { code?: unknown };
  const what = error.message.replaceAll(/\s+/g, " ").replace(/[.!]?$/, "");
  const advice = isDiskFull(error)
    ? "The disk is full: free some space."
    : "LOG_LEVEL=debug shows where this comes from.";
  return `${what}${code === undefined ? "" : ` (${code})`}. ${advice}`;
}
