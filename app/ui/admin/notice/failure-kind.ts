import { AppError, type ErrorCode } from "#app/shared/app-error.ts";

/** The server, the connection or the load on them failed. */
const transient: ReadonlySet<ErrorCode> = new Set(["unavailable", "unexpected", "too_many"]);

/**
 * Whether the same call may succeed if it is repeated as it is. A refusal would meet it again, unless the server says
 * when to repeat it (Retry-After), as it does when two people saved at the same moment.
 */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof AppError) || transient.has(error.code) || error.retryAfterSeconds !== undefined;

/** Whether the server says that the entry does not exist, or no longer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "not_found" || error.code === "gone");

/** Whether no answer came, so that what was asked for may have been done. */
export const isUnanswered = (error: unknown): boolean => error instanceof AppError && error.cause !== undefined;

/** Shows what a call has done whose answer was lost. */
export async function reloadIfUnanswered(error: unknown, reload: () => Promise<unknown>): Promise<void> {
  if (isUnanswered(error)) await reload().catch(() => undefined);
}
