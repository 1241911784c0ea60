import fs from "node:fs";
import { BackupError } from "./backup-facts.ts";

export function freeBytes(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}

/**
 * For what is written in bulk beside a site that may be on the same disk, where visitors' messages have to find some
 * room.
 * @throws BackupError if these bytes, and some more, are not free
 */
export function requireRoom(folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (free < 1.05 * bytes)
    throw new BackupError(
      `There is too little room in ${folder}: ${megabytes(1.05 * bytes)} are needed, and ${megabytes(free)} are free.`,
    );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString("en-GB")} MB`;
