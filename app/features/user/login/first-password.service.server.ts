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

/** `<id of the user> unused`, or since when it has been used, until that user chooses a password. */
const generatedPassword = "generated password";

const dayMs = 24 * 60 * 60_000;

/** Call in the transaction that creates a user with a generated password. */
export const limitFirstPassword = (db: Db, userId: number): Promise<void> =>
  insertSetting(db, generatedPassword, `${userId} unused`);

/**
 * Call in the transaction of a login. A generated password is good for a day from the first one, on whichever instance
 * (OWASP ASVS 5.0, 6.4.1).
 * @throws AppError `unauthorized` after that
 */
export async function spendFirstPassword(db: Db, userId: number, at: Date): Promise<void> {
  if (await replaceSetting(db, generatedPassword, `${userId} unused`, `${userId} ${at.toISOString()}`)) return;
  const [owner, usedSince = ""] = (await findSetting(db, generatedPassword))?.split(" ") ?? [];
  // Former releases wrote no time: it was good for one login.
  if (owner !== String(userId) || at.getTime() - Date.parse(usedSince) < dayMs) return;
  throw new AppError(
    "unauthorized",
    "The first password was good for a day. The command admin reset on the server prints a link for choosing your own.",
  );
}

/** Call when the user has another password, or is removed. */
export async function forgetGeneratedPassword(db: Db, userId: number): Promise<void> {
  const use = await findSetting(db, generatedPassword);
  if (use?.startsWith(`${userId} `)) await deleteSetting(db, generatedPassword, use);
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
