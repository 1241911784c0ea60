import { AppError } from "#app/shared/app-error.ts";

/** Whether no answer came, so that what was asked for may have been done. */
export const isUnanswered = (error: unknown): boolean => error instanceof AppError && error.cause !== undefined;

/** Shows what a call has done whose answer was lost. */
export async function reloadIfUnanswered(error: unknown, reload: () => Promise<unknown>): Promise<void> {
  if (isUnanswered(error)) await reload().catch(() => undefined);
}
