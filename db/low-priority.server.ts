import os from "node:os";

/** Visitors come first. A process that has a lower priority already, or may not choose one, goes on with what it has. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Such a process still has to do its work.
  }
}
