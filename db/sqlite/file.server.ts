import fs from "node:fs";
import path from "node:path";

export const sqliteFile = (dataDir: string): string => path.resolve(dataDir, "jorna.sqlite");

/** The write-ahead log: what is committed but not yet copied into the file. */
export const logFile = (file: string): string => `${file}-wal`;

/** "Jrna": marks the file as this program's in SQLite's header. */
export const applicationId = 0x4a726e61;

/**
 * SQLite's user version records where the last commits are, so that a file without its log is recognized. While the
 * site runs, the file itself says `inLog` and the log `complete`. Reading both together, or copying the log into the
 * file, yields `complete`; a file that says `inLog` with no log beside it has lost the log's contents.
 */
export const lastCommits = { complete: 2, inLog: 1 } as const;

/** Page 1 begins with the header of the file. */
export const headerBytes = 100;
/** Where the header has the user version, as 32 bits in big endian. */
export const userVersionAt = 60;
/** Whether the header says that the file is used with a write-ahead log. */
export const isWalHeader = (header: Buffer): boolean => header[18] === 2;

export interface SqliteHeader {
  userVersion: number;
  applicationId: number;
  /** The size in bytes that it must have; `undefined` if the header does not say. */
  size: number | undefined;
  /** Whether it is used with a write-ahead log; a restored one is not yet. */
  isWal: boolean;
}

/**
 * Reads the header of the file itself, ignoring its log. Only before this process has opened it as a database: closing
 * it here would release SQLite's locks.
 * @returns `"empty"` for no bytes, `undefined` if it is not an SQLite file
 * @see https://www.sqlite.org/fileformat2.html#the_database_header
 */
export function readHeader(file: string): SqliteHeader | "empty" | undefined {
  const descriptor = fs.openSync(file, "r");
  try {
    const header = Buffer.alloc(headerBytes);
    const length = fs.readSync(descriptor, header, 0, headerBytes, 0);
    if (length === 0) return "empty";
    if (length < headerBytes || header.toString("latin1", 0, 16) !== "SQLite format 3\0") return undefined;
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const pages = header.readUInt32BE(28);
    const knowsPages = pages > 0 && header.readUInt32BE(24) === header.readUInt32BE(92);
    return {
      userVersion: header.readUInt32BE(userVersionAt),
      applicationId: header.readUInt32BE(68),
      size: knowsPages ? pages * pageSize : undefined,
      isWal: isWalHeader(header),
    };
  } finally {
    fs.closeSync(descriptor);
  }
}

/** As root, it belongs to the owner of the folder around it. Without Node's `recursive`, which never returns where the system refuses every folder (below /proc). */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder, 0o700);
  giveToFolderOwner(folder);
}

/** As root, gives a file to the owner of the folder it is in. */
export function giveToFolderOwner(file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = fs.statSync(path.dirname(file));
  fs.lchownSync(file, uid, gid);
}

/** Makes a rename in this folder survive a power cut. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const descriptor = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
