import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type QueryResult,
} from "kysely";
import { type DryRun, writtenTable } from "../dry-run.ts";
import type { Options } from "../open-database.ts";
import type { Schema } from "../schema.ts";
import { Slots } from "./pool.server.ts";

// A dry run copies tables to temporary ones of the same name, which PostgreSQL finds first, in a transaction that is
// rolled back. Writing to the tables themselves would wait for whoever has changed the same rows, and keep others waiting.

/** Each has a connection while a page is rendered: whoever loads one again and again leaves the others to everybody. */
const atOnce = 2;
const longestWaitMs = 5_000;

/** Dry runs on the connections of `pool`. */
export function postgresDryRun(pool: PostgresPool, options: Options): DryRun {
  const db = new Kysely<Schema>({ dialect: new DryRunDialect({ pool }), ...options });
  const slots = new Slots(atOnce);
  return async (work) => {
    await slots.take(performance.now() + longestWaitMs);
    try {
      // All its statements see the same state.
      const transaction = await db.startTransaction().setIsolationLevel("repeatable read").execute();
      try {
        return await work(transaction);
      } finally {
        await transaction.rollback().execute();
      }
    } finally {
      slots.give();
    }
  };
}

class DryRunDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const inner = (connection: DatabaseConnection) => (connection as DryRunConnection).inner;
    return {
      init: (options) => driver.init(options),
      acquireConnection: async (options) => new DryRunConnection(await driver.acquireConnection(options)),
      beginTransaction: (connection, settings) => driver.beginTransaction(inner(connection), settings),
      commitTransaction: async () => {
        throw new Error("A dry run is never committed.");
      },
      rollbackTransaction: (connection) => driver.rollbackTransaction(inner(connection)),
      releaseConnection: (connection) => driver.releaseConnection(inner(connection)),
      destroy: (options) => driver.destroy(options),
    };
  }
}

class DryRunConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #copies = new Map<string, Promise<void>>();

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const table = writtenTable(query);
    if (table !== undefined) {
      const copy = this.#copies.get(table) ?? this.#copy(table);
      this.#copies.set(table, copy);
      await copy;
    }
    return this.inner.executeQuery(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery(query, chunkSize);
  }

  /** Under a name of its own until it is complete, because other statements may run in between. */
  async #copy(table: string): Promise<void> {
    const copy = `"dry_run_${table}"`;
    for (const statement of [
      `create temporary table ${copy} (like "${table}" including all)`,
      `insert into ${copy} overriding system value select * from "${table}"`,
      // The copy would give ids from 1. The table's own sequence is only read, so that looking uses up no id.
      `select setval(pg_get_serial_sequence('${copy}', attname), coalesce(last, 1), last is not null)
       from pg_attribute, pg_sequence_last_value(pg_get_serial_sequence('"${table}"', attname)) as last
       where attrelid = '${copy}'::regclass and attidentity <> ''`,
      `alter table ${copy} rename to "${table}"`,
    ])
      await this.inner.executeQuery(CompiledQuery.raw(statement));
  }
}
