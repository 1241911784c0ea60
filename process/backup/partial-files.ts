import fs from "node:fs";
import path from "node:path";

/** What a backup is called while this process makes it, in the folder where it will be. */
export const partialFile = (target: string, part: string): string =>
  path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.${part}.part`);

/** Deletes what backups whose names begin so have left when they were broken off: their process is gone. */
export function removeLeftovers(folder: string, name: string): void {
  for (const found of fs.readdirSync(folder)) {
    const pid = found.startsWith(`.${name}`) && /\.(\d+)\.\w+\.part(-journal)?$/.exec(found)?.[1];
    if (pid && !isAlive(Number(pid))) fs.rmSync(path.join(folder, found), { force: true, recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
