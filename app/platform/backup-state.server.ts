import { z } from "zod";
import type { BackupSchedule } from "./config.ts";
import type { Deps } from "./deps.ts";
import { findSetting, replaceSetting } from "./setting.repository.server.ts";

const name = "scheduled backup";

/** What is known of the backups that the site makes by itself: one row for all instances. Times are ISO 8601, UTC. */
const stateShape = z.object({
  /** The last one that was made. */
  madeAt: z.string().optional(),
  /** Its file in BACKUP_DIR, and its size in bytes. */
  file: z.string().optional(),
  bytes: z.number().optional(),
  /** Why the last try failed; absent where it did not. */
  failure: z.string().optional(),
  /** When the last try began. */
  triedAt: z.string().optional(),
  /** The last one that was proved: when that was, and its file. */
  provedAt: z.string().optional(),
  provedFile: z.string().optional(),
  /** Why `file` could not be proved, and when that was tried. */
  proofFailure: z.string().optional(),
  proofTriedAt: z.string().optional(),
  /** Until then the instance that is making one is believed to be there. */
  claimedUntil: z.string().optional(),
});
export type BackupState = z.infer<typeof stateShape>;

/** @returns the state and the text that `replaceBackupState` wants to find again; `undefined` where none was ever tried */
export async function readBackupState({
  db,
}: Pick<Deps, "db">): Promise<{ text: string | undefined; state: BackupState | undefined }> {
  const text = await findSetting(db, name);
  return { text, state: text === undefined ? undefined : parse(text) };
}

/** What cannot be read is as good as none. */
function parse(text: string): BackupState | undefined {
  try {
    return stateShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @returns the text that was written, or `undefined` where another instance was faster */
export async function replaceBackupState(
  { db }: Pick<Deps, "db">,
  before: string | undefined,
  state: BackupState,
): Promise<string | undefined> {
  const text = JSON.stringify(state);
  return (await replaceSetting(db, name, before, text)) ? text : undefined;
}

const hourMs = 60 * 60_000;

/** What administrators have to know of the scheduled backups, or `undefined` where all is well. */
export async function findBackupTrouble({ db, now }: Pick<Deps, "db" | "now">, { everyHours }: BackupSchedule) {
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
  const hours = provedHours ?? madeHours;
  if (hours === undefined || hours <= 2 * everyHours) return undefined;
  return `The last ${provedHours === undefined ? "" : "proved "}backup is ${inWords(hours)} old; there should be one every ${inWords(everyHours)}.`;
}

const ageOf = (what: string, hours: number | undefined, none: string): string =>
  hours === undefined ? none : `The last one that was ${what} is ${inWords(hours)} old.`;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function inWords(hours: number): string {
  const [count, unit] = hours < 48 ? [Math.floor(hours), "hour"] : [Math.floor(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
