import fs from "node:fs";
import type { Writable } from "node:stream";
import tty from "node:tty";

/** Bytes buffered for a reader that does not keep up. */
const maxQueued = 1_000_000;

/**
 * Writes log lines to standard error. Never throws and never blocks: a line that cannot be written (full disk, closed
 * pipe, stalled reader) is dropped, and writing resumes as soon as possible.
 */
export function createLogOutput(fd = 2): (line: string) => void {
  return isStream(fd) ? toStream(process.stderr) : toFile(fd);
}

/**
 * Whether it is a pipe, a socket or a terminal. For anything else, Node's own stream stops for good after the first
 * error.
 */
function isStream(fd: number): boolean {
  try {
    const stats = fs.fstatSync(fd);
    return tty.isatty(fd) || stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

/**
 * Node writes to pipes asynchronously and buffers what they do not accept; here that buffer is limited to `limit`
 * bytes.
 */
export function toStream(stream: Writable, limit = maxQueued): (line: string) => void {
  let leftOut = 0;
  stream.on("error", () => {});
  return (line) => {
    if (stream.writableLength > limit) {
      leftOut++;
      return;
    }
    if (leftOut > 0) {
      const facts = { level: "warn", event: "log lines dropped", lines: leftOut };
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
      // The next line may succeed.
    }
  };
}
