import { AppError } from "#app/shared/app-error.ts";

/** Whether the server says that the entry does not exist, or no longer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "not_found" || error.code === "gone");

/** Whether no answer came, so that what was asked for may have been done. */
export const isUnanswered = (error: unknown): boolean => error instanceof AppError && error.cause !== undefined;
