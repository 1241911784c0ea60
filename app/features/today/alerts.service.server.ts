import { statfs } from "node:fs/promises";
import { findMailTrouble, mailTroubleText } from "#app/features/mail/outbox.repository.server.ts";
import { findBackupTrouble } from "#app/platform/backup-state.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Alert } from "./today.contract.ts";

type Asked = Pick<Deps, "config" | "db" | "damage" | "heartbeats" | "mailer" | "now" | "pictureBucket">;

/** Everything currently wrong. Never throws: a failed check is itself an alert. */
export async function readAlerts(deps: Asked): Promise<Alert[]> {
  const disk = await statfs(deps.config.dataDir).catch(() => undefined);
  return [...(await stateAlert(deps)), ...diskAlert(disk), ...bucketAlert(deps), ...workerAlert(deps)];
}

/** What only the database tells: while there is a `database` alert, nobody knows whether these hold. */
const askedOfDatabase: readonly Alert["kind"][] = ["mail", "backup"];

/** Whether an alert that is not among these (`readAlerts`) may hold nevertheless. */
export const mayHold = (alerts: Alert[], kind: Alert["kind"]): boolean =>
  askedOfDatabase.includes(kind) && alerts.some((alert) => alert.kind === "database");

/** Database damage, or else mail and backup alerts. */
async function stateAlert({ config, db, damage, mailer, now }: Asked): Promise<Alert[]> {
  if (damage.found !== undefined) return [{ kind: "database", message: damaged }];
  try {
    const mail = mailer ? await findMailTrouble(db) : undefined;
    const backup = config.backup ? await findBackupTrouble({ db, now }, config.backup) : undefined;
    return [
      ...(mail ? [{ kind: "mail", message: mailTroubleText(mail) } as const] : []),
      ...(backup ? [{ kind: "backup", message: backup } as const] : []),
    ];
  } catch {
    return [{ kind: "database", message: away }];
  }
}

const damaged =
  "The database is damaged. Messages may be missing or refused. The server’s operator must stop the site and restore the last backup; the log names what was found.";
const away =
  "The database does not answer. Visitors see the pages that are kept, and their messages wait on their own devices.";

/** Below this, writes will soon fail. */
const minFree = 0.1;

/** `disk` as reported by the system: free and total blocks of `bsize` bytes. Some file systems report nothing. */
export function diskAlert(disk: { blocks: number; bavail: number; bsize: number } | undefined): Alert[] {
  if (!disk || disk.blocks === 0 || disk.bavail / disk.blocks >= minFree) return [];
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1e6).toLocaleString("en-GB");
  return [{ kind: "disk", message: `The disk of the data folder is nearly full: ${freeMb} MB are free.` }];
}

function bucketAlert({ pictureBucket }: Asked): Alert[] {
  const { reading, writing } = pictureBucket?.trouble() ?? {};
  const what = [
    ...(reading === undefined ? [] : ["Pictures cannot be read from their bucket: only cached ones are shown."]),
    ...(writing === undefined ? [] : ["Pictures cannot be stored in their bucket: uploads are refused."]),
  ];
  if (what.length === 0) return [];
  return [{ kind: "pictures", message: [...what, reading ?? writing].join(" ") }];
}

function workerAlert({ heartbeats }: Asked): Alert[] {
  const silent = heartbeats.silent();
  if (silent.length === 0) return [];
  return [
    {
      kind: "worker",
      message: `Background work has stopped or keeps failing (${silent.join(", ")}). The log says why; if it does not, restart the site.`,
    },
  ];
}
