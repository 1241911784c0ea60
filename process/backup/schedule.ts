import { type ChildProcess, spawn } from "node:child_process";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type BackupState, readBackupState, replaceBackupState } from "#app/platform/backup-state.server.ts";
import type { BackupSchedule } from "#app/platform/config.ts";
import { erasedListName } from "#app/platform/erased-people.server.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { productRoot } from "#app/platform/product-root.server.ts";
import { type ChildOutcome, outcomeOf } from "#db/child-outcome.server.ts";
import { lowerPriority } from "#db/low-priority.server.ts";
import { isOfNewerBuild } from "#db/migrate/migrate.server.ts";
import type { AppDeps } from "#server/app-context.ts";
import { horizonMs, isScheduledName, scheduledName, surplusBackups } from "./file-name.ts";
import { removeLeftovers } from "./partial-files.ts";

const hourMs = 60 * 60_000;
/** Retry interval after a failure. */
const retryMs = hourMs;
/** Renewed while a backup is being made; the claim of a dead instance expires. */
const leaseMs = 5 * 60_000;

type Deps = Pick<AppDeps, "db" | "now" | "log">;

interface Running {
  job: Job;
  begunMs: number;
  /** The state before it began. */
  before: BackupState;
  /** Its claim, as stored in the state. */
  text: string;
  /** Whether this process stopped it on purpose. */
  isStopped: boolean;
  child: ChildProcess;
  ended: Promise<void>;
}

export interface BackupSchedulerOptions {
  /** The command that makes a backup, as started by `npm run backup`. */
  program?: string;
}

/**
 * Makes backups in `schedule.folder`, one instance at a time, proves each, and copies it to the bucket if there is one.
 * All run as the command in a low-priority process: nothing in the server may open SQLite's file beside SQLite, and
 * rendering every page takes a while. Call `startDue` regularly, it does not wait for the job; `stop` aborts the current job, which
 * the next start begins again; `idle` waits for it.
 */
