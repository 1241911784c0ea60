interface DriverError {
  code?: unknown;
}

const code = (error: unknown): string => String((error as DriverError | null)?.code ?? "");

/** Two rows that may not be equal would have been: a slug, a key, an address. */
export function isUniqueViolation(error: unknown): boolean {
  return ["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"].includes(code(error));
}

/** PostgreSQL keeps no NUL in a text. */
export function isUnstorable(error: unknown): boolean {
  return code(error) === "22021";
}

/** Others held the database for longer than a write waits. */
export class Busy extends Error {
  readonly code = "SQLITE_BUSY";
  constructor() {
    super("other writers took too long");
  }
}

/** SQLite's file is held by another process, or its own writers have a long queue. */
export const isBusy = (error: unknown): boolean => code(error).startsWith("SQLITE_BUSY");

/** How long a write waits for its turn and for other processes, counted from when it was asked for. */
export const patienceMs = 5_000;

/** The database cannot serve just now (locked, full, read-only, gone): the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  const is = code(error);
  return (
    /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM)/.test(is) ||
    /^(08|53|57P)/.test(is) ||
    ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"].includes(is) ||
    /Connection terminated|timeout exceeded when trying to connect/.test((error as Error | null)?.message ?? "")
  );
}

/** The file of SQLite is not whole, or none of SQLite's. */
export function isDamaged(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(code(error));
}
