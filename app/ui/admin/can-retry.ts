import { AppError, type ErrorCode } from "#app/shared/app-error.ts";

/** The server, the connection or the load on them failed. All others are refusals, which the same call meets again. */
const transient: ReadonlySet<ErrorCode> = new Set(["unavailable", "unexpected", "too_many"]);

/** Whether the same call may succeed if it is repeated as it is. */
export const canRetry = (error: unknown): boolean => !(error instanceof AppError) || transient.has(error.code);
