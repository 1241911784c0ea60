import { setTimeout as pause } from "node:timers/promises";
import type SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import { busyTimeoutMs, isBusy } from "../failures.ts";
import type { ReaderThreads } from "./reader-thread.server.ts";
import type { WriteAheadLog } from "./write-ahead-log.server.ts";
import { WriteQueue } from "./write-queue.ts";

// SQLite's calls are synchronous: waiting inside one blocks the event loop. So nothing waits inside a call here: reads
// have their own connection, which no writer blocks, and a write that finds the database locked by another process is
// retried after a pause. Long reads run in a thread. Kysely's own driver has one connection behind one lock, for reads
// and writes alike.

const pauseMs = 25;

/** Only for a database in a file, not one in memory. */
interface FileParts {
  /** Without them, every read runs on the reader connection. */
  threads?: ReaderThreads;
  log?: WriteAheadLog;
  /** Shared with whoever else writes to the file (db/sqlite/vacuum.server.ts). */
  writeQueue?: WriteQueue;
}

/** What all connections of a database share. */
interface Shared extends FileParts {
  writer: SqliteConnection;
  reader: SqliteConnection;
  writeQueue: WriteQueue;
}

export class ReaderWriterSqliteDialect extends SqliteDialect {
  readonly #shared: Shared;

  constructor(writer: SQLite.Database, reader: SQLite.Database, file: FileParts = {}) {
    super({ database: writer });
    const connections = { writer: new SqliteConnection(writer), reader: new SqliteConnection(reader) };
    this.#shared = { writeQueue: new WriteQueue(), ...file, ...connections };
  }

  override createDriver(): Driver {
    return driverOf(this.#shared);
  }

  override createAdapter(): DialectAdapter {
    return new ManyConnections();
  }
}

/** The driver itself serializes writers. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /**
   * SQLite supports creating and dropping tables and indexes in transactions; Kysely's own adapter says it does not.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function driverOf(shared: Shared): Driver {
  const { writer, reader, threads, log, writeQueue } = shared;
  const end = (connection: Connection) => {
    connection.releaseWriter?.();
    connection.releaseWriter = undefined;
  };
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(shared),
    async beginTransaction(connection: Connection) {
      const deadlineMs = performance.now() + busyTimeoutMs;
      const done = await writeQueue.take(deadlineMs);
      try {
        await retryWhileBusy(deadlineMs, () => writer.run(CompiledQuery.raw("begin immediate")));
        connection.releaseWriter = done;
      } catch (error) {
        done();
        throw error;
      }
    },
    async commitTransaction(connection: Connection) {
      log?.requireInPlace();
      writer.run(CompiledQuery.raw("commit"));
      log?.afterCommit();
      end(connection);
    },
    async rollbackTransaction(connection: Connection) {
      try {
        // If the disk is full, SQLite has already rolled back.
        if (writer.database.inTransaction) writer.run(CompiledQuery.raw("rollback"));
      } finally {
        end(connection);
      }
    },
    releaseConnection: async () => {},
    async destroy() {
      await threads?.close();
      const close = () => {
        reader.database.close();
        writer.database.close();
      };
      if (log) log.end(close);
      else close();
    },
  };
}

class Connection implements DatabaseConnection {
  /** Set while a transaction of this connection holds the writer. */
  releaseWriter: (() => void) | undefined;
  readonly #shared: Shared;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader, threads, log, writeQueue } = this.#shared;
    if (this.releaseWriter) return writer.run(query);
    const deadlineMs = performance.now() + busyTimeoutMs;
    if (SelectQueryNode.is(query.query) || reader.isReading(query))
      return retryWhileBusy(deadlineMs, () =>
        threads && !reader.isLookup(query) ? threads.run<R>(query) : reader.run<R>(query),
      );
    const done = await writeQueue.take(deadlineMs);
    try {
      log?.requireInPlace();
      const result = await retryWhileBusy(deadlineMs, () => writer.run<R>(query));
      log?.afterCommit();
      return result;
    } finally {
      done();
    }
  }

  // biome-ignore lint/correctness/useYield: an open cursor would block the only reading connection for everyone else
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Read long lists in portions; SQLite's connection is shared.");
  }
}

const maxStatements = 500;

/** A query plan step that reads few rows: by a complete unique key, or from a table that stays small. */
const lookup = new RegExp(
  [
    "^SEARCH \\w+ USING (INTEGER PRIMARY KEY \\(rowid=\\?\\)|(COVERING )?INDEX sqlite_autoindex_\\w+ \\([^<>]*\\))",
    "^SCAN (CONSTANT ROW|\\d+ CONSTANT ROWS|content_revision|counter|setting|site_content|user|sqlite_\\w+|kysely_\\w+|pragma_\\w+)\\b",
  ].join("|"),
);

/** One connection, with a cache of prepared statements. */
export class SqliteConnection {
  readonly database: SQLite.Database;
  readonly #kept = new Map<string, SQLite.Statement>();
  readonly #lookups = new Map<string, boolean>();

  constructor(database: SQLite.Database) {
    this.database = database;
  }

  isReading({ sql }: CompiledQuery): boolean {
    return this.#statement(sql).readonly;
  }

  /** Whether SQLite's query plan finds every row by a unique key, so that its time does not grow with the tables. */
  isLookup({ sql, parameters }: CompiledQuery): boolean {
    const known = this.#lookups.get(sql);
    if (known !== undefined) return known;
    if (this.#lookups.size >= maxStatements) this.#lookups.clear();
    const steps = this.database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    const isLookup = steps.every(({ detail }) => !/^(SCAN|SEARCH) /.test(detail) || lookup.test(detail));
    this.#lookups.set(sql, isLookup);
    return isLookup;
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#statement(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  #statement(sql: string): SQLite.Statement {
    const known = this.#kept.get(sql);
    if (known) return known;
    if (this.#kept.size >= maxStatements) this.#kept.clear();
    const statement = this.database.prepare(sql);
    this.#kept.set(sql, statement);
    return statement;
  }
}

/**
 * Repeats `work` while another process has the database locked. `deadlineMs`: by `performance.now()`.
 * @throws SQLite's error once the deadline has passed
 */
export async function retryWhileBusy<T>(deadlineMs: number, work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() + pauseMs > deadlineMs) throw error;
      await pause(pauseMs);
    }
  }
}
