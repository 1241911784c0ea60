import { AppError } from "#app/shared/app-error.ts";

/**
 * Adds an entry with an idempotency key. If an attempt whose answer was lost has stored it, with what the form
 * contained then, that entry is changed instead of adding a second one.
 */
export async function addOnce<T>(add: () => Promise<T>, change: (added: T) => Promise<T>): Promise<T> {
  try {
    return await add();
  } catch (error) {
    if (!(error instanceof AppError && error.code === "stale" && error.data)) throw error;
    return change(error.data as T);
  }
}
