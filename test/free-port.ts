import { createServer } from "node:net";
import { threadId } from "node:worker_threads";

// Below the ports that systems give to outgoing connections and to servers that accept any (Linux from 32768, others
// from 49152): nobody else gets one of these between being chosen and being used, or while a server restarts.
const first = 10_000;
const count = 20_000;
/** Processes that run at the same time begin far apart. */
let next = (process.pid + threadId) * 97;

/** A port of 127.0.0.1 that nothing listens on, never given twice by one process. */
export async function freePort(): Promise<number> {
  const port = first + (next++ % count);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
