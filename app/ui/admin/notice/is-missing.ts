import { AppError } from "#app/shared/app-error.ts";

/** Whether the server says that the entry does not exist, or no longer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "not_found" || error.code === "gone");
