import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { type Environment, processEnvironment } from "./process-environment.ts";

// Commands of the built product as processes, as `npm run …` runs them.

export interface CommandOutcome {
  code: number | null;
  out: string;
  err: string;
}

/** For a command's environment: it is killed at this point (test/kill-at.mjs). */
export const killAt = (point: `rename ${string}` | `send ${string}`): Environment => ({
  KILL_AT: point,
  NODE_OPTIONS: `--import=${pathToFileURL(path.resolve("test/kill-at.mjs"))}`,
});

/** For a command's environment: every disk is as good as full (test/little-room.mjs). */
export const littleRoom: Environment = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.resolve("test/little-room.mjs"))}`,
};

export function runCommand(
  name: "admin" | "backup" | "restore" | "move" | "upgrade",
  args: string[],
  environment: Environment,
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [path.resolve(`dist/server/${name}.js`), ...args], {
    env: { ...processEnvironment, ...environment },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  child.stdout.on("data", (text) => (said.out += text));
  child.stderr.on("data", (text) => (said.err += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...said })));
}
