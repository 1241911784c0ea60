import fs from "node:fs";

const ticksPerSecond = 100;

/** CPU seconds used by processes so far, user and system. Read from /proc on Linux; undefined elsewhere. */
export function cpuSeconds(pids: number[]): number | undefined {
  const each = pids.map((pid) => {
    const fields = readProc(pid, "stat")?.split(") ").at(-1)?.split(" ");
    return fields && (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  });
  return each.every((seconds) => seconds !== undefined) ? each.reduce((sum, seconds) => sum + seconds, 0) : undefined;
}

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number | undefined {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readProc(pid, "status") ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Peak resident memory of a process in MiB. */
export function peakMiB(pid: number): number | undefined {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readProc(pid, "status") ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

export function childrenOf(pid: number): number[] {
  return (readProc(pid, `task/${pid}/children`) ?? "").trim().split(" ").filter(Boolean).map(Number);
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
