import { setTimeout as pause } from "node:timers/promises";
import type { PostgresPool } from "kysely";
import type pg from "pg";
import { ConnectionLost } from "../failures.ts";
import { PostgresConnection } from "./connection.server.ts";

// Which content is current has to be known within a second, and a dead connection takes longer than that to be told
// from a slow statement (liveness.server.ts).

/** A read without an answer is asked again after this time, */
const hedgeAfterMs = 250;
/** and then at these intervals: a server that is back answers the next attempt. */
const hedgeEveryMs = 250;
const attemptMs = 1_500;
const giveUpAfterMs = 5_000;

type Result = pg.QueryResult;

/** A pooled connection, which is known to be dead once another one answers the same question first. */
interface PooledConnection {
  query(sql: string, parameters?: ReadonlyArray<unknown>): Promise<Result>;
  release(): void;
  abandon(): void;
}

/**
 * Single reads that wait neither for a dead connection nor for a free one: a pooled connection is asked first, then one
 * new connection after the other, and the first answer counts.
 */
export class HedgedReads implements PostgresPool {
  readonly options = {};
  readonly #lease: () => Promise<PooledConnection>;
  readonly #connectionOptions: pg.ClientConfig;
  readonly #open = new Set<PostgresConnection>();
  #isEnded = false;

  constructor(lease: () => Promise<PooledConnection>, connectionOptions: pg.ClientConfig) {
    this.#lease = lease;
    this.#connectionOptions = { ...connectionOptions, connectionTimeoutMillis: attemptMs };
  }

  async connect() {
    return {
      // biome-ignore lint/suspicious/noExplicitAny: Kysely's second overload, for cursors, is not used here
      query: (sql: any, parameters: ReadonlyArray<unknown> = []): any => this.#read(sql, parameters),
      release() {},
    };
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    for (const connection of this.#open) connection.cut();
  }

  /** @throws the server's answer if that is an error, ConnectionLost if there is none in time */
  async #read(sql: string, parameters: ReadonlyArray<unknown>): Promise<Result> {
    const first = Promise.withResolvers<Result>();
    let isAnswered = false;
    let failure: unknown;
    const opened = new Set<PostgresConnection>();
    const pooled = { connection: undefined as PooledConnection | undefined, isPending: true };

    const attempt = async (asked: Promise<Result>): Promise<void> => {
      try {
        first.resolve(await asked);
        isAnswered = true;
      } catch (error) {
        failure = error;
      }
    };
    const askPooled = async (): Promise<Result> => {
      const connection = await this.#lease();
      try {
        pooled.connection = connection;
        return await connection.query(sql, parameters);
      } finally {
        pooled.isPending = false;
        connection.release();
      }
    };
    const askNew = async (): Promise<Result> => {
      const connection = new PostgresConnection(this.#connectionOptions);
      opened.add(connection);
      this.#open.add(connection);
      const timer = setTimeout(() => connection.cut(), attemptMs);
      try {
        await connection.connect();
        const result = await connection.query(sql, [...parameters]);
        // Connecting takes several round trips more: a connection that lost to this one is dead.
        if (!isAnswered && pooled.isPending) pooled.connection?.abandon();
        return result;
      } finally {
        clearTimeout(timer);
        connection.cut();
        this.#open.delete(connection);
      }
    };

    const deadlineMs = performance.now() + giveUpAfterMs;
    await Promise.race([attempt(askPooled()), pause(hedgeAfterMs, undefined, { ref: false })]);
    while (!isAnswered && !this.#isEnded && performance.now() < deadlineMs) {
      void attempt(askNew());
      await Promise.race([first.promise, pause(hedgeEveryMs, undefined, { ref: false })]);
    }
    if (!isAnswered) throw new ConnectionLost("PostgreSQL does not answer", failure);
    for (const connection of opened) connection.cut();
    return first.promise;
  }
}
