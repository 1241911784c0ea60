import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { BackupSchedule } from "#app/platform/config.ts";
import { errorFacts } from "#app/platform/log.ts";
import { productRoot } from "#app/platform/product-root.server.ts";
import type { AppDeps } from "../app-context.ts";
import { type BackupState, readBackupState, replaceBackupState } from "./backup-state.ts";
import { removeLeftovers } from "./drafts.ts";

const hourMs = 60 * 60_000;
/** After a failure: the disk may be back. */
const retryMs = hourMs;
/** Renewed at every look while the backup is being made; an instance that is gone holds up the others no longer. */
const leaseMs = 5 * 60_000;

type Deps = Pick<AppDeps, "db" | "now" | "log">;

interface Running {
  begunMs: number;
  /** Its claim in the state. */
  text: string;
  /** Whether this process ended it on purpose. */
  isStopped: boolean;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<void>;
}

export interface BackupSchedulerOptions {
  /** The command that makes one, as `npm run backup` starts it. */
  program?: string;
}

/**
 * Makes backups in `schedule.folder`, one instance at a time, each by the command in a process of low priority: nothing in the server
 * may open SQLite's file beside SQLite. `look` is to be called again and again and returns at once; `stop` breaks off what is being
 * made, which is then made after the next start; `idle` waits for it.
 */
export function scheduleBackups(
  deps: Deps,
  schedule: BackupSchedule,
  { program = builtProgram() }: BackupSchedulerOptions = {},
) {
  const { now, log } = deps;
  let running: Running | undefined;
  let renewing: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const nowMs = now().getTime();
    if (running) {
      if (nowMs - running.begunMs > schedule.everyHours * hourMs) running.kill("SIGKILL");
      renewing = renew(running, nowMs);
      return renewing;
    }
    const { text, state } = await readBackupState(deps);
    if (!isDue(state, schedule, nowMs)) return;
    const claim = { ...state, triedAt: at(nowMs), claimedUntil: at(nowMs + leaseMs) };
    const claimed = await replaceBackupState(deps, text, claim);
    if (claimed !== undefined) running = begin(claimed, state ?? {}, nowMs);
  }

  async function renew(own: Running, nowMs: number): Promise<void> {
    const { state } = await readBackupState(deps);
    const renewed = await replaceBackupState(deps, own.text, { ...state, claimedUntil: at(nowMs + leaseMs) });
    if (renewed) own.text = renewed;
  }

  function begin(text: string, before: BackupState, begunMs: number): Running {
    const file = path.join(schedule.folder, fileName(new Date(begunMs)));
    const child = spawn(process.execPath, [program, file], { stdio: ["ignore", "ignore", "pipe"], cwd: productRoot() });
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (piece) => {
      said = (said + piece).slice(-2_000);
    });
    const outcome = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
      child.once("error", (error) => {
        said = error.message;
        resolve({ code: 1, signal: null });
      });
      child.once("close", (code, signal) => resolve({ code, signal }));
    });
    const own: Running = {
      begunMs,
      text,
      isStopped: false,
      kill: (signal) => void child.kill(signal),
      ended: outcome
        .then(async ({ code, signal }) => {
          await renewing.catch(() => {});
          // Ctrl+C reaches both processes.
          if (code === 0) await succeed(own, file);
          else if (own.isStopped || signal === "SIGINT") await replaceBackupState(deps, own.text, before);
          else await fail(own, before, said.trim().split("\n")[0] || `it was ended (${signal ?? code})`);
        })
        .catch((error: unknown) => log.error("the outcome of a backup could not be kept", errorFacts(error)))
        .then(() => {
          running = undefined;
        }),
    };
    return own;
  }

  async function succeed({ begunMs, text }: Running, file: string): Promise<void> {
    const { size } = fs.statSync(file);
    const tookMs = now().getTime() - begunMs;
    log.info("backup made", { file: path.basename(file), bytes: size, tookMs });
    const madeAt = at(begunMs);
    await replaceBackupState(deps, text, { madeAt, triedAt: madeAt, file: path.basename(file), bytes: size });
    deleteOldest(schedule);
  }

  async function fail({ begunMs, text }: Running, before: BackupState, failure: string): Promise<void> {
    log.error("backup failed", { reason: failure });
    await replaceBackupState(deps, text, { ...before, triedAt: at(begunMs), failure });
  }

  return {
    look,
    idle: async () => running?.ended,
    async stop() {
      if (!running) return;
      running.isStopped = true;
      running.kill("SIGTERM");
      const patience = setTimeout(() => running?.kill("SIGKILL"), 1_000).unref();
      await running.ended;
      clearTimeout(patience);
    },
  };
}

const at = (ms: number): string => new Date(ms).toISOString();

function isDue(state: BackupState | undefined, { everyHours }: BackupSchedule, nowMs: number): boolean {
  if (!state) return true;
  const since = (time: string | undefined) =>
    time === undefined ? Number.POSITIVE_INFINITY : nowMs - Date.parse(time);
  if (since(state.claimedUntil) < 0) return false;
  if (state.failure !== undefined && since(state.triedAt) < Math.min(retryMs, everyHours * hourMs)) return false;
  return since(state.madeAt) >= everyHours * hourMs || state.failure !== undefined;
}

const prefix = "jorna-";
const namePattern = /^jorna-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/;

/** By its time in UTC, so that names stand in the order of their making. */
const fileName = (time: Date): string => `${prefix}${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;

/** Only when a new one is there. What has another name is not ours to delete. */
function deleteOldest({ folder, keep }: BackupSchedule): void {
  const made = fs.readdirSync(folder).filter((name) => namePattern.test(name));
  for (const name of made.sort().slice(0, -keep)) fs.rmSync(path.join(folder, name));
  removeLeftovers(folder, prefix);
}

const builtProgram = (): string => path.join(productRoot(), "dist/server/backup.js");

/** What the office has to know of them, or `undefined` where all is well. */
export async function findBackupTrouble({ db, now }: Pick<Deps, "db" | "now">, { everyHours }: BackupSchedule) {
  const { state } = await readBackupState({ db });
  if (!state) return undefined;
  const ageHours = state.madeAt === undefined ? undefined : (now().getTime() - Date.parse(state.madeAt)) / hourMs;
  const last =
    ageHours === undefined ? "There is no backup yet." : `The last one that was made is ${inWords(ageHours)} old.`;
  if (state.failure !== undefined) return `The last backup failed: ${sentence(state.failure)} ${last}`;
  if (ageHours === undefined || ageHours <= 2 * everyHours) return undefined;
  return `The last backup is ${inWords(ageHours)} old; there should be one every ${inWords(everyHours)}.`;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function inWords(hours: number): string {
  const [count, unit] = hours < 48 ? [Math.floor(hours), "hour"] : [Math.floor(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
