import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const gibibyte = 2 ** 30;

/**
 * Where tests keep data: in memory, on machines that have enough of it (Linux), since databases wait for the disk and
 * thousands of sites are made. Otherwise in the folder for temporary files.
 */
export const dataRoot = hasRoom() ? memory : tmpdir();

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) > 4 * gibibyte;
  } catch {
    return false;
  }
}
