import { createHash, createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { AppError } from "#app/shared/app-error.ts";
import type { Config } from "./config.ts";

// Backups made before a person was erased still hold that person. Beside them, and in DATA_DIR, a list of fingerprints
// tells a restore whom to erase again. It names nobody: the first line is a random key, each other one a time (ISO 8601,
// UTC) and the HMAC-SHA-256 of an e-mail key under it.

export const erasedListName = "erased-people.txt";

/** The setting by which the next start knows that the site was restored, and whom to erase again: `EraseAgain` as JSON. */
export const restoredSetting = "erase again";

/** Fingerprints by the key they were made with. */
export type EraseAgain = Record<string, string[]>;

export const fingerprint = (key: string, emailKey: string): string =>
  createHmac("sha256", key).update(emailKey).digest("hex");

/** The files of the lists, where their folders exist. */
export function erasedLists({ backup, dataDir }: Pick<Config, "backup" | "dataDir">): string[] {
  const folders = [...new Set([dataDir, ...(backup ? [backup.folder] : [])])];
  return folders.filter((folder) => fs.existsSync(folder)).map((folder) => path.join(folder, erasedListName));
}

/** What the names in a bucket of all lists begin with. */
export const copiedListPrefix = erasedListName.slice(0, -".txt".length);

/** The contents of all lists in a folder, also of those that were copied back from a bucket. */
export const listsIn = (folder: string): string[] =>
  fs.globSync(`${copiedListPrefix}*.txt`, { cwd: folder }).map((name) => textOf(path.join(folder, name)));

/**
 * The name in a bucket of a list: that of another instance, or of the site before it was restored elsewhere, has another
 * key, and must not be replaced.
 */
export const copiedListName = (list: string): string =>
  `${copiedListPrefix}-${createHash("sha256")
    .update(keyOf(list) ?? "")
    .digest("hex")
    .slice(0, 8)}.txt`;

/** Adds a person to the lists, durably. @throws AppError `unavailable` */
export function recordErased(config: Pick<Config, "backup" | "dataDir">, emailKey: string, at: Date): void {
  for (const file of erasedLists(config)) {
    try {
      addErased(file, emailKey, at);
    } catch (cause) {
      const problem = "Nobody was erased: their list cannot be written. The log says which file, and why.";
      const said = new Error(`${file} cannot be written: ${(cause as Error).message}`, { cause });
      throw new AppError("unavailable", problem, { cause: said, retryAfterSeconds: 60 });
    }
  }
}

function addErased(file: string, emailKey: string, at: Date): void {
  if (!keyOf(textOf(file))) {
    // A full disk may have left it without a whole key.
    if (fs.existsSync(file)) fs.truncateSync(file);
    // Of several instances that begin it, the first line counts.
    fs.appendFileSync(file, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  }
  const list = textOf(file);
  const key = keyOf(list) ?? "";
  // A full disk may have cut the last line short, too.
  const lineEnd = list.endsWith("\n") ? "" : "\n";
  fs.appendFileSync(file, `${lineEnd}${at.toISOString()} ${fingerprint(key, emailKey)}\n`, { flush: true });
}

/** The contents of a list. @returns nothing if there is none */
export const textOf = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "");

/** @returns nothing if the list has not been begun */
const keyOf = (list: string): string | undefined => /^[\da-f]{64}(?=\n)/.exec(list)?.[0];

/** @returns those on the lists who were erased since a time (ISO 8601, UTC) */
export function readErased(lists: string[], since: string): EraseAgain {
  const found: EraseAgain = {};
  for (const list of lists.filter(keyOf)) {
    const [key = "", ...lines] = list.split("\n");
    const later = lines.map((line) => line.split(" ")).filter(([time = ""]) => time > since);
    const known = found[key] ?? [];
    if (later.length > 0) found[key] = [...new Set([...known, ...later.flatMap(([, hash]) => hash ?? [])])];
  }
  return found;
}
