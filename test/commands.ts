import { spawn } from "node:child_process";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Environment } from "./process.ts";

// Commands of the built product as processes, as `npm run …` runs them.

export interface CommandOutcome {
  code: number | null;
  out: string;
  err: string;
}

/** `cutOff`: kills the process when aborted. */
export function runCommand(
  name: "backup" | "restore" | "move" | "upgrade",
  args: string[],
  environment: Environment,
  cutOff?: AbortSignal,
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [path.resolve(`dist/server/${name}.js`), ...args], {
    env: { PATH: process.env.PATH ?? "", ...environment },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  cutOff?.addEventListener("abort", () => child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  child.stdout.on("data", (text) => (said.out += text));
  child.stderr.on("data", (text) => (said.err += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...said })));
}
