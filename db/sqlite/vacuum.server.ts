import { spawn } from "node:child_process";
import path from "node:path";
import { productRoot, programPath } from "#app/platform/product-root.server.ts";
import { outcomeOf } from "../child-outcome.server.ts";
import type { VacuumOrder } from "./vacuum.ts";
import type { WriteAheadLog } from "./write-ahead-log.server.ts";
import type { WriteQueue } from "./write-queue.ts";

/**
 * Rewrites SQLite's file, so that nothing deleted is left in it, its log and its full-text indexes. A process does it,
 * since SQLite's calls block the event loop; whoever writes meanwhile waits, or is told that the database is busy.
 */
export class Vacuum {
  readonly #file: string;
  readonly #writeQueue: WriteQueue;
  readonly #log: WriteAheadLog;
  #child: ReturnType<typeof startProcess> | undefined;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(file: string, parts: { writeQueue: WriteQueue; log: WriteAheadLog }) {
    this.#file = file;
    this.#writeQueue = parts.writeQueue;
    this.#log = parts.log;
  }

  /** @throws if there is not enough room, somebody reads for long, or it was stopped */
  async run(): Promise<void> {
    const release = await this.#writeQueue.take();
    this.#writeQueue.isInVacuum = true;
    try {
      this.#running = this.#log.handOver((marks) => this.#run({ file: this.#file, marks }));
      await this.#running;
    } finally {
      this.#writeQueue.isInVacuum = false;
      release();
    }
  }

  async #run(order: VacuumOrder): Promise<void> {
    if (this.#isStopped) throw new Error("The site is being stopped.");
    this.#child = startProcess(order);
    const { code, output } = await outcomeOf(this.#child);
    if (code !== 0) throw new Error(output || "The process that rewrites the database was ended.");
  }

  /** Ends it, and runs no other: what it has not committed is as if it had not begun. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#child?.kill("SIGKILL");
    await this.#running.catch(() => {});
  }
}

function startProcess(order: VacuumOrder) {
  const program = programPath("sqlite-vacuum.js", "db/sqlite/vacuum.ts");
  return spawn(process.execPath, [program, JSON.stringify(order)], {
    // Its copy is as large as the file: /tmp may be in memory.
    env: { SQLITE_TMPDIR: path.dirname(order.file) },
    cwd: productRoot(),
    // It ends when the first one closes.
    stdio: ["pipe", "ignore", "pipe"],
  });
}
