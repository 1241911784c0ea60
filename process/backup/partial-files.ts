import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Name of a file while this process is writing it, in the target's folder. */
export const partialFile = (target: string, part: string): string =>
  path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.${part}.part`);

/**
 * Deletes the partial files left by interrupted backups, whose processes are gone: also one that had this one's id, as in a
 * container that was started again; and whatever has been left for a day. Call it before writing such files.
 * @param isOurs of which targets. Processes in other containers, which share only the folder, look as if they were gone.
 */
export async function removeLeftovers(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const found of await readdir(folder)) {
    const [, name, pid] = pattern.exec(found) ?? [];
    if (name === undefined || (isAlive(Number(pid)) && Number(pid) !== process.pid)) continue;
    const file = path.join(folder, found);
    const youngMs = Date.now() - dayMs;
    const isOld = await stat(file).then(
      ({ mtimeMs }) => mtimeMs < youngMs,
      () => false,
    );
    if (isOurs(name) || isOld) await rm(file, { force: true, recursive: true });
  }
}

const pattern = /^\.(.+)\.(\d+)\.(?:tar|database|pictures|proof|copy|download)\.part(?:-journal)?$/;
const dayMs = 24 * 60 * 60_000;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
