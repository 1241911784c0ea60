// Two concurrent commands in one checkout (a start and a test, say) must not install or build over each other.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Runs `work` while no other process holds `folder`. A lock whose owner is gone is taken over. */
export async function withLock(folder, work) {
  mkdirSync(path.dirname(folder), { recursive: true });
  for (let turn = 0; !take(folder); turn++) {
    if (turn === 5) console.log("Waiting for another command that works in this folder …");
    await pause(200);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
    return false;
  }
  writeFileSync(path.join(folder, "pid"), String(process.pid));
  return true;
}

function isAbandoned(folder) {
  const ageMs = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // Nothing here takes a quarter of an hour; after a power cut the old pid may belong to another process.
  return ageMs > 900_000 || !isRunning(ownerOf(folder), ageMs);
}

function ownerOf(folder) {
  try {
    return Number(readFileSync(path.join(folder, "pid"), "utf8"));
  } catch {
    return 0;
  }
}

function isRunning(pid, ageMs) {
  // Allows an owner a moment between creating the folder and writing its pid.
  if (!pid) return ageMs < 5_000;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
