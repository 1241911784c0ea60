import fs from "node:fs";
import type { Writable } from "node:stream";
import tty from "node:tty";

/** Bytes that a reader who does not read may leave waiting. */
const mostWaiting = 1_000_000;

/**
 * Where log lines go: standard error. It never throws and never waits: a line that cannot be written (a full disk, a closed pipe, a
 * reader who stands still) is left out, and writing goes on as soon as that is possible.
 */
export function createLogOutput(fd = 2): (line: string) => void {
  return isStream(fd) ? toStream(process.stderr) : toFile(fd);
}

/** A pipe, a socket or a terminal. To all else Node's own stream never writes again after the first error. */
function isStream(fd: number): boolean {
  try {
    const stats = fs.fstatSync(fd);
    return tty.isatty(fd) || stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

/** Node writes to pipes without waiting, and keeps in memory what they do not take: here no more than `limit` bytes of it. */
export function toStream(stream: Writable, limit = mostWaiting): (line: string) => void {
  let leftOut = 0;
  stream.on("error", () => {});
  return (line) => {
    if (stream.writableLength > limit) {
      leftOut++;
      return;
    }
    if (leftOut > 0) {
      const facts = { level: "warn", event: "log lines left out", lines: leftOut };
      stream.write(`${JSON.stringify({ time: new Date().toISOString(), ...facts })}\n`);
      leftOut = 0;
    }
    stream.write(`${line}\n`);
  };
}

function toFile(fd: number): (line: string) => void {
  let isCutShort = false;
  return (line) => {
    const bytes = Buffer.from(`${isCutShort ? "\n" : ""}${line}\n`);
    try {
      isCutShort = fs.writeSync(fd, bytes) < bytes.length;
    } catch {
      // The next line may find room.
    }
  };
}