export function scheduleBackups(
  deps: Deps,
  schedule: BackupSchedule,
  { program = builtProgram() }: BackupSchedulerOptions = {},
) {
  const { now, log } = deps;
  let running: Running | undefined;
  let renewing: Promise<void> = Promise.resolve();
  let looking: Promise<void> | undefined;
  let isStopped = false;

  async function startDue(): Promise<void> {
    const nowMs = now().getTime();
    if (running) {
      if (nowMs - running.begunMs > schedule.everyHours * hourMs) running.child.kill("SIGKILL");
      renewing = renew(running, nowMs);
      return renewing;
    }
    // One at a time: each takes a thread, of which there are four, until the folder's disk answers.
    looking ??= look(nowMs).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function look(nowMs: number): Promise<void> {
    const { text, state = {} } = await readBackupState(deps);
    const job = await dueJob(state, schedule, nowMs);
    // Once a newer build has migrated the database, only its instances can prove a backup.
    if (!job || isStopped || (await isOfNewerBuild(deps.db))) return;
    const claim = { ...state, [job.triedAt]: at(nowMs), claimedUntil: at(nowMs + leaseMs) };
    const claimed = await replaceBackupState(deps, text, claim);
    if (claimed === undefined) return;
    try {
      // What a killed job has left may take the room that this one needs. The claim says that no other one is at work.
      await removeLeftovers(schedule.folder, isScheduledName);
    } catch {
      // The job says what is wrong with the folder.
    }
    if (isStopped) return;
    const child = start([program, ...job.args]);
    const ended = outcomeOf(child).then(end);
    running = { job, begunMs: nowMs, before: state, text: claimed, isStopped: false, child, ended };
  }

  async function renew(own: Running, nowMs: number): Promise<void> {
    const { state } = await readBackupState(deps);
    const renewed = await replaceBackupState(deps, own.text, { ...state, claimedUntil: at(nowMs + leaseMs) });
    if (renewed) own.text = renewed;
  }

  async function end(outcome: ChildOutcome): Promise<void> {
    await renewing.catch(() => {});
    const isDone = await record(deps, schedule, running as Running, outcome).catch((error: unknown) =>
      log.error("backup state not saved", errorFacts(error)),
    );
    running = undefined;
    // A new backup is proved and copied at once.
    if (isDone) await startDue().catch((error: unknown) => log.error("backup check failed", errorFacts(error)));
  }

  return {
    startDue,
    async idle() {
      while (running) await running.ended;
    },
    async stop() {
      isStopped = true;
      while (running) {
        const { ended } = running;
        running.isStopped = true;
        running.child.kill("SIGTERM");
        const patience = setTimeout(() => running?.child.kill("SIGKILL"), 1_000).unref();
        await ended;
        clearTimeout(patience);
      }
    },
  };
}

/** Runs a program of Node in a process of low priority. */
function start(args: string[]): ChildProcess {
  const child = spawn(process.execPath, ["--no-warnings", ...args], { stdio: ["ignore", "ignore", "pipe"] });
  lowerPriority(child.pid);
  return child;
}

/** Records how a job ended, in the state and the log. @returns whether it succeeded */
async function record(
  deps: Deps,
  schedule: BackupSchedule,
  { job, before, begunMs, ...own }: Running,
  { code, output }: ChildOutcome,
): Promise<boolean> {
  const { now, log } = deps;
  // Ctrl+C reaches both processes.
  const isBrokenOff = own.isStopped || code === "SIGINT";
  const reason = output.trim().split("\n")[0] || `it was ended (${code})`;
  const { claimedUntil, ...after } =
    code === 0
      ? await job.succeeded(before, begunMs)
      : { ...before, ...(!isBrokenOff && { [job.triedAt]: at(begunMs), [job.failure]: reason }) };
  const tookMs = now().getTime() - begunMs;
  if (code === 0) log.info(job.event, { file: after.file, bytes: after.bytes, tookMs });
  else if (!isBrokenOff) log.error(job.failureEvent, { file: after.file, reason });
  await replaceBackupState(deps, own.text, after);
  if (code === 0) await deleteOldest(deps, schedule, [after.provedFile, after.file]);
  return code === 0;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** One of the jobs, and the state after it ends. */
interface Job {
  args: string[];
  /** Key of the state that records the last attempt. */
  triedAt: "triedAt" | "proofTriedAt" | "copyTriedAt";
  /** And that of its failure. */
  failure: "failure" | "proofFailure" | "copyFailure";
  /** Logged on success. */
  event: string;
  failureEvent: string;
  succeeded(before: BackupState, begunMs: number): BackupState | Promise<BackupState>;
}

/**
 * Making a new backup has priority over proving the last, and that over copying it. Like all that this process does with
 * the folder, it holds up nobody else while the disk does not answer.
 */
async function dueJob(state: BackupState, schedule: BackupSchedule, nowMs: number): Promise<Job | undefined> {
  const everyMs = schedule.everyHours * hourMs;
  const since = (time: string | undefined) => {
    const ms = time === undefined ? Number.NaN : nowMs - Date.parse(time);
    return ms >= -horizonMs ? ms : Number.POSITIVE_INFINITY;
  };
  if (since(state.claimedUntil) < 0) return undefined;
  const mayRetry = (time: string | undefined) => since(time) >= Math.min(retryMs, everyMs);
  if (state.failure !== undefined ? mayRetry(state.triedAt) : since(state.madeAt) >= everyMs)
    return makeJob(schedule, nowMs);
  const { file, provedFile, proofFailure, proofTriedAt, copiedFile, copyFailure, copyTriedAt } = state;
  // Another instance may have it on its disk.
  if (file === undefined || (await sizeIn(schedule, file)) === undefined) return undefined;
  if (provedFile !== file && (proofFailure === undefined || mayRetry(proofTriedAt)))
    return verificationJob(schedule, file);
  // Grows with each erasure: the list is then due again.
  const erasedBytes = (await sizeIn(schedule, erasedListName)) ?? 0;
  const isCopied = copiedFile === file && (state.copiedErasedBytes ?? 0) === erasedBytes;
  if (schedule.isCopied && !isCopied && (copyFailure === undefined || mayRetry(copyTriedAt)))
    return copyJob(schedule, state, file, erasedBytes);
  return undefined;
}

function makeJob({ folder }: BackupSchedule, nowMs: number): Job {
  const file = scheduledName(new Date(nowMs));
  return {
    args: [path.join(folder, file)],
    triedAt: "triedAt",
    failure: "failure",
    event: "backup made",
    failureEvent: "backup failed",
    async succeeded(before, begunMs) {
      const { provedAt, provedFile, proofFailure, copiedAt, copiedFile, copiedErasedBytes, copyFailure } = before;
      const madeAt = at(begunMs);
      const { size: bytes } = await stat(path.join(folder, file));
      const proof = { provedAt, provedFile, proofFailure };
      const copy = { copiedAt, copiedFile, copiedErasedBytes, copyFailure };
      // A failed proof or copy remains a problem until one succeeds; that of the new backup is due at once.
      return { madeAt, triedAt: madeAt, file, bytes, ...proof, ...copy };
    },
  };
}

function verificationJob({ folder }: BackupSchedule, file: string): Job {
  return {
    args: ["--prove", path.join(folder, file)],
    triedAt: "proofTriedAt",
    failure: "proofFailure",
    event: "backup proved",
    failureEvent: "backup not proved",
    succeeded: ({ proofFailure, ...before }, begunMs) => ({
      ...before,
      proofTriedAt: at(begunMs),
      // Its contents are as old as the file.
      provedAt: before.madeAt,
      provedFile: file,
    }),
  };
}

function copyJob({ folder }: BackupSchedule, state: BackupState, file: string, copiedErasedBytes: number): Job {
  const { provedFile, copiedFile } = state;
  const spared = provedFile === undefined ? [] : [`--spare=${provedFile}`];
  const isListAlone = copiedFile === file && copiedErasedBytes > 0;
  const whole = [path.join(folder, file), "--delete-old", ...spared];
  return {
    args: ["--upload", ...(isListAlone ? [path.join(folder, erasedListName)] : whole)],
    triedAt: "copyTriedAt",
    failure: "copyFailure",
    event: "backup copied",
    failureEvent: "backup not copied",
    succeeded: ({ copyFailure, ...before }, begunMs) => ({
      ...before,
      copyTriedAt: at(begunMs),
      copiedAt: before.madeAt,
      copiedFile: file,
      copiedErasedBytes,
    }),
  };
}

/** @returns nothing if there is no such file, or the folder cannot be read */
const sizeIn = async ({ folder }: BackupSchedule, name: string): Promise<number | undefined> =>
  (await stat(path.join(folder, name)).catch(() => undefined))?.size;

/**
 * Only if a newer one exists, and never the last proved or the last made one, which is not the newest by its name if the
 * clock has been set back. Files with other names are not ours to delete.
 */
async function deleteOldest({ now, log }: Deps, { folder, keep }: BackupSchedule, spared: (string | undefined)[]) {
  for (const name of surplusBackups(await readdir(folder), keep, now()))
    if (!spared.includes(name))
      await rm(path.join(folder, name)).catch((error: unknown) =>
        log.warn("old backup not deleted", { file: name, ...errorFacts(error) }),
      );
}

const builtProgram = (): string => path.join(productRoot(), "dist/server/backup.js");
