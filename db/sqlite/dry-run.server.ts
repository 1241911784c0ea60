import { setImmediate } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult, SqliteDialect } from "kysely";
import { type DryRun, writtenTable } from "../dry-run.ts";
import { busyTimeoutMs } from "../failures.ts";
import type { Options } from "../open-database.ts";
import type { Schema } from "../schema.ts";
import { setUpConnection } from "./connection.ts";
import { retryWhileBusy, SqliteConnection } from "./driver.server.ts";
import type { WriteAheadLog } from "./write-ahead-log.server.ts";
import { WriteQueue } from "./write-queue.ts";

// A dry run has a database in memory, to which the site's file is attached as `site`. SQLite looks up an unqualified
// table in the first before the second, so a statement finds a table's copy, or else the table itself. The file has a
// write-ahead log, so reading it neither waits for the writer nor holds it up.

/** `close` ends those that are still running. Before the writer is closed, whose connection has to be the last. */
export function sqliteDryRuns(file: string, log: WriteAheadLog, options: Options): { run: DryRun; close(): void } {
  const running = new Set<SQLite.Database>();
  return {
    async run(work) {
      // Attached, a missing file would be made anew, and its log deleted as a leftover.
      log.requireInPlace();
      const sqlite = openBeside(file);
      running.add(sqlite);
      try {
        const db = new Kysely<Schema>({ dialect: new DryRunDialect(sqlite), ...options });
        const transaction = await db.startTransaction().execute();
        return await work(transaction);
      } finally {
        running.delete(sqlite);
        sqlite.close();
      }
    },
    close() {
      for (const sqlite of running) sqlite.close();
    },
  };
}

function openBeside(file: string): SQLite.Database {
  const sqlite = new SQLite(":memory:");
  try {
    setUpConnection(sqlite);
    // A foreign key can only refer to a table in the same database, which may not have been copied.
    sqlite.pragma("foreign_keys = OFF");
    sqlite.prepare("attach ? as site").run(file);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

class DryRunDialect extends SqliteDialect {
  readonly #connection: DryRunConnection;

  constructor(database: SQLite.Database) {
    super({ database });
    this.#connection = new DryRunConnection(database);
  }

  override createDriver(): Driver {
    const never = async () => {
      throw new Error("A dry run ends when its database is closed.");
    };
    return {
      init: async () => {},
      acquireConnection: async () => this.#connection,
      beginTransaction: () => this.#connection.begin(),
      commitTransaction: never,
      rollbackTransaction: never,
      releaseConnection: async () => {},
      destroy: async () => {},
    };
  }
}

class DryRunConnection implements DatabaseConnection {
  readonly #sqlite: SQLite.Database;
  readonly #copied = new Set<string>();
  /** One statement at a time: none may read a table that is being copied. */
  readonly #queue = new WriteQueue();
  #statements: SqliteConnection;
  #turnBeganMs = performance.now();

  constructor(sqlite: SQLite.Database) {
    this.#sqlite = sqlite;
    this.#statements = new SqliteConnection(sqlite);
  }

  /** The transaction reads the file in the state in which its first statement finds it. */
  async begin(): Promise<void> {
    this.#statements.run(CompiledQuery.raw("begin"));
    const read = CompiledQuery.raw("select count(*) from site.sqlite_schema");
    await retryWhileBusy(performance.now() + busyTimeoutMs, () => this.#statements.run(read));
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const done = await this.#queue.take();
    try {
      const table = writtenTable(query);
      if (table !== undefined && !this.#copied.has(table)) await this.#copy(table);
      await this.#nextTurn();
      return this.#statements.run(query);
    } finally {
      done();
    }
  }

  // biome-ignore lint/correctness/useYield: nothing reads that much in a dry run
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Read long lists in portions.");
  }

  async #copy(table: string): Promise<void> {
    for (const _ of copyTable(this.#sqlite, table)) await this.#nextTurn();
    this.#copied.add(table);
    // Those prepared before would still read the table itself.
    this.#statements = new SqliteConnection(this.#sqlite);
  }

  /** Statements run on the event loop; others get their turn in between. */
  async #nextTurn(): Promise<void> {
    if (performance.now() - this.#turnBeganMs < turnMs) return;
    await setImmediate();
    this.#turnBeganMs = performance.now();
  }
}

/** How long a dry run may occupy the event loop at a time. */
const turnMs = 5;

/** Rows copied by one statement: about a millisecond for long texts. */
const rowsAtOnce = 100;

/** Copies a table with its indexes and the ids that it has given, in portions. */
function* copyTable(sqlite: SQLite.Database, table: string): Generator<void> {
  const [definition = "", ...indexes] = sqlite
    .prepare(
      "select sql from site.sqlite_schema where tbl_name = ? and type in ('table', 'index') and sql is not null order by type desc",
    )
    .pluck()
    .all(table) as string[];
  if (!/^create table/i.test(definition)) throw new Error(`A dry run cannot copy ${table}.`);
  for (const each of [definition, ...indexes]) sqlite.exec(each);
  yield* copyRows(sqlite, `"${table}"`);
  if (!/autoincrement/i.test(definition)) return;
  sqlite.prepare("delete from main.sqlite_sequence where name = ?").run(table);
  sqlite.prepare("insert into main.sqlite_sequence select * from site.sqlite_sequence where name = ?").run(table);
}

function* copyRows(sqlite: SQLite.Database, name: string): Generator<void> {
  const lastOfNext = sqlite
    .prepare(`select max(id) from (select rowid as id from site.${name} where rowid > ? order by rowid limit ?)`)
    .pluck();
  const copy = sqlite.prepare(`insert into main.${name} select * from site.${name} where rowid > ? and rowid <= ?`);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const last = lastOfNext.get(after, rowsAtOnce) as number | null;
    if (last === null) return;
    copy.run(after, last);
    after = last;
    yield;
  }
}
