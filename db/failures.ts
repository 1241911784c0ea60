interface DriverError {
  code?: unknown;
}

const code = (error: unknown): string => String((error as DriverError | null)?.code ?? "");

/** A unique constraint was violated: a slug, a key, an address. */
export function isUniqueViolation(error: unknown): boolean {
  return ["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"].includes(code(error));
}

/** PostgreSQL stores no NUL in text. */
export function isUnstorable(error: unknown): boolean {
  return code(error) === "22021";
}

/** The database stayed locked for longer than a write waits. */
export class Busy extends Error {
  readonly code = "SQLITE_BUSY";
  constructor() {
    super("other writers took too long");
  }
}

/** SQLite's file is locked by another process, or the write queue is too long. */
export const isBusy = (error: unknown): boolean => code(error).startsWith("SQLITE_BUSY");

/** How long a write waits for the write queue and for other processes, from when it was submitted. */
export const busyTimeoutMs = 5_000;

/** No connection to PostgreSQL was available, or the one in use was lost: the last statement may or may not have run. */
export class ConnectionLost extends Error {
  readonly code = "08006";
  constructor(what: string, cause?: unknown) {
    super(cause === undefined ? what : `${what}: ${(cause as Error).message || code(cause)}`, { cause });
  }
}

/** Reported by the server itself, not by the network. */
export const isAnswer = (error: unknown): boolean =>
  typeof (error as { severity?: unknown } | null)?.severity === "string";

/** After these the server ends the connection, or it leads to a server that takes no writes any more (25006, after a failover). */
export const endsConnection = (error: unknown): boolean => /^(08|57P|25006|25P0[34])/.test(code(error));

/**
 * The database cannot serve just now (locked, full, read-only, damaged, gone): the same call may succeed later. Of PostgreSQL's codes: 08
 * connection, 53 resources (disk full, too many connections), 57P shut down, 57014 took too long, 55P03 locked, 40 lost against
 * another transaction, 25 read-only or idle too long, 58030 disk failed.
 */
export function isDatabaseAway(error: unknown): boolean {
  const is = code(error);
  return (
    /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM)/.test(is) ||
    isDamaged(error) ||
    (/^[0-9A-Z]{5}$/.test(is) && /^(08|53|57P|57014|55P03|40001|40P01|25006|25P0[34]|58030)/.test(is))
  );
}

/** Readable but not writable: the disk is full or broken, or the server is a standby. */
export const isWriteRefused = (error: unknown): boolean =>
  /^(SQLITE_(FULL|READONLY|IOERR)|53100|25006)/.test(code(error));

/** SQLite's file is corrupt or not a database, or a page or index of PostgreSQL is damaged. */
export function isDamaged(error: unknown): boolean {
  return /^(SQLITE_(NOTADB|CORRUPT)|XX00[12]$)/.test(code(error));
}
