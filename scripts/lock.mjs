// Two concurrent commands in one checkout (a start and a test, say) must not install or build over each other.
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

// A lock is a folder with one file, whose name says who owns it. Both come into being by one renaming, and an abandoned
// lock is taken over by renaming that file: of several processes that judge it abandoned, only the first still finds it.

/** Runs `work` while no other process holds `folder`. A lock whose owner is gone is taken over. */
export async function withLock(folder, work) {
  mkdirSync(path.dirname(folder), { recursive: true });
  const owner = `${process.pid}-${randomUUID()}`;
  for (let turn = 0; !take(folder, owner); turn++) {
    if (turn === 5) console.log("Waiting for another command that works in this folder …");
    await pause(200);
  }
  try {
    return await work();
  } finally {
    release(folder, owner);
  }
}

function take(folder, owner) {
  const other = ownerOf(folder);
  if (other === undefined) return create(folder, owner);
  return isAbandoned(folder, other) && succeeds(() => renameSync(path.join(folder, other), path.join(folder, owner)));
}

/** Succeeds only if there is no such folder, or an empty one, which somebody is about to delete. */
function create(folder, owner) {
  const made = `${folder}.${owner}`;
  mkdirSync(made);
  writeFileSync(path.join(made, owner), "");
  const isMine = succeeds(() => renameSync(made, folder));
  if (!isMine) rmSync(made, { recursive: true });
  return isMine;
}

/** Leaves alone what others have taken over meanwhile. */
function release(folder, owner) {
  rmSync(path.join(folder, owner), { force: true });
  succeeds(() => rmdirSync(folder));
}

/** @returns false if another process was faster */
function succeeds(change) {
  try {
    change();
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code)) return false;
    throw error;
  }
}

function ownerOf(folder) {
  try {
    return readdirSync(folder)[0];
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function isAbandoned(folder, owner) {
  const ageMs = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // Nothing here takes a quarter of an hour; after a power cut the old pid may belong to another process.
  return ageMs > 900_000 || !isRunning(Number.parseInt(owner, 10));
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
