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
export function vacuumOf(file: string, { writeQueue, log }: { writeQueue: WriteQueue; log: WriteAheadLog }) {
  let child: ReturnType<typeof startProcess> | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  async function rewrite(order: VacuumOrder): Promise<void> {
    if (isStopped) throw new Error("The site is being stopped.");
    child = startProcess(order);
    const { code, output } = await outcomeOf(child);
    if (code !== 0) throw new Error(output || "The process that rewrites the database was ended.");
  }

  return {
    /** @throws if there is not enough room, somebody reads for long, or it was stopped */
    async run(): Promise<void> {
      const release = await writeQueue.take();
      writeQueue.isInVacuum = true;
      try {
        running = log.handOver((marks) => rewrite({ file, marks }));
        await running;
      } finally {
        writeQueue.isInVacuum = false;
        release();
      }
    },
    /** Ends it, and runs no other: what it has not committed is as if it had not begun. */
    async stop(): Promise<void> {
      isStopped = true;
      child?.kill("SIGKILL");
      await running.catch(() => {});
    },
  };
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
