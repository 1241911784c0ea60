import { setTimeout as pause } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { within } from "#app/shared/within.ts";
import { ConnectionLost, endsConnection, isServerError } from "../failures.ts";
import type { PoolSettings } from "../open-database.ts";
import { PostgresConnection } from "./connection.server.ts";
import { PostgresLiveness } from "./liveness.server.ts";

/** A visitor learns within two seconds that the database is unavailable, including the wait for a connection. */
const connectTimeoutMs = 1_500;
const lockTimeoutMs = 5_000;
const idleTimeoutMs = 30_000;

/**
 * The connections of this process, shared by `ordinary` and `leads`. Ordinary work never takes the last few, so that
 * neither exports nor pictures prevent a message from being stored. A connection that failed is never reused
 * (docs/decisions/0030).
 */
export class PostgresPools {
  readonly ordinary: PostgresPool;
  readonly leads: PostgresPool;
  readonly #pool: pg.Pool;
  readonly #liveness: PostgresLiveness;
  readonly #open = new Set<PostgresConnection>();
  /** Connections opened before the last renewal are not reused. */
  #renewals = 0;
  readonly #renewalsAtOpening = new WeakMap<object, number>();

  constructor(databaseUrl: string, { size, keptForLeads, statementTimeoutMs }: PoolSettings) {
    const address = new URL(databaseUrl);
    // A name given in the URL would replace the one that identifies this process's sessions.
    address.searchParams.delete("application_name");
    const options: pg.PoolConfig = {
      connectionString: address.href,
      connectionTimeoutMillis: connectTimeoutMs,
      ...(statementTimeoutMs > 0 && {
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: statementTimeoutMs,
        lock_timeout: lockTimeoutMs,
      }),
    };
    this.#liveness = new PostgresLiveness(options, () => this.renew());
    this.#pool = new pg.Pool({
      ...options,
      max: size,
      idleTimeoutMillis: idleTimeoutMs,
      application_name: this.#liveness.applicationName,
      Client: PostgresConnection,
    });
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => this.#remember(client as unknown as PostgresConnection));
    this.ordinary = this.#poolWith(new Slots(size - keptForLeads), false);
    this.leads = this.#poolWith(new Slots(size), true);
  }

  /** From now on every connection taken is a new one: the open ones may lead to a demoted server. */
  renew(): void {
    this.#renewals++;
  }

  /** Closes all connections: gracefully or, if the server does not answer, by force after a moment. */
  async end(): Promise<void> {
    this.#liveness.stop();
    await Promise.race([this.#pool.end(), pause(500)]);
    for (const connection of this.#open) connection.cut();
  }

  #poolWith(slots: Slots, isForLeads: boolean): PostgresPool {
    return { connect: () => this.#lease(slots, isForLeads), end: async () => {}, options: {} };
  }

  #remember(connection: PostgresConnection): void {
    this.#renewalsAtOpening.set(connection, this.#renewals);
    this.#open.add(connection);
    connection.once("end", () => this.#open.delete(connection));
  }

  async #lease(slots: Slots, isForLeads: boolean): Promise<PostgresPoolClient> {
    const deadlineMs = performance.now() + connectTimeoutMs;
    await slots.take(deadlineMs);
    try {
      const client = await this.#connection(deadlineMs);
      return lease({
        connection: client as unknown as PostgresConnection,
        liveness: this.#liveness,
        isForLeads,
        renew: () => this.renew(),
        giveBack: (isUsable) => {
          slots.give();
          client.release(!isUsable);
        },
      });
    } catch (cause) {
      slots.give();
      throw new ConnectionLost("No connection to PostgreSQL", cause);
    }
  }

  async #connection(deadlineMs: number): Promise<pg.PoolClient> {
    for (;;) {
      const client = await beforeDeadline(this.#pool.connect(), deadlineMs, (late) => late.release());
      if (this.#renewalsAtOpening.get(client) === this.#renewals) return client;
      (client as unknown as PostgresConnection).cut();
      client.release(true);
    }
  }
}

interface Leased {
  connection: PostgresConnection;
  liveness: PostgresLiveness;
  isForLeads: boolean;
  renew: () => void;
  giveBack: (isUsable: boolean) => void;
}

/** A connection while in use. After a failure it runs no further queries and does not return to the pool. */
function lease({ connection, liveness, isForLeads, renew, giveBack }: Leased): PostgresPoolClient {
  let failure: unknown;
  function judged(error: unknown): unknown {
    if (isServerError(error) && !endsConnection(error)) return error;
    if (isServerError(error)) renew();
    else if (!connection.isBroken && !(error instanceof ConnectionLost)) return error;
    failure =
      isServerError(error) || error instanceof ConnectionLost
        ? error
        : new ConnectionLost("The connection to PostgreSQL broke", error);
    return failure;
  }
  async function query(sql: string, parameters: ReadonlyArray<unknown> = []) {
    if (failure !== undefined) throw failure;
    try {
      return await liveness.guard(connection, connection.query(sql, [...parameters]), isForLeads);
    } catch (error) {
      throw judged(error);
    }
  }
  return {
    // biome-ignore lint/suspicious/noExplicitAny: Kysely's second overload, for cursors, is not used here
    query: query as any,
    release: (isDiscarded?: boolean) => giveBack(!isDiscarded && failure === undefined && !connection.isBroken),
  };
}

/** A semaphore: a limited number may proceed, the others wait, first come, first served. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** @throws ConnectionLost if none became free in time */
  async take(deadlineMs: number): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waits = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(waits);
      reject(new ConnectionLost("All connections to PostgreSQL are in use"));
    }, deadlineMs - performance.now());
    this.#waiting.add(waits);
    await promise;
  }

  give(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** A value that arrives after the deadline is passed to `onLate`. */
function beforeDeadline<T>(coming: Promise<T>, deadlineMs: number, onLate: (value: T) => void): Promise<T> {
  return within(Math.max(0, deadlineMs - performance.now()), coming, () => {
    coming.then(onLate, () => {});
    throw new ConnectionLost("PostgreSQL does not answer");
  });
}
