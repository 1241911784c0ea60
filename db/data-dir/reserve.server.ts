import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { freeBytes } from "../room.server.ts";

/** The index of SQLite's log (32 KB) and the lock's file. */
const reserveBytes = 64 * 1024;

const reserveFile = (dataDir: string): string => path.join(dataDir, "reserve");

/** On a full disk, gives back the room that was kept, so that the database can be opened and read. */
export function releaseReserve(dataDir: string): void {
  if (freeBytes(dataDir) < reserveBytes) fs.rmSync(reserveFile(dataDir), { force: true });
}

/** Keeps some room for a start on a full disk, where there is still some. */
export function keepReserve(dataDir: string): void {
  const file = reserveFile(dataDir);
  try {
    // Random, since a file system may store zeros without room for them.
    if (!fs.existsSync(file) && freeBytes(dataDir) >= reserveBytes)
      fs.writeFileSync(file, randomBytes(reserveBytes), { mode: 0o600, flush: true });
  } catch {
    fs.rmSync(file, { force: true });
  }
}
