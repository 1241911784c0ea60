import { fork } from "node:child_process";
import path from "node:path";
import { productRoot } from "#app/platform/product-root.server.ts";
import type { ScrubLimits, ScrubOrder } from "./scrub.ts";
import type { WriteQueue } from "./write-queue.ts";

const usualLimits: ScrubLimits = {
  pagesInStep: 2_000,
  longestLog: 16 * 1024 * 1024,
  patienceMs: 15 * 60_000,
};

/** How long a process that is told to end may take: one step. */
const endMs = 2_000;

/**
 * Overwrites everything in SQLite's file, its log and its full-text index that belongs to nothing. A process does it,
 * since it reads the whole file; it writes in steps of a few milliseconds, in its turn among all other writers.
 */
export class Scrubber {
  readonly #writeQueue: WriteQueue;
  #isStopped = false;
  #end: (() => void) | undefined;

  constructor(writeQueue: WriteQueue) {
    this.#writeQueue = writeQueue;
  }

  /**
   * One at a time.
   * @throws if the file stays locked, is damaged, or it was stopped
   */
  async run(order: Pick<ScrubOrder, "file" | "marks">, limits: Partial<ScrubLimits> = {}): Promise<void> {
    if (this.#isStopped) throw new Error("The site is being stopped.");
    const whole: ScrubOrder = { ...order, limits: { ...usualLimits, ...limits } };
    const child = fork(program(), [JSON.stringify(whole)], {
      execArgv: [],
      env: {},
      cwd: productRoot(),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text) => (stderr = (stderr + text).slice(-2_000)));
    let isOver = false;
    let release = (): void => {};
    let answer: { isDone?: true; error?: string } | undefined;
    child.on("message", async (message: "turn" | "done" | { isDone?: true; error?: string }) => {
      if (message === "done") release();
      else if (message !== "turn") answer = message;
      else {
        release = await this.#writeQueue.take();
        if (isOver || !child.connected) release();
        else child.send("go", () => {});
      }
    });
    let kill: NodeJS.Timeout | undefined;
    this.#end = () => {
      if (child.connected) child.disconnect();
      kill = setTimeout(() => child.kill("SIGKILL"), endMs);
    };
    try {
      await new Promise<void>((resolve) => {
        child.once("error", (error) => {
          stderr = error.message;
          if (child.pid === undefined) resolve();
        });
        // What it wrote last may be read after its end.
        child.once("exit", () => (child.connected ? child.once("disconnect", () => resolve()) : resolve()));
      });
    } finally {
      isOver = true;
      clearTimeout(kill);
      this.#end = undefined;
      release();
    }
    if (!answer?.isDone)
      throw new Error(answer?.error ?? `The process that overwrites erased data has ended. ${stderr.trim()}`.trim());
  }

  /** Ends it after the current step, and runs no other. */
  stop(): void {
    this.#isStopped = true;
    this.#end?.();
  }
}

/** Path of the program, in the build or in the sources. */
function program(): string {
  return path.join(productRoot(), import.meta.env?.PROD ? "dist/server/sqlite-scrub.js" : "db/sqlite/scrub.ts");
}
