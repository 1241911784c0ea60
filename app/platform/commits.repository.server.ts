import { CompiledQuery } from "kysely";
import { dialectOf } from "#db/dialect.ts";
import { Busy, isBusy, isDatabaseAway, patienceMs } from "#db/failures.ts";
import type { Db } from "#db/schema.ts";
import type { Commits } from "./deps.ts";

/** PostgreSQL lets commits of one moment share a write of its own accord; on SQLite each waits for the disk, so there they share one. */
export function openCommits(db: Db): Commits {
  return dialectOf(db) === "sqlite" ? groupCommits(db) : singleCommits(db);
}

/** A transaction for each. */
export function singleCommits(db: Db): Commits {
  return { commit: (work) => db.transaction().execute(work) };
}

interface Task {
  work: (db: Db) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/** So that others get their turn in between. */
const mostInOne = 64;

/**
 * What is asked for before a transaction begins goes into it, each work behind a savepoint of its own; what comes in one turn
 * of the event loop shares one. While another process holds the file all wait together, and each for its own five seconds.
 */
export function groupCommits(db: Db): Commits {
  const waiting = new Set<Task>();
  let isRunning = false;

  async function run(): Promise<void> {
    while (waiting.size > 0) await together(db, waiting);
    isRunning = false;
  }

  return {
    commit<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const giveUp = () => {
        waiting.delete(task);
        reject(new Busy());
      };
      const task: Task = { work, resolve, reject, timer: setTimeout(giveUp, patienceMs) };
      waiting.add(task);
      if (!isRunning) {
        isRunning = true;
        setImmediate(run);
      }
      return promise as Promise<T>;
    },
  };
}

/** Nobody hears of success before the commit. */
async function together(db: Db, waiting: Set<Task>): Promise<void> {
  let tasks: Task[] = [];
  try {
    const outcomes = await db.transaction().execute(async (trx) => {
      tasks = taken(waiting);
      const outcomes: (() => void)[] = [];
      for (const task of tasks) outcomes.push(await apart(trx, task));
      return outcomes;
    });
    for (const tell of outcomes) tell();
  } catch (error) {
    // It could not even begin. Who has patience left stays for the next time.
    if (tasks.length === 0 && !isBusy(error)) tasks = taken(waiting);
    for (const { reject } of tasks) reject(error);
  }
}

function taken(waiting: Set<Task>): Task[] {
  const tasks = [...waiting].slice(0, mostInOne);
  for (const task of tasks) {
    waiting.delete(task);
    clearTimeout(task.timer);
  }
  return tasks;
}

const savepoint = CompiledQuery.raw("savepoint lead");
const release = CompiledQuery.raw("release lead");
const rollBack = CompiledQuery.raw("rollback to lead");

/** Does one work behind a savepoint. @returns how to tell its outcome. @throws when the database itself fails, for all */
async function apart(trx: Db, { work, resolve, reject }: Task): Promise<() => void> {
  await trx.executeQuery(savepoint);
  try {
    const value = await work(trx);
    await trx.executeQuery(release);
    return () => resolve(value);
  } catch (error) {
    // A full disk may have ended the transaction: what was written before it is gone too.
    if (isDatabaseAway(error)) throw error;
    await trx.executeQuery(rollBack);
    await trx.executeQuery(release);
    return () => reject(error);
  }
}
