import type { KyselyConfig } from "kysely";
import type { DryRun } from "./dry-run.ts";
import { OperatorError } from "./failures.ts";
import type { Db } from "./schema.ts";

export interface OpenDatabase {
  db: Db;
  /** The same database, over connections reserved for visitors' messages. */
  leadDb: Db;
  dryRun: DryRun;
  /**
   * SQLite: marks the file from now on, so that a copy of it without its log is recognized. Only for the process that
   * serves the site.
   */
  markLog?(): void;
  /**
   * Removes the remains of deleted data: in SQLite's file every byte of them, while nobody can write; on PostgreSQL,
   * which frees the bytes itself, what the statistics keep.
   */
  vacuum: () => Promise<void>;
  close(): Promise<void>;
}

/** The database could not be opened. */
export class OpenError extends OperatorError {
  override name = "OpenError";
}

/** Options for opening either database. */
export type Options = Pick<KyselyConfig, "plugins" | "log">;

/** Connection pool and statement limits for PostgreSQL (the DATABASE_… environment variables). */
export interface PoolSettings {
  /** Maximum number of connections of this process. */
  size: number;
  /** How many of them are reserved for visitors' messages. */
  keptForLeads: number;
  /** Maximum duration of a statement, and idle time of a transaction; 0: the server's own settings apply. */
  statementTimeoutMs: number;
}

export const usualPool: PoolSettings = { size: 10, keptForLeads: 2, statementTimeoutMs: 15_000 };
