import fs from "node:fs";
import path from "node:path";

/** Where SQLite keeps everything. */
export const sqliteFile = (dataDir: string): string => path.resolve(dataDir, "jorna.sqlite");

/** What is committed and not yet copied into the file. */
export const logFile = (file: string): string => `${file}-wal`;

/** "Jrna": whose file it is, in SQLite's header. */
export const applicationId = 0x4a726e61;

/**
 * SQLite's user version says where the last commits are, so that a file without its log is known. While the site runs the file
 * itself says `inLog` and the log `complete`. Whoever reads both, or copies the log into the file, finds `complete`; a file
 * that says `inLog` and has no log beside it has lost what the log held.
 */
export const lastCommits = { complete: 2, inLog: 1 } as const;

export interface SqliteHeader {
  userVersion: number;
  applicationId: number;
  /** The size in bytes that it has to have; `undefined` where the header does not tell. */
  size: number | undefined;
}

/**
 * The header of the file itself, without its log.
 * Only before this process has opened it as a database: closing it here would end SQLite's locks.
 * @returns `"empty"` for no bytes, `undefined` for what is no SQLite file
 * @see https://www.sqlite.org/fileformat2.html#the_database_header
 */
export function readHeader(file: string): SqliteHeader | "empty" | undefined {
  const descriptor = fs.openSync(file, "r");
  try {
    const header = Buffer.alloc(100);
    const length = fs.readSync(descriptor, header, 0, 100, 0);
    if (length === 0) return "empty";
    if (length < 100 || header.toString("latin1", 0, 16) !== "SQLite format 3\0") return undefined;
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const pages = header.readUInt32BE(28);
    const knowsPages = pages > 0 && header.readUInt32BE(24) === header.readUInt32BE(92);
    return {
      userVersion: header.readUInt32BE(60),
      applicationId: header.readUInt32BE(68),
      size: knowsPages ? pages * pageSize : undefined,
    };
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Not by Node's `recursive`, which never comes back where the system refuses every folder (below /proc). */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder, 0o700);
}
