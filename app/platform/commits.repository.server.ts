import { dialectOf } from "#db/dialect.ts";
import { Busy, busyTimeoutMs, isBusy, isDatabaseAway } from "#db/failures.ts";
import type { Db } from "#db/schema.ts";
import type { Commits } from "./deps.ts";

/** PostgreSQL lets commits of one moment share a write of its own accord; on SQLite each waits for the disk, so there they share one. */
export function openCommits(db: Db): Commits {
  return dialectOf(db) === "sqlite" ? groupCommits(db) : singleCommits(db);
}

/** A transaction for each. */
export function singleCommits(db: Db): Commits {
  return { db, commit: (work) => db.transaction().execute(work) };
}

interface Task {
  /** May be done twice: the first time is undone then. */
  work: (db: Db) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/** So that others get their turn in between. */
const mostInOne = 64;
/** Turns of the event loop, each well under a millisecond while there is nothing but leads. */
const mostTurns = 16;

/**
 * What is asked for before a transaction begins goes into it, and it begins when a turn of the event loop brings nothing more. When a work
 * fails, all is undone and each is done again in a transaction of its own: savepoints would keep them apart too, but make the
 * full-text index write its part for each lead (63 of 250 µs). While another process holds the file all wait together, and
 * each for its own five seconds.
 */
export function groupCommits(db: Db): Commits {
  const waiting = new Set<Task>();
  let isRunning = false;

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      await allThatCome(waiting);
      await together(db, waiting);
    }
    isRunning = false;
  }

  return {
    db,
    commit<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const giveUp = () => {
        waiting.delete(task);
        reject(new Busy());
      };
      const task: Task = { work, resolve, reject, timer: setTimeout(giveUp, busyTimeoutMs) };
      waiting.add(task);
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return promise as Promise<T>;
    },
  };
}

/** A transaction costs the disk as much for one as for many: under load it is worth a moment to let them come. */
async function allThatCome(waiting: Set<Task>): Promise<void> {
  let known = 0;
  for (let turn = 0; turn < mostTurns && known < waiting.size && waiting.size < mostInOne; turn++) {
    known = waiting.size;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Nobody hears of success before the commit. */
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
    // It could not even begin. Who has patience left stays for the next time.
    if (tasks.length === 0 && !isBusy(error)) tasks = taken(waiting);
    if (tasks.length > 1 && !isDatabaseAway(error)) for (const task of tasks) await alone(db, task);
    else for (const { reject } of tasks) reject(error);
  }
}

async function alone(db: Db, { work, resolve, reject }: Task): Promise<void> {
  await db.transaction().execute(work).then(resolve, reject);
}

function taken(waiting: Set<Task>): Task[] {
  const tasks = [...waiting].slice(0, mostInOne);
  for (const task of tasks) {
    waiting.delete(task);
    clearTimeout(task.timer);
  }
  return tasks;
}
