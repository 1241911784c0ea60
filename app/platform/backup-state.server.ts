import { z } from "zod";
import type { BackupSchedule } from "./config.ts";
import type { Deps } from "./deps.ts";
import { findSetting, replaceSetting } from "./setting.repository.server.ts";

const name = "scheduled backup";

/** State of the scheduled backups: one row shared by all instances. Times are ISO 8601, UTC. */
const stateShape = z.object({
  /** When the last backup was made. */
  madeAt: z.string().optional(),
  /** Its file name in BACKUP_DIR, and its size in bytes. */
  file: z.string().optional(),
  bytes: z.number().optional(),
  /** Why the last attempt failed; absent if it succeeded. */
  failure: z.string().optional(),
  /** When the last attempt began. */
  triedAt: z.string().optional(),
  /** When a backup was last proved (restored and compared), and its file. */
  provedAt: z.string().optional(),
  provedFile: z.string().optional(),
  /** Why `file` could not be proved, and when that was attempted. */
  proofFailure: z.string().optional(),
  proofTriedAt: z.string().optional(),
  /** The last backup copied to the bucket, and when it was made. */
  copiedAt: z.string().optional(),
  copiedFile: z.string().optional(),
  /** The size in bytes of the list of erased people copied with it. */
  copiedErasedBytes: z.number().optional(),
  /** Why `file` could not be copied, and when that was attempted. */
  copyFailure: z.string().optional(),
  copyTriedAt: z.string().optional(),
  /** Until this time the instance making a backup is assumed to be alive. */
  claimedUntil: z.string().optional(),
});
export type BackupState = z.infer<typeof stateShape>;

/**
 * @returns the state, and the stored text that `replaceBackupState` must still find; `undefined` if no backup was ever
 *   attempted
 */
export async function readBackupState({
  db,
}: Pick<Deps, "db">): Promise<{ text: string | undefined; state: BackupState | undefined }> {
  const text = await findSetting(db, name);
  return { text, state: text === undefined ? undefined : parse(text) };
}

/** Unreadable state counts as none. */
function parse(text: string): BackupState | undefined {
  try {
    return stateShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @returns the text written, or `undefined` if another instance got there first */
export async function replaceBackupState(
  { db }: Pick<Deps, "db">,
  before: string | undefined,
  state: BackupState,
): Promise<string | undefined> {
  const text = JSON.stringify(state);
  return (await replaceSetting(db, name, before, text)) ? text : undefined;
}

const hourMs = 60 * 60_000;

/** The problem with scheduled backups that administrators need to know about, or `undefined` if there is none. */
export async function findBackupTrouble(
  { db, now }: Pick<Deps, "db" | "now">,
  { everyHours, isCopied }: BackupSchedule,
) {
  const { state } = await readBackupState({ db });
  if (!state) return undefined;
  const hoursSince = (time: string | undefined) =>
    time === undefined ? undefined : (now().getTime() - Date.parse(time)) / hourMs;
  const madeHours = hoursSince(state.madeAt);
  if (state.failure !== undefined)
    return `The last backup failed: ${sentence(state.failure)} ${ageOf("made", madeHours, "There is no backup yet.")}`;
  const provedHours = hoursSince(state.provedAt);
  if (state.proofFailure !== undefined)
    return `The last backup could not be proved: ${sentence(state.proofFailure)} ${ageOf("proved", provedHours, "None was proved yet.")}`;
  const copiedHours = hoursSince(state.copiedAt);
  if (isCopied && state.copyFailure !== undefined)
    return `The last backup could not be copied to the bucket: ${sentence(state.copyFailure)} ${ageOf("copied", copiedHours, "None was copied yet.")}`;
  const hours = provedHours ?? madeHours;
  const isLate = (age: number | undefined) => age !== undefined && age > 2 * everyHours;
  if (!isLate(hours) && isCopied && isLate(copiedHours))
    return `The last backup in the bucket is ${inWords(copiedHours ?? 0)} old; there should be one every ${inWords(everyHours)}.`;
  if (hours === undefined || !isLate(hours)) return undefined;
  return `The last ${provedHours === undefined ? "" : "proved "}backup is ${inWords(hours)} old; there should be one every ${inWords(everyHours)}.`;
}

const ageOf = (what: string, hours: number | undefined, none: string): string =>
  hours === undefined ? none : `The last one that was ${what} is ${inWords(hours)} old.`;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function inWords(hours: number): string {
  const [count, unit] = hours < 48 ? [Math.floor(hours), "hour"] : [Math.floor(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
