import fs from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { isBusy, isDiskFull } from "../failures.ts";
import { OpenError } from "../open-database.ts";
import { keepOwner, requireOwner } from "./owner.server.ts";

/** Where a move makes its database. What one has left there is removed by whoever locks the folder next. */
export const movingFolder = ".moving";

const lockFile = "lock.sqlite";
const holderFile = "lock.json";

/** How long a start waits for a process that is shutting down. */
const timeoutMs = 2_000;

interface Holder {
  pid: number;
  host: string;
  port: number;
  /** ISO 8601. */
  since: string;
}

/**
 * Locks a folder against other processes until it is released or this process ends, for whatever reason. Uses an
 * operating system file lock, which Node reaches through SQLite (an exclusive transaction on a separate file). Never
 * open and close that file by other means in this process: POSIX then drops all its locks.
 * @returns the release function
 * @throws OpenError naming the holder of the lock
 */
export async function lockFolder(folder: string, port: number): Promise<() => void> {
  keepOwner(folder);
  requireOwner(folder);
  const lock = await takeLock(folder);
  const holder: Holder = { pid: process.pid, host: hostname(), port, since: new Date().toISOString() };
  const holderPath = path.join(folder, holderFile);
  try {
    fs.rmSync(path.join(folder, movingFolder), { recursive: true, force: true });
    fs.writeFileSync(holderPath, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
  return () => {
    try {
      fs.rmSync(holderPath, { force: true });
    } catch {
      // If the disk has become read-only, the file stays behind, as after a power cut: only the lock counts.
    }
    lock.close();
  };
}

async function takeLock(folder: string): Promise<SQLite.Database> {
  const file = path.join(folder, lockFile);
  if (!fs.existsSync(file)) fs.writeFileSync(file, "", { mode: 0o600, flag: "a" });
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const lock = new SQLite(file, { timeout: 0 });
    try {
      // Nothing is ever written to the file, so there is nothing to roll back.
      lock.exec("pragma journal_mode = memory; begin exclusive");
      return lock;
    } catch (error) {
      lock.close();
      if (!isBusy(error)) throw error;
      if (performance.now() > deadlineMs) throw new OpenError(inUse(folder));
    }
    await pause(50);
  }
}

function inUse(folder: string): string {
  const holder = readHolder(folder);
  const by = holder
    ? `process ${holder.pid} on ${holder.host} (port ${holder.port}) since ${holder.since}`
    : "another process";
  return `DATA_DIR: ${folder} is in use by ${by}. Stop it, or choose another DATA_DIR.`;
}

function readHolder(folder: string): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, holderFile), "utf8"));
  } catch {
    return undefined;
  }
}
