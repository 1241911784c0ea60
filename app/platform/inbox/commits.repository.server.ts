import type { CommitLead } from "#app/platform/deps.ts";
import { dialectOf } from "#db/dialect.ts";
import { busyTimeoutMs, DatabaseBusy, isBusy, isDatabaseUnavailable } from "#db/failures.ts";
import type { Db } from "#db/schema.ts";

/**
 * PostgreSQL groups concurrent commits itself. On SQLite each commit waits for the disk, so concurrent leads share one.
 */
export function leadCommits(db: Db): CommitLead {
  return dialectOf(db) === "sqlite" ? groupCommits(db) : (work) => db.transaction().execute(work);
}

interface Task {
  /** May run twice; the first run is then rolled back. */
  work: (db: Db) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/** Bounds how long other requests wait. */
const maxBatchSize = 64;
/** Ticks of the event loop, each well under a millisecond while only leads arrive. */
const maxTurns = 16;

/**
 * Group commit: all work submitted before a transaction begins joins it, and it begins once a tick of the event loop
 * adds no more. If one fails, all are rolled back and each runs again in its own transaction. Savepoints would isolate
 * them too, but make the full-text index flush for every lead (63 of 250 µs). While another process locks the file, all
 * wait together, each for at most five seconds.
 */
export function groupCommits(db: Db): CommitLead {
  const waiting = new Set<Task>();
  let isRunning = false;

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      await allThatCome(waiting);
      await together(db, waiting);
    }
    isRunning = false;
  }

  return function commit<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const giveUp = () => {
      waiting.delete(task);
      reject(new DatabaseBusy());
    };
    const task: Task = { work, resolve, reject, timer: setTimeout(giveUp, busyTimeoutMs) };
    waiting.add(task);
    if (!isRunning) {
      isRunning = true;
      void run();
    }
    return promise as Promise<T>;
  };
}

/** A commit costs the disk the same for one lead as for many, so under load a short wait for more pays off. */
async function allThatCome(waiting: Set<Task>): Promise<void> {
  let known = 0;
  for (let turn = 0; turn < maxTurns && known < waiting.size && waiting.size < maxBatchSize; turn++) {
    known = waiting.size;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Success is reported only after the commit. */
async function together(db: Db, waiting: Set<Task>): Promise<void> {
  let tasks: Task[] = [];
  try {
    const values = await db.transaction().execute(async (trx) => {
      tasks = taken(waiting);
      const values: unknown[] = [];
      for (const { work } of tasks) values.push(await work(trx));
      return values;
    });
    for (const [index, { resolve }] of tasks.entries()) resolve(values[index]);
  } catch (error) {
    // The transaction could not begin. Work that has not timed out stays queued for the next attempt.
    if (tasks.length === 0 && !isBusy(error)) tasks = taken(waiting);
    if (tasks.length > 1 && !isDatabaseUnavailable(error)) for (const task of tasks) await alone(db, task);
    else for (const { reject } of tasks) reject(error);
  }
}

async function alone(db: Db, { work, resolve, reject }: Task): Promise<void> {
  await db.transaction().execute(work).then(resolve, reject);
}

function taken(waiting: Set<Task>): Task[] {
  const tasks = [...waiting].slice(0, maxBatchSize);
  for (const task of tasks) {
    waiting.delete(task);
    clearTimeout(task.timer);
  }
  return tasks;
}
