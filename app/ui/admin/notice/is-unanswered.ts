import { AppError } from "#app/shared/app-error.ts";

/** Whether no answer came, so that what was asked for may have been done. */
export const isUnanswered = (error: unknown): boolean => error instanceof AppError && error.cause !== undefined;
