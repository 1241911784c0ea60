import { firstPasswordFile, writeFirstPassword } from "#app/features/user/login/first-password.service.server.ts";
import { ensureFirstAdmin } from "#app/features/user/user.service.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { writeBuiltInContent } from "./built-in.ts";
import { InvalidEnvironment } from "./config.ts";
import type { OpenDeps } from "./deps.ts";

/**
 * Gives an empty database the built-in content and the first administrator. A generated password is written to a file
 * in DATA_DIR before the administrator is created, so that it cannot be lost, whenever the process is interrupted.
 * @returns the console output about the administrator, shown once. Standard output may be stored, as in a journal, which
 *   is why a generated password is not good for long.
 * @throws InvalidEnvironment if the password cannot be written
 */
export async function firstStart(deps: OpenDeps): Promise<string> {
  const { seed, adminEmail, adminPassword, dataDir } = deps.config;
  if (seed) await writeBuiltInContent(deps);
  const password = adminPassword ?? `${randomName(4)}-${randomName(4)}-${randomName(4)}-${randomName(4)}7`;
  const keepPassword = adminPassword ? undefined : () => keep(dataDir, adminEmail, password);
  if (!(await ensureFirstAdmin(deps, adminEmail, password, keepPassword))) return "";
  const shown = adminPassword
    ? "the one in ADMIN_PASSWORD"
    : `${password}\n               kept in ${firstPasswordFile(dataDir)} until the first login, and good for a day from then`;
  return `\n  First administrator, shown this once:\n  E-mail       ${adminEmail}\n  Password     ${shown}; if it is lost: npm run admin -- reset ${adminEmail}\n`;
}

function keep(dataDir: string, email: string, password: string): void {
  try {
    writeFirstPassword(dataDir, email, password);
  } catch (cause) {
    throw new InvalidEnvironment(
      `DATA_DIR: the first administrator's password cannot be written to ${dataDir} (${(cause as Error).message}). Choose a folder this user may write to, or set ADMIN_PASSWORD.`,
      { cause },
    );
  }
}
