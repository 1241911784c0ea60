import fs from "node:fs";
import path from "node:path";
import type { Deps } from "#app/platform/deps.ts";
import { errorFacts } from "#app/platform/log.ts";
import { makeFolder } from "#db/sqlite/file.server.ts";

/** Where the generated password of the first administrator waits for them. */
export const firstPasswordFile = (dataDir: string): string => path.join(dataDir, "first-admin-password.txt");

/** Writes it where its owner alone can read it, and to the disk. @throws the file system's error */
export function writeFirstPassword(dataDir: string, email: string, password: string): void {
  makeFolder(dataDir);
  const file = firstPasswordFile(dataDir);
  // One of an earlier start that was cut off may have another mode.
  fs.rmSync(file, { force: true });
  fs.writeFileSync(
    file,
    `The first administrator. This file is deleted at the first login.\n\nE-mail    ${email}\nPassword  ${password}\n`,
    { mode: 0o600, flag: "wx", flush: true },
  );
}

/**
 * After a login nobody needs it: whoever logs in first can only be the first administrator, for only they can invite others.
 * A file that cannot be deleted stops no login.
 */
export async function deleteFirstPassword({ config, log }: Pick<Deps, "config" | "log">): Promise<void> {
  const file = firstPasswordFile(config.dataDir);
  await fs.promises
    .rm(file, { force: true })
    .catch((error: unknown) => log.error("initial password file not deleted", { file, ...errorFacts(error) }));
}
