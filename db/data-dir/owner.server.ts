import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { OpenError } from "../open-database.ts";

/** What a site keeps in its data folder. */
const ours =
  /^(jorna\.sqlite|lock\.|site\.|first-admin-password\.|reserve$|erased-people\.|restore|upgrade$|former-assets$)/;

const used = new Set<string>();

/**
 * Called as root, gives what this process creates in the data folder to the folder's owner when the process ends: the
 * site runs as that user.
 */
export function keepOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  if (used.size === 0) process.once("exit", () => [...used].forEach(giveToOwner));
  used.add(dataDir);
}

function giveToOwner(dataDir: string): void {
  try {
    const { uid, gid } = fs.statSync(dataDir);
    if (uid !== 0) for (const file of filesIn(dataDir)) if (fs.lstatSync(file).uid === 0) fs.lchownSync(file, uid, gid);
  } catch {
    // The folder is gone, as a scratch folder is. What keeps root's ownership is named by the next start.
  }
}

function filesIn(dataDir: string): string[] {
  const names = fs.readdirSync(dataDir).filter((name) => ours.test(name));
  return names.flatMap((name) => {
    const file = path.join(dataDir, name);
    const isFolder = fs.lstatSync(file).isDirectory();
    const inside = isFolder ? fs.readdirSync(file, { recursive: true, encoding: "utf8" }) : [];
    return [file, ...inside.map((each) => path.join(file, each))];
  });
}

/**
 * Refuses a data folder with something in it that belongs to another user and may not be written by this one.
 * @throws OpenError with the command that mends it
 */
export function requireOwner(dataDir: string): void {
  const uid = process.getuid?.();
  if (uid === undefined || uid === 0 || !fs.existsSync(dataDir)) return;
  const foreign = isUsable(dataDir) ? filesIn(dataDir).find((file) => !isUsable(file)) : dataDir;
  const owner = foreign === undefined ? uid : fs.lstatSync(foreign).uid;
  if (owner === uid) return;
  const user = nameOfThisUser();
  throw new OpenError(
    `DATA_DIR: ${foreign} belongs to ${owner === 0 ? "root" : `user ${owner}`}, and this runs as ${user}. As root, give the folder to that user: chown -R ${user} ${dataDir}`,
  );
}

function isUsable(file: string): boolean {
  try {
    const { R_OK, W_OK, X_OK } = fs.constants;
    fs.accessSync(file, fs.statSync(file).isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A container's user may have no name. */
function nameOfThisUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
