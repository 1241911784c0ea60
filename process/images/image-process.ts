import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { ImageJob, ImageReply, Images } from "#app/platform/images/images.ts";
import type { Log } from "#app/platform/observability/log.ts";
import { productRoot, programPath } from "#app/platform/product-root.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import { within } from "#app/shared/within.ts";
import { type Frame, type JobOutcome, readFrames, tooMuchMemory, writeFrame } from "./image-frames.ts";

interface Limits {
  /** A job that takes longer is aborted. */
  timeMs: number;
  /** The same for an upload: others wait for it. */
  uploadMs: number;
  /** A process without work exits after this long. */
  idleMs: number;
  /**
   * An image that makes the process larger than this is rejected. With the server's 130 to 150 MiB the total stays
   * below 400.
   */
  memoryMiB: number;
}

const usualLimits: Limits = { timeMs: 30_000, uploadMs: 15_000, idleMs: 5_000, memoryMiB: 250 };

/** Signals of a crash, as opposed to being killed from outside. */
const crashes = ["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE", "SIGTRAP"];

/**
 * Processes images in a child process: decoders are the target of hostile files, and memory is returned to the system
 * when the process exits. It starts with the first job and exits after a while without work. A job whose process dies
 * is retried once in a new one.
 */
export function openImages(log: Log, changes: Partial<Limits> = {}): Images & { pid(): number | undefined } {
  const limits = { ...usualLimits, ...changes };
  let worker: ImageWorker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function once(job: ImageJob, pictures: Uint8Array[]): Promise<ImageReply> {
    if (!worker?.isAlive()) worker = new ImageWorker(limits.memoryMiB);
    return worker.run(job, pictures, job.kind === "keep" ? limits.uploadMs : limits.timeMs);
  }

  async function twice(job: ImageJob, pictures: Uint8Array[]): Promise<ImageReply> {
    clearTimeout(idle);
    try {
      return await once(job, pictures).catch((error: unknown) => {
        if (!(error instanceof WorkerEnded)) throw error;
        log.warn("image process ended", { job: job.kind, reason: error.message });
        return once(job, pictures);
      });
    } catch (error) {
      throw error instanceof WorkerEnded ? asFailure(error) : error;
    } finally {
      idle = setTimeout(() => void worker?.end(), limits.idleMs).unref();
      // An upload's bytes are outside the JavaScript heap, so the garbage collector is in no hurry to free them (npm
      // start exposes gc).
      globalThis.gc?.({ type: "minor" });
    }
  }

  return {
    pid: () => (worker?.isAlive() ? worker.pid : undefined),
    run(job, pictures) {
      const turn = queue.then(() => twice(job, pictures));
      queue = turn.catch(() => {});
      return turn;
    },
    async close() {
      clearTimeout(idle);
      await worker?.end();
    },
  };
}

/** The process ended in the middle of a job. */
class WorkerEnded extends Error {
  readonly isCrash: boolean;
  constructor(reason: string, isCrash: boolean) {
    super(reason);
    this.isCrash = isCrash;
  }
}

function asFailure(cause: WorkerEnded): AppError {
  if (!cause.isCrash)
    return new AppError("unavailable", "Images cannot be processed at the moment. Try again in a minute.", {
      retryAfterSeconds: 10,
      cause,
    });
  return refusedAt("file", "This image cannot be read. Save it anew, as PNG or JPEG, and try again.", {
    advice: "Choose another image.",
    cause,
  });
}

const tooHeavy = (why: string) =>
  refusedAt("file", `This image takes more ${why} to read than the site gives to one. Choose a smaller one.`, {
    code: "too_large",
    advice: "Choose a smaller image, or save it as a plain PNG or JPEG.",
  });

/** One child process. */
class ImageWorker {
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #replies: AsyncGenerator<Frame<JobOutcome>>;
  readonly #ended: Promise<WorkerEnded | AppError>;
  #stderr = "";
  #isOver = false;

  constructor(memoryMiB: number) {
    // Contains none of the server's secrets. Makes the C library keep little memory per thread and return large blocks.
    const env = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };
    const args = [
      "--max-old-space-size=64",
      programPath("image-worker.js", "process/images/image-worker.ts"),
      String(memoryMiB),
    ];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"], env, cwd: productRoot() });
    this.#process = child;
    this.#replies = readFrames<JobOutcome>(child.stdout);
    this.#ended = new Promise((resolve) => {
      child.once("error", (error) => resolve(new WorkerEnded(error.message, false)));
      child.once("exit", (code, signal) => {
        if (code === tooMuchMemory) return resolve(tooHeavy("memory"));
        const reason = `exit ${code ?? signal} ${this.#stderr.trim().slice(-500)}`;
        resolve(new WorkerEnded(reason, crashes.includes(signal ?? "") || (code ?? 0) > 128));
      });
    });
    // A broken pipe is reported by the exit of the process.
    child.stdin?.on("error", () => {});
    child.stderr?.on("data", (text: Buffer) => (this.#stderr = (this.#stderr + text).slice(-2_000)));
    this.#hold(false);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  isAlive(): boolean {
    const { exitCode, signalCode, pid } = this.#process;
    return !this.#isOver && pid !== undefined && exitCode === null && signalCode === null;
  }

  async run(job: ImageJob, pictures: Uint8Array[], timeMs: number): Promise<ImageReply> {
    // It has no pipes where no file can be opened any more.
    if (this.pid === undefined) throw await this.#ended;
    this.#hold(true);
    try {
      writeFrame(this.#process.stdin, { head: job, parts: pictures });
      const ended = this.#ended.then((error) => Promise.reject(error));
      const { value, done } = await within(timeMs, Promise.race([this.#replies.next(), ended]), () => {
        this.#isOver = true;
        this.#process.kill("SIGKILL");
        throw tooHeavy("time");
      });
      if (done || value.head.isLast) this.#isOver = true;
      return done ? await ended : asReply(value);
    } finally {
      this.#hold(false);
    }
  }

  /** Ends the process once its job is done. */
  async end(): Promise<void> {
    if (!this.isAlive()) return;
    this.#isOver = true;
    this.#hold(true);
    this.#process.stdin.end();
    await this.#ended;
  }

  /** Only a busy child keeps this process alive. */
  #hold(isWorking: boolean): void {
    const held = [this.#process, this.#process.stdin, this.#process.stdout, this.#process.stderr] as unknown as {
      ref?(): void;
      unref?(): void;
    }[];
    for (const each of held) isWorking ? each?.ref?.() : each?.unref?.();
  }
}

/** @throws AppError */
function asReply({ head, parts }: Frame<JobOutcome>): ImageReply {
  if (!("failure" in head)) return { bytes: parts[0] ?? new Uint8Array(), width: head.width, height: head.height };
  const { code, message, errors, cause } = head.failure;
  throw code === "unexpected" ? new Error(cause) : new AppError(code, message, { errors, cause });
}
