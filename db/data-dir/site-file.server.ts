import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { logFile, sqliteFile, syncFolder } from "../sqlite/file.server.ts";

/** Describes a data folder outside the database, so that a lost database is not taken for a first start. */
export interface SiteFile {
  format: 1;
  /** The same id as in the database, to recognize another site's. */
  id: string;
  createdAt: string;
  /** `new`: the first start has not created the database yet. */
  state: "new" | "in use";
}

export const siteFile = (dataDir: string): string => path.join(dataDir, "site.json");

/** @returns `undefined` if there is none, `"unreadable"` if it is not one of ours */
export function readSiteFile(dataDir: string): SiteFile | "unreadable" | undefined {
  const file = siteFile(dataDir);
  if (!fs.existsSync(file)) return undefined;
  try {
    const { format, id, createdAt, state } = JSON.parse(fs.readFileSync(file, "utf8"));
    if (format === 1 && typeof id === "string" && (state === "new" || state === "in use"))
      return { format, id, createdAt: String(createdAt), state };
  } catch {
    // Not JSON.
  }
  return "unreadable";
}

export const newSiteFile = (): SiteFile => ({
  format: 1,
  id: randomUUID(),
  createdAt: new Date().toISOString(),
  state: "new",
});

/** Durable on disk, written atomically, when this returns. */
export function writeSiteFile(dataDir: string, content: SiteFile): void {
  const file = siteFile(dataDir);
  const next = `${file}.new`;
  const descriptor = fs.openSync(next, "w", 0o600);
  try {
    fs.writeSync(descriptor, `${JSON.stringify(content, undefined, 2)}\n`);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(next, file);
  syncFolder(dataDir);
}

/** Refuses a folder that already contains files of a site. @param refuse the error, for a file of this name */
export function requireNoSite(dataDir: string, refuse: (name: string) => Error): void {
  const file = sqliteFile(dataDir);
  const found = [file, logFile(file), siteFile(dataDir)].find((each) => fs.existsSync(each));
  if (found) throw refuse(path.basename(found));
}
