import { randomBytes } from "node:crypto";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import type pg from "pg";
import { ConnectionLost } from "../failures.ts";
import { PostgresConnection } from "./connection.server.ts";

// A connection whose peer has silently disappeared (failover, pulled cable, expired firewall entry) looks like a slow
// statement. A short time-out would cut off slow statements too, and more of them the busier the database is. So when a
// connection has been silent for a moment, a separate connection asks the server which of this process's statements are
// running.

/**
 * Silence before the server is asked, and the time limit for its answer: together, how long until a visitor sees the
 * failure.
 */
const silenceMs = 600;
const probeMs = 1_200;
/** By then, any response already in transit when the server was asked has arrived. */
const arrivalMs = 250;
/** The limit behind a pooler, where backend process ids do not identify our connections. */
const silenceBehindPoolerMs = 60_000;
/** How long another process may leave a transaction idle while a visitor's message waits for one of its locks. */
const idleHolderMs = 500;
const tidyEveryMs = 500;
const tidyAttempts = 120;

/** What the server says is running for this process: backend process ids; `undefined`: a pooler hides them. */
type Running = Set<number> | undefined;

interface Probe {
  begunMs: number;
  running: Promise<Running>;
}

/** Distinguishes dead connections from those waiting for a slow statement, and fails whatever waits on a dead one. */
export class PostgresLiveness {
  /** Identifies this process's sessions in the server's list. */
  readonly applicationName = `jorna ${randomBytes(6).toString("hex")}`;
  readonly #options: pg.ClientConfig;
  readonly #onDead: () => void;
  #probe: Probe | undefined;
  #isStopped = false;
  /** Backend processes of abandoned connections: their sessions, and the locks they hold, must be terminated. */
  readonly #abandoned = new Set<number>();

  /** `onDead` is called because the other connections can no longer be trusted either. */
  constructor(options: pg.ClientConfig, onDead: () => void) {
    this.#options = { ...options, application_name: this.applicationName, connectionTimeoutMillis: probeMs };
    this.#onDead = onDead;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Waits for a result as long as the server is working on it.
   * @param isLead whether it belongs to a visitor's message, which waits for no process that has gone silent
   * @throws ConnectionLost if it is not, after cutting the connection
   */
  async guard<T>(connection: PostgresConnection, answer: Promise<T>, isLead: boolean): Promise<T> {
    const lost = Promise.withResolvers<never>();
    const askedMs = performance.now();
    let timer = setTimeout(look, silenceMs, connection.bytesReceived, silenceMs);
    let isAnswered = false;
    const watch = this;
    function look(received: number, waitedMs: number) {
      watch
        .#isDead(connection, received, askedMs)
        .then(async (isDead) => {
          if (isAnswered) return;
          if (isDead) {
            watch.#abandon(connection);
            lost.reject(new ConnectionLost("PostgreSQL stopped responding"));
            return;
          }
          const hasEnded = isLead && (await watch.#endSilentHolders(connection));
          if (isAnswered) return;
          const nextMs = hasEnded ? silenceMs : waitedMs * 2;
          timer = setTimeout(look, nextMs, connection.bytesReceived, nextMs);
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
    // A server without a free connection is alive; what it runs is not known then.
    const running = await this.#running(askedMs).catch((error) => (error?.code === "53300" ? undefined : null));
    // Data that arrived while this process was busy has not been read yet.
    await setImmediate();
    await setImmediate();
    if (!isSilent()) return false;
    if (running === null) return true;
    if (running === undefined) return performance.now() - askedMs > silenceBehindPoolerMs;
    if (running.has(connection.serverProcess ?? 0)) return false;
    await pause(arrivalMs);
    return isSilent();
  }

  /**
   * Ends the transactions of other processes that hold what a message waits for, and are idle: their process has
   * stopped or lost its network, of which the server may hear nothing for hours. If one lives after all, its message is
   * answered 503 and sent again; it cannot have been committed.
   * @returns whether there were any
   */
  async #endSilentHolders({ serverProcess }: PostgresConnection): Promise<boolean> {
    if (serverProcess === undefined) return false;
    return this.#ask((client, name) => terminateHolders(client, name, serverProcess)).catch(() => false);
  }

  /**
   * One query shared by all waiting callers, started no earlier than `askedMs`.
   * @throws if the server does not answer
   */
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

  /** Cuts a dead connection, and ends what it holds on the server. */
  #abandon(connection: PostgresConnection): void {
    const { serverProcess } = connection;
    connection.cut();
    this.#onDead();
    if (serverProcess === undefined) return;
    if (this.#abandoned.size === 0) void this.#endAbandoned();
    this.#abandoned.add(serverProcess);
  }

  /**
   * A server that was unreachable does not know that we left: sessions of abandoned connections would keep their locks.
   */
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

  /** Runs a query on a separate connection within `probeMs`. */
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

/**
 * With each idle process's other sessions that are ahead in the queue for the lock: they would be given it next. A
 * transaction that changes tables (a migration) may take its time.
 */
async function terminateHolders(client: PostgresConnection, name: string, serverProcess: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `with holder as (
       select activity.* from unnest(pg_blocking_pids($2)) as blocking (pid) join pg_stat_activity activity using (pid)
       where application_name like 'jorna %' and application_name <> $1
     ), silent as (
       select application_name from holder
       where state = 'idle in transaction' and state_change < clock_timestamp() - $3 * interval '1 ms'
       and not exists (
         select from pg_locks where pg_locks.pid = holder.pid and locktype = 'relation'
         and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
       )
     )
     select pg_terminate_backend(pid) from holder where application_name in (select application_name from silent)`,
    [name, serverProcess, idleHolderMs],
  );
  return (rowCount ?? 0) > 0;
}

async function terminate(client: PostgresConnection, name: string, serverProcesses: number[]): Promise<void> {
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid = any($2::int[])",
    [name, serverProcesses],
  );
}
