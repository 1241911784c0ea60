import fs from "node:fs";
import path from "node:path";

/** Name of a file while this process is writing it, in the target's folder. */
export const partialFile = (target: string, part: string): string =>
  path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.${part}.part`);

/**
 * Deletes the partial files left by interrupted backups, whose processes are gone: also one that had this one's id, as in a
 * container that was started again. Call it before writing such files.
 * @param isOurs of which targets. Processes in other containers, which share only the folder, look as if they were gone.
 */
export function removeLeftovers(folder: string, isOurs: (name: string) => boolean): void {
  for (const found of fs.readdirSync(folder)) {
    const [, name = "", pid] = /^\.(.+)\.(\d+)\.\w+\.part(?:-journal)?$/.exec(found) ?? [];
    if (isOurs(name) && !(isAlive(Number(pid)) && Number(pid) !== process.pid))
      fs.rmSync(path.join(folder, found), { force: true, recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
