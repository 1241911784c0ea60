import fs from "node:fs";

export interface ProcessMemory {
  /** Its arguments, separated by spaces. */
  command: string;
  residentMiB: number;
  parent: number;
  pid: number;
}

/** A process and all its descendants with their memory use. Works on Linux only; empty elsewhere. */
export function processTree(pid: number, parent = 0): ProcessMemory[] {
  const command = read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1];
  if (kilobytes === undefined) return [];
  return [
    { command, residentMiB: Number(kilobytes) / 1024, parent, pid },
    ...childrenOf(pid).flatMap((child) => processTree(child, pid)),
  ];
}

function childrenOf(pid: number): number[] {
  // Each thread has its own children.
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
}

function list(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    // The process has ended in the meantime.
    return "";
  }
}
