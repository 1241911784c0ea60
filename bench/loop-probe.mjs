// Loaded into a measured server (node --import): reports over a socket how long its event loop was blocked since the
// last reading, in wall-clock time and in CPU time of the loop's own thread, which other programs on the machine do not
// prolong.
import { rmSync } from "node:fs";
import net from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const socket = process.env.LOOP_PROBE;
if (socket && isMainThread) {
  // Child processes (images, backup) do not run on this event loop.
  delete process.env.LOOP_PROBE;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  rmSync(socket, { force: true });
  let longestCpuMs = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    longestCpuMs = Math.max(longestCpuMs, (now.user + now.system - before.user - before.system) / 1e3);
    before = now;
  }, 1).unref();
  net
    .createServer((connection) => {
      connection.end(JSON.stringify({ longestMs: delay.max / 1e6, longestCpuMs }));
      delay.reset();
      longestCpuMs = 0;
    })
    .listen(socket)
    .unref();
}
