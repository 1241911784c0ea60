// Loaded by tests before a command of the built product (node --import): kills the process where KILL_AT says, which
// another process could miss. `rename NAME`: when a finished file is about to get this name; `send TEXT`: when this is
// about to be sent.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import path from "node:path";

const [, kind, what] = /^(rename|send) (.+)$/.exec(process.env.KILL_AT);
const { renameSync } = fs;
const { write } = Socket.prototype;

fs.renameSync = (from, to) => {
  if (kind === "rename" && path.basename(String(to)) === what) process.kill(process.pid, "SIGKILL");
  renameSync(from, to);
};
syncBuiltinESMExports();

Socket.prototype.write = function (chunk, ...rest) {
  if (kind === "send" && Buffer.from(chunk).includes(what)) process.kill(process.pid, "SIGKILL");
  return write.call(this, chunk, ...rest);
};
