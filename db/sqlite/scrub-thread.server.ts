import path from "node:path";
import { Worker } from "node:worker_threads";
import { productRoot } from "#app/platform/product-root.server.ts";
import type { ScrubOrder } from "./scrub.ts";

/**
 * Rewrites SQLite's file so that nothing deleted remains in it, in its log or in its full-text index. Runs in a thread,
 * since it takes a second or two per 100 MB. Reads continue; writes wait for its last step as for any other writer.
 * @throws if the file stays locked, or the disk has no room for a second copy
 */
export async function scrubSqlite(order: ScrubOrder): Promise<void> {
  const worker = new Worker(program(), { workerData: order, execArgv: [], name: "sqlite-scrub" });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.on("message", ({ isDone }: { isDone: boolean }) =>
    isDone ? resolve() : reject(new Error("A long read keeps the database's log from being emptied.")),
  );
  worker.on("error", reject);
  worker.on("exit", () => reject(new Error("The thread that overwrites the database has ended.")));
  await promise;
}

/** Path of the thread's program, in the build or in the sources. */
function program(): string {
  return path.join(productRoot(), import.meta.env?.PROD ? "dist/server/sqlite-scrub.js" : "db/sqlite/scrub.ts");
}
