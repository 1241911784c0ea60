import { createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Config } from "./config.ts";

// Backups made before a person was erased still hold that person. Beside them, and in DATA_DIR, a list of fingerprints
// tells a restore whom to erase again. It names nobody: the first line is a random key, each other one a time (ISO 8601,
// UTC) and the HMAC-SHA-256 of an e-mail key under it.

export const erasedListName = "erased-people.txt";

/** The setting in which a restore leaves to the next start whom to erase again: `EraseAgain` as JSON. */
export const eraseAgainSetting = "erase again";

/** Fingerprints by the key they were made with. */
export type EraseAgain = Record<string, string[]>;

export const fingerprint = (key: string, emailKey: string): string =>
  createHmac("sha256", key).update(emailKey).digest("hex");

/** The places of the list, where they exist. */
export function erasedLists({ backup, dataDir }: Pick<Config, "backup" | "dataDir">): string[] {
  const folders = [...new Set([dataDir, ...(backup ? [backup.folder] : [])])];
  return folders.filter((folder) => fs.existsSync(folder)).map((folder) => path.join(folder, erasedListName));
}

/** Adds a person to the lists, durably. @throws the file system's error */
export function recordErased(config: Pick<Config, "backup" | "dataDir">, emailKey: string, at: Date): void {
  for (const file of erasedLists(config)) {
    if (!keyIn(file)) {
      // A full disk may have left it without a whole key.
      if (fs.existsSync(file)) fs.truncateSync(file);
      // Of several instances that begin it, the first line counts.
      fs.appendFileSync(file, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    }
    const key = keyIn(file) ?? "";
    fs.appendFileSync(file, `${at.toISOString()} ${fingerprint(key, emailKey)}\n`, { flush: true });
  }
}

/** @returns nothing if there is no list, or it has not been begun */
const keyIn = (file: string): string | undefined =>
  fs.existsSync(file) ? /^[\da-f]{64}(?=\n)/.exec(fs.readFileSync(file, "utf8"))?.[0] : undefined;

/** @returns those erased since a time (ISO 8601, UTC), `undefined` if nobody was; a list that is missing is empty */
export function readErased(files: string[], since: string): EraseAgain | undefined {
  const found: EraseAgain = {};
  for (const file of new Set(files.filter(keyIn))) {
    const [key = "", ...lines] = fs.readFileSync(file, "utf8").split("\n");
    const later = lines.map((line) => line.split(" ")).filter(([time = ""]) => time > since);
    if (later.length > 0) found[key] = later.flatMap(([, hash]) => hash ?? []);
  }
  return Object.keys(found).length === 0 ? undefined : found;
}
