import { AppError, type ErrorCode } from "#app/shared/app-error.ts";

/** The server, the connection or the load on them failed. */
const transient: ReadonlySet<ErrorCode> = new Set(["unavailable", "unexpected", "too_many"]);

/**
 * Whether the same call may succeed if it is repeated as it is. A refusal would meet it again, unless the server says
 * when to repeat it (Retry-After), as it does when two people saved at the same moment.
 */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof AppError) || transient.has(error.code) || error.retryAfterSeconds !== undefined;
