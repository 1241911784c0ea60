import fs from "node:fs";
import path from "node:path";
import type { Deps } from "#app/platform/deps.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { makeFolder } from "#db/sqlite/file.server.ts";

/** Path of the file with the first administrator's generated password. */
export const firstPasswordFile = (dataDir: string): string => path.join(dataDir, "first-admin-password.txt");

/** Writes it durably, readable only by its owner. @throws the file system's error */
export function writeFirstPassword(dataDir: string, email: string, password: string): void {
  makeFolder(dataDir);
  const file = firstPasswordFile(dataDir);
  // A file left by an interrupted start may have different permissions.
  fs.rmSync(file, { force: true });
  fs.writeFileSync(
    file,
    `The first administrator. This file is deleted at the first login.\n\nE-mail    ${email}\nPassword  ${password}\n`,
    { mode: 0o600, flag: "wx", flush: true },
  );
}

/**
 * Not needed after a login: the first to log in can only be the first administrator, since only they can invite others.
 * A file that cannot be deleted does not prevent logging in.
 */
export async function deleteFirstPassword({ config, log }: Pick<Deps, "config" | "log">): Promise<void> {
  const file = firstPasswordFile(config.dataDir);
  await fs.promises
    .rm(file, { force: true })
    .catch((error: unknown) => log.error("initial password file not deleted", { file, ...errorFacts(error) }));
}
