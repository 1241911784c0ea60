import fs from "node:fs";
import path from "node:path";
import type { Db, Deps } from "#app/platform/deps.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { deleteSetting, findSetting, insertSetting, replaceSetting } from "#app/platform/setting.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { makeFolder } from "#db/sqlite/file.server.ts";

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

/** `<id of the user> unused` or `… used`, until that user chooses a password. */
const generatedPassword = "generated password";

/** Call in the transaction that creates a user with a generated password. */
export const limitFirstPassword = (db: Db, userId: number): Promise<void> =>
  insertSetting(db, generatedPassword, `${userId} unused`);

/** Call in the transaction of a login. A generated password is good for one, on whichever instance. */
export async function spendFirstPassword(db: Db, userId: number): Promise<void> {
  await requireUnspent(db, userId);
  const unused = `${userId} unused`;
  if ((await findSetting(db, generatedPassword)) !== unused) return;
  if (!(await replaceSetting(db, generatedPassword, unused, `${userId} used`))) await requireUnspent(db, userId);
}

/** @throws AppError `unauthorized` if the user has a generated password that was used */
export async function requireUnspent(db: Db, userId: number): Promise<void> {
  if ((await findSetting(db, generatedPassword)) !== `${userId} used`) return;
  throw new AppError(
    "unauthorized",
    "The first password was for one login alone. The command admin reset on the server prints a link for choosing your own.",
  );
}

/** Call when the user has another password, or is removed. */
export async function forgetGeneratedPassword(db: Db, userId: number): Promise<void> {
  for (const use of ["unused", "used"]) await deleteSetting(db, generatedPassword, `${userId} ${use}`);
}

/**
 * Deletes the file on this instance once the password in it is used, replaced or gone.
 * @returns whether there is no such file any more
 */
export async function deleteUsedFirstPassword(deps: Pick<Deps, "db" | "config" | "log">): Promise<boolean> {
  if (!fs.existsSync(firstPasswordFile(deps.config.dataDir))) return true;
  if ((await findSetting(deps.db, generatedPassword))?.endsWith("unused")) return false;
  await deleteFirstPassword(deps);
  return true;
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
