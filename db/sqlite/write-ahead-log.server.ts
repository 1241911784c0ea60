import fs from "node:fs";
import SQLite from "better-sqlite3";
import { headerBytes, isWalHeader, lastCommits, logFile, readHeader, userVersionAt } from "./file.server.ts";

/**
 * Size at which the log is copied into the file: under heavy writing, a page is copied once for a thousand changes to
 * it.
 */
const longestLog = 16 * 1024 * 1024;
/** Retry interval after a checkpoint that readers or writers prevented. */
const retryMs = 1_000;

/**
 * Copies SQLite's log into its file (a checkpoint), so that the file itself always says whether its log belongs to it
 * (see `lastCommits`): a file that lacks the last commits, since its log was deleted or not copied with it, is
 * recognized.
 */
export class WriteAheadLog {
  readonly #writer: SQLite.Database;
  readonly #file: string;
  readonly #log: string;
  #isMarking = false;
  #isMarked = false;
  #isCopied = false;
  /** Of the file itself. Closed after all connections to it: closing it releases this process's locks on the file. */
  #descriptor: number | undefined;
  #isHandedOver = false;
  #notBeforeMs = 0;
  /** The file, its log and the log's index, as this process has opened them. */
  #opened = "";

  constructor(writer: SQLite.Database, file: string) {
    this.#writer = writer;
    this.#file = file;
    this.#log = logFile(file);
  }

  /** Call once, before anything is written. */
  begin(): void {
    this.#isMarking = true;
    this.#isMarked = this.#try(() => this.#markFile());
    this.#opened = this.#found();
  }

  /**
   * Call before every commit and dry run. SQLite keeps writing to files that have been deleted, moved or replaced, where
   * no next start would look for them.
   * @throws SQLite's error for that, which it raises only without a write-ahead log
   */
  requireInPlace(): void {
    if (this.#opened !== "" && this.#found() !== this.#opened)
      throw new SQLite.SqliteError(
        `${this.#file} or its log was deleted, moved or replaced under the running site, or cannot be reached: put back what was there, or start the site again`,
        "SQLITE_READONLY_DBMOVED",
      );
  }

  #found(): string {
    try {
      return ["", "-wal", "-shm"].map((part) => fs.statSync(this.#file + part).ino).join(" ");
    } catch {
      return "";
    }
  }

  /** Call after every commit, outside a transaction. The first one's copy gives a new file its tables. */
  afterCommit(): void {
    if (!this.#isMarking || this.#isHandedOver || performance.now() < this.#notBeforeMs) return;
    this.#isMarked ||= this.#try(() => this.#markFile());
    const log = fs.statSync(this.#log, { throwIfNoEntry: false });
    if (!this.#isCopied || (log?.size ?? 0) > longestLog) this.#copy();
  }

  /**
   * Leaves checkpoints to another connection, which must mark by the same rules; `marks` is `null` if nothing is
   * marked.
   */
  async handOver(work: (marks: typeof lastCommits | null) => Promise<void>): Promise<void> {
    this.requireInPlace();
    this.#isHandedOver = true;
    try {
      await work(this.#isMarking ? lastCommits : null);
    } finally {
      this.#isHandedOver = false;
    }
  }

  /** Closes all connections to the file, which then contains all that is committed. */
  end(close: () => void): void {
    // Otherwise closing would copy the page with `complete` first, and all others after it.
    if (this.#isMarking) this.#copy();
    close();
    if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    if (!this.#isMarking || fs.existsSync(this.#log)) return;
    const header = readHeader(this.#file);
    // The disk no longer accepted the mark; an empty log has the same meaning.
    if (typeof header === "object" && header.userVersion === lastCommits.inLog) fs.writeFileSync(this.#log, "");
  }

  /**
   * Says in the file itself that commits are in its log from now on. A checkpoint would, too, but not while somebody
   * reads the file, such as a backup. SQLite permits it: with `complete`, the log has a newer version of the same page,
   * so this one is only read by transactions that began before, and nothing reads these four bytes there.
   */
  #markFile(): boolean {
    this.#mark(lastCommits.complete);
    this.#descriptor ??= fs.openSync(this.#file, "r+");
    const header = Buffer.alloc(headerBytes);
    fs.readSync(this.#descriptor, header, 0, headerBytes, 0);
    if (!isWalHeader(header)) return false;
    header.writeUInt32BE(lastCommits.inLog, userVersionAt);
    fs.writeSync(this.#descriptor, header, userVersionAt, 4, userVersionAt);
    fs.fsyncSync(this.#descriptor);
    return true;
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
    this.#isCopied ||= isDone;
    if (!isDone) this.#notBeforeMs = performance.now() + retryMs;
  }

  #mark(state: number): void {
    this.#writer.pragma(`user_version = ${state}`);
  }

  /** Another writer, a long read or a full disk got in the way; the next write tries again. */
  #try(work: () => boolean): boolean {
    try {
      return work();
    } catch {
      return false;
    }
  }
}
