import fs from "node:fs";
import type SQLite from "better-sqlite3";
import { lastCommits, logFile, readHeader } from "./file.server.ts";

/**
 * Size at which the log is copied into the file: under heavy writing, a page is copied once for a thousand changes to
 * it.
 */
const longestLog = 16 * 1024 * 1024;
/** Retry interval after a checkpoint that readers or writers prevented. */
const retryMs = 1_000;

/**
 * Copies SQLite's log into its file (a checkpoint), so that the file itself always says whether its log belongs to it
 * (see `lastCommits`): a copy of the file alone, which lacks the last commits, is recognized.
 */
export class WriteAheadLog {
  readonly #writer: SQLite.Database;
  readonly #file: string;
  #isMarking = false;
  #isMarked = false;
  #isHandedOver = false;
  #notBeforeMs = 0;

  constructor(writer: SQLite.Database, file: string) {
    this.#writer = writer;
    this.#file = file;
  }

  /** Call once, when the tables exist. */
  begin(): void {
    this.#isMarking = true;
    // An automatic checkpoint would copy `complete` into the file too.
    this.#writer.pragma("wal_autocheckpoint = 0");
  }

  /** Call after every commit, outside a transaction. The file is first marked after the first commit. */
  afterCommit(): void {
    if (!this.#isMarking || this.#isHandedOver || performance.now() < this.#notBeforeMs) return;
    if (!this.#isMarked || sizeOf(logFile(this.#file)) > longestLog) this.#copy();
  }

  /**
   * Leaves checkpoints to another connection, which must mark by the same rules; `marks` is `null` if nothing is
   * marked.
   */
  async handOver(work: (marks: typeof lastCommits | null) => Promise<void>): Promise<void> {
    this.#isHandedOver = true;
    try {
      await work(this.#isMarking ? lastCommits : null);
    } finally {
      this.#isHandedOver = false;
    }
  }

  /** Closes all connections to the file, which then contains all that is committed. */
  end(close: () => void): void {
    if (this.#isMarking) this.#try(() => this.#mark(lastCommits.complete));
    close();
    if (!this.#isMarking || fs.existsSync(logFile(this.#file))) return;
    const header = readHeader(this.#file);
    // The disk no longer accepted the mark; an empty log has the same meaning.
    if (typeof header === "object" && header.userVersion === lastCommits.inLog)
      fs.writeFileSync(logFile(this.#file), "");
  }

  #copy(): void {
    const isDone = this.#try(() => {
      this.#mark(lastCommits.inLog);
      try {
        const [result] = this.#writer.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
        return result?.busy === 0;
      } finally {
        this.#mark(lastCommits.complete);
      }
    });
    this.#isMarked ||= isDone;
    if (!isDone) this.#notBeforeMs = performance.now() + retryMs;
  }

  #mark(state: number): void {
    this.#writer.pragma(`user_version = ${state}`);
  }

  /** Another writer, a long read or a full disk got in the way; the next write tries again. */
  #try(work: () => boolean | void): boolean {
    try {
      return work() !== false;
    } catch {
      return false;
    }
  }
}

const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
