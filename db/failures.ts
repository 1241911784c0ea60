/** An operator can mend it: the message says how, and fits on one line of console output. */
export class OperatorError extends Error {}

interface DriverError {
  code?: unknown;
}

const code = (error: unknown): string => String((error as DriverError | null)?.code ?? "");

/** Whether a unique constraint was violated: a slug, a key, an email address. */
export function isUniqueViolation(error: unknown): boolean {
  return ["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"].includes(code(error));
}

/** PostgreSQL cannot store NUL in text, nor what the encoding of its database lacks. */
export function isUnstorable(error: unknown): boolean {
  return ["22021", "22P05"].includes(code(error));
}

/** The database stayed locked longer than a write may wait. */
export class DatabaseBusy extends Error {
  readonly code: string;
  constructor(isInVacuum = false) {
    super("other writers took too long");
    this.code = isInVacuum ? "SQLITE_BUSY_VACUUM" : "SQLITE_BUSY";
  }
}

/** SQLite's file is being rewritten (db/sqlite/vacuum.server.ts), and takes writes again after that. */
export const isInVacuum = (error: unknown): boolean => code(error) === "SQLITE_BUSY_VACUUM";

/** PostgreSQL: a lock was not to be had in time, or two transactions waited for each other. */
export const isLockRefused = (error: unknown): boolean => ["55P03", "40P01"].includes(code(error));

/** SQLite's file is locked by another process, or the write queue is too long. */
export const isBusy = (error: unknown): boolean => code(error).startsWith("SQLITE_BUSY");

/** How long a write waits for the write queue and for other processes, measured from submission. */
export const busyTimeoutMs = 5_000;

/**
 * No connection to PostgreSQL was available, or the one in use was lost: the last statement may or may not have run.
 */
export class ConnectionLost extends Error {
  readonly code = "08006";
  constructor(what: string, cause?: unknown) {
    super(cause === undefined ? what : `${what}: ${(cause as Error).message || code(cause)}`, { cause });
  }
}

/** Whether the error was reported by the server itself rather than the network. */
export const isServerError = (error: unknown): boolean =>
  typeof (error as { severity?: unknown } | null)?.severity === "string";

/**
 * After these errors the server closes the connection, or the connection points to a server that no longer accepts
 * writes (25006, after a failover).
 */
export const endsConnection = (error: unknown): boolean => /^(08|57P|25006|25P0[34])/.test(code(error));

/**
 * Whether the database is temporarily unavailable (locked, full, read-only, damaged, unreachable): the same call may
 * succeed later. PostgreSQL codes: 08 connection, 53 resources (disk full, too many connections), 57P shutdown, 57014
 * statement timeout, 55P03 lock not available, 40 lost to another transaction, 25 read-only or idle too long, 58030 I/O
 * error.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const is = code(error);
  return (
    /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM)/.test(is) ||
    isDamaged(error) ||
    (/^[0-9A-Z]{5}$/.test(is) && /^(08|53|57P|57014|55P03|40001|40P01|25006|25P0[34]|58030)/.test(is))
  );
}

/** There is no room on the disk, or for this user. SQLite reports it as an I/O error where it maps its log's index. */
export const isDiskFull = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)/.test(code(error));

/** What to do about a folder in which no database can be opened. */
export function folderAdvice(error: unknown): string {
  if (isDiskFull(error)) return "The disk is full: free some space (1 MB will do).";
  if (!code(error).startsWith("SQLITE_IOERR")) return "Choose a folder this user may write to.";
  return "Choose a folder on a local disk, since network and shared ones lack the locks it needs.";
}

/** Readable but not writable: the disk is full or failing, or the server is a standby. */
export const isWriteRefused = (error: unknown): boolean =>
  /^(SQLITE_(FULL|READONLY|IOERR)|53100|25006)/.test(code(error));

/** SQLite's file is corrupt or not a database, or a page or index in PostgreSQL is damaged. */
export function isDamaged(error: unknown): boolean {
  return /^(SQLITE_(NOTADB|CORRUPT)|XX00[12]$)/.test(code(error));
}
