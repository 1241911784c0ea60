import { sql } from "kysely";
import { dialectOf } from "#db/dialect.ts";
import { isDatabaseAway } from "#db/failures.ts";
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
}

/** So that others get their turn in between. */
const mostInOne = 64;

/** What is asked for in one turn of the event loop goes into one transaction, each work behind a savepoint of its own. */
export function groupCommits(db: Db): Commits {
  const waiting: Task[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) await together(db, waiting.splice(0, mostInOne));
    isRunning = false;
  }

  return {
    commit<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const done = Promise.withResolvers<unknown>();
      waiting.push({ work, resolve: done.resolve, reject: done.reject });
      if (!isRunning) {
        isRunning = true;
        setImmediate(run);
      }
      return done.promise as Promise<T>;
    },
  };
}

/** Nobody hears of success before the commit. */
async function together(db: Db, tasks: Task[]): Promise<void> {
  try {
    const outcomes = await db.transaction().execute(async (trx) => {
      const outcomes: (() => void)[] = [];
      for (const task of tasks) outcomes.push(await apart(trx, task));
      return outcomes;
    });
    for (const tell of outcomes) tell();
  } catch (error) {
    for (const { reject } of tasks) reject(error);
  }
}

/** Does one work behind a savepoint. @returns how to tell its outcome. @throws when the database itself fails, for all */
async function apart(trx: Db, { work, resolve, reject }: Task): Promise<() => void> {
  await sql`savepoint lead`.execute(trx);
  try {
    const value = await work(trx);
    await sql`release lead`.execute(trx);
    return () => resolve(value);
  } catch (error) {
    // A full disk may have ended the transaction: what was written before it is gone too.
    if (isDatabaseAway(error)) throw error;
    await sql`rollback to lead`.execute(trx);
    await sql`release lead`.execute(trx);
    return () => reject(error);
  }
}
