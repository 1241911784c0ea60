import { randomBytes } from "node:crypto";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import type pg from "pg";
import { ConnectionLost } from "../failures.ts";
import { PostgresConnection } from "./connection.server.ts";

// A connection whose other end has gone without a word (failover, a pulled cable, a forgotten entry in a firewall) looks like a
// slow statement. A short time-out would cut slow statements too, and more of them the busier the database is. So a connection that
// has been silent for a moment is looked up: a connection of its own asks the server which of this process's statements it is running.

/** Silence after which is asked, and how long the answer may take: both together are the time until a visitor hears of it. */
const silenceMs = 600;
const probeMs = 700;
/** An answer that was on its way while the server was asked has arrived by then. */
const arrivalMs = 250;
/** Behind a pooler the server's processes are not ours to name. */
const silenceBehindPoolerMs = 60_000;
const tidyEveryMs = 500;
const tidyAttempts = 120;

/** What a server says of this process's statements: those that run, by process; `undefined`: a pooler in between hides it. */
type Running = Set<number> | undefined;

interface Probe {
  begunMs: number;
  running: Promise<Running>;
}

/** Tells connections that are dead from such as are waiting for a slow statement, and fails what waits on the dead. */
export class PostgresLiveness {
  /** By which the server's list of sessions is searched for those of this process. */
  readonly applicationName = `jorna ${randomBytes(6).toString("hex")}`;
  readonly #options: pg.ClientConfig;
  readonly #onDead: () => void;
  #probe: Probe | undefined;
  #isStopped = false;
  /** Processes of connections that were given up: what they hold on the server has to end. */
  readonly #abandoned = new Set<number>();

  /** `onDead` hears that the other connections are not to be trusted either. */
  constructor(options: pg.ClientConfig, onDead: () => void) {
    this.#options = { ...options, application_name: this.applicationName, connectionTimeoutMillis: probeMs };
    this.#onDead = onDead;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Waits for an answer as long as the server is working on it. @throws ConnectionLost when it is not, and cuts the connection */
  async guard<T>(connection: PostgresConnection, answer: Promise<T>): Promise<T> {
    const lost = Promise.withResolvers<never>();
    const askedMs = performance.now();
    let timer = setTimeout(look, silenceMs, connection.bytesReceived, silenceMs);
    let isAnswered = false;
    const watch = this;
    function look(received: number, waitedMs: number) {
      watch
        .#isDead(connection, received, askedMs)
        .then((isDead) => {
          if (isAnswered) return;
          if (isDead) {
            watch.#abandon(connection);
            lost.reject(new ConnectionLost("PostgreSQL has gone silent"));
          } else timer = setTimeout(look, waitedMs * 2, connection.bytesReceived, waitedMs * 2);
        })
        .catch(lost.reject);
    }
    answer.catch(() => {});
    try {
      return await Promise.race([answer, lost.promise]);
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }

  async #isDead(connection: PostgresConnection, received: number, askedMs: number): Promise<boolean> {
    if (connection.isBroken) return true;
    const isSilent = () => connection.bytesReceived === received;
    if (!isSilent()) return false;
    const running = await this.#running(askedMs).catch(() => null);
    // What came while this process was busy itself has not been read yet.
    await setImmediate();
    await setImmediate();
    if (!isSilent()) return false;
    if (running === null) return true;
    if (running === undefined) return performance.now() - askedMs > silenceBehindPoolerMs;
    if (running.has(connection.serverProcess ?? 0)) return false;
    await pause(arrivalMs);
    return isSilent();
  }

  /** One question for all that wait, begun after they asked. @throws when the server does not answer */
  #running(askedMs: number): Promise<Running> {
    if (!this.#probe || this.#probe.begunMs < askedMs) {
      const probe = { begunMs: performance.now(), running: this.#ask(listRunning) };
      this.#probe = probe;
      const forget = () => {
        if (this.#probe === probe) this.#probe = undefined;
      };
      probe.running.then(forget, forget);
    }
    return this.#probe.running;
  }

  #abandon(connection: PostgresConnection): void {
    const { serverProcess } = connection;
    connection.cut();
    this.#onDead();
    if (serverProcess === undefined) return;
    if (this.#abandoned.size === 0) void this.#endAbandoned();
    this.#abandoned.add(serverProcess);
  }

  /** A server that was out of reach knows nothing of our leaving: sessions of connections given up would hold their locks. */
  async #endAbandoned(): Promise<void> {
    for (let attempt = 0; attempt < tidyAttempts && !this.#isStopped; attempt++) {
      await pause(tidyEveryMs, undefined, { ref: false });
      const ended = [...this.#abandoned];
      const isDone = await this.#ask((client) => terminate(client, this.applicationName, ended)).then(
        () => true,
        () => false,
      );
      if (!isDone) continue;
      for (const serverProcess of ended) this.#abandoned.delete(serverProcess);
      if (this.#abandoned.size === 0) return;
    }
    this.#abandoned.clear();
  }

  /** Asks on a connection of its own, within `probeMs`. */
  async #ask<T>(question: (client: PostgresConnection, name: string) => Promise<T>): Promise<T> {
    const client = new PostgresConnection(this.#options);
    const timer = setTimeout(() => client.cut(), probeMs);
    try {
      await client.connect();
      return await question(client, this.applicationName);
    } finally {
      clearTimeout(timer);
      client.cut();
    }
  }
}

async function listRunning(client: PostgresConnection, name: string): Promise<Running> {
  const { rows } = await client.query<{ pid: number; isOwn: boolean }>(
    `select pid, pid = pg_backend_pid() as "isOwn" from pg_stat_activity where application_name = $1 and state = 'active'`,
    [name],
  );
  const isDirect = rows.some(({ pid, isOwn }) => isOwn && pid === client.serverProcess);
  return isDirect ? new Set(rows.map(({ pid }) => pid)) : undefined;
}

async function terminate(client: PostgresConnection, name: string, serverProcesses: number[]): Promise<void> {
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid = any($2::int[])",
    [name, serverProcesses],
  );
}
