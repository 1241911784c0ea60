import { z } from "zod";
import { findSetting, replaceSetting } from "#app/platform/setting.repository.server.ts";
import type { AppDeps } from "../app-context.ts";

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
}: Pick<AppDeps, "db">): Promise<{ text: string | undefined; state: BackupState | undefined }> {
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
  { db }: Pick<AppDeps, "db">,
  before: string | undefined,
  state: BackupState,
): Promise<string | undefined> {
  const text = JSON.stringify(state);
  return (await replaceSetting(db, name, before, text)) ? text : undefined;
}
