import { Worker } from "node:worker_threads";
import type { CompiledQuery, QueryResult } from "kysely";
import { programPath } from "#app/platform/product-root.server.ts";
import type { NextRequest, OpenRequest, ReadReply, ReadRequest } from "./reader.ts";

interface Reading {
  rows: Record<string, unknown>[];
  resolve(rows: Record<string, unknown>[]): void;
  reject(error: unknown): void;
}

/**
 * Runs reads in threads, so that a search over a million rows blocks nobody. A second thread takes over while the first
 * is busy.
 */
export class ReaderThreads {
  readonly #threads: ReaderThread[];

  constructor(file: string, count = 2) {
    this.#threads = Array.from({ length: count }, () => new ReaderThread(file));
  }

  /** @throws what SQLite throws, with its code */
  run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const free = this.#threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
    return free.run<R>(query);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** Threads whose database has been closed, to be given another one: starting a thread takes longer than opening it. */
const unused: Worker[] = [];

/** Ids are unique in the process, because a thread's next database may still receive messages about its last one. */
let lastId = 0;

/**
 * A thread with its own connection. It starts with its first read; rows arrive in portions, between which the event
 * loop runs.
 */
class ReaderThread {
  readonly #file: string;
  readonly #readings = new Map<number, Reading>();
  #worker: Worker | undefined;
  #onEnd: (() => void) | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  get waiting(): number {
    return this.#readings.size;
  }

  run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>[]>();
    const id = ++lastId;
    this.#readings.set(id, { rows: [], resolve, reject });
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    worker.postMessage({ id, sql, parameters } satisfies ReadRequest);
    return promise.then((rows) => ({ rows: rows as R[] }));
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise<void>((resolve) => {
      this.#onEnd = resolve;
    });
    worker.ref();
    worker.postMessage("close");
    await ended;
  }

  #start(): Worker {
    const worker =
      unused.pop() ??
      new Worker(programPath("sqlite-reader.js", "db/sqlite/reader.ts"), { execArgv: [], name: "sqlite-reader" });
    let failure: unknown = new Error("The thread that reads the database has ended.");
    const take = (reply: ReadReply) => {
      if (reply !== "closed") return this.#take(worker, reply);
      end();
      worker.unref();
      unused.push(worker);
    };
    const fail = (error: unknown) => {
      failure = error;
    };
    const end = () => {
      worker.off("message", take).off("error", fail).off("exit", end);
      this.#worker = undefined;
      for (const { reject } of this.#readings.values()) reject(failure);
      this.#readings.clear();
      this.#onEnd?.();
    };
    worker.on("message", take).on("error", fail).on("exit", end);
    worker.postMessage({ file: this.#file } satisfies OpenRequest);
    return worker;
  }

  #take(worker: Worker, reply: Exclude<ReadReply, "closed">): void {
    const reading = this.#readings.get(reply.id);
    if (!reading) return;
    if ("failure" in reply) {
      this.#end(worker, reply.id);
      reading.reject(Object.assign(new Error(reply.failure.message), { code: reply.failure.code }));
      return;
    }
    const { id, columns, rows, isLast } = reply;
    for (const values of rows) reading.rows.push(asRow(columns, values));
    // Requested in a separate tick, because all queued messages are delivered in one.
    if (!isLast) return void setImmediate(() => worker.postMessage({ id } satisfies NextRequest));
    this.#end(worker, id);
    reading.resolve(reading.rows);
  }

  /** An idle thread does not keep the process alive. */
  #end(worker: Worker, id: number): void {
    this.#readings.delete(id);
    if (this.#readings.size === 0) worker.unref();
  }
}

function asRow(columns: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const value = values[index];
    row[column] = value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
  }
  return row;
}
