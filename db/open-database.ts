import type { KyselyConfig } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Db } from "./schema.ts";

export interface OpenDatabase {
  db: Db;
  /** The same, by connections that nothing but visitors' messages may use up. */
  leadDb: Db;
  dialect: Dialect;
  /** Where it is, without credentials: for messages. */
  place: string;
  /** SQLite: from here on a copy of the file without its log is known as one. For the one process that serves the site. */
  markLog?(): void;
  /** Overwrites what was deleted, where the product can do so: SQLite's file is its own, PostgreSQL's belong to a server. */
  scrub: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** The database could not be opened; the message says what to do and is fit for one line on the console. */
export class CannotOpen extends Error {
  override name = "CannotOpen";
}

/** What both databases are opened with. */
export type Options = Pick<KyselyConfig, "plugins" | "log">;

/** How many connections to PostgreSQL there are, and how long a statement may take (DATABASE_… of the environment). */
export interface PoolSettings {
  /** Connections of this process at most. */
  size: number;
  /** So many of them are never taken by anything but visitors' messages. */
  keptForLeads: number;
  /** How long a statement may take, and how long a transaction may do nothing; 0: the server's own settings hold. */
  statementTimeoutMs: number;
}

export const usualPool: PoolSettings = { size: 10, keptForLeads: 2, statementTimeoutMs: 15_000 };
