import type { ChildProcess } from "node:child_process";

export interface ChildOutcome {
  /** Its exit code, or the signal that has ended it; 1 if it could not be started. */
  code: number | NodeJS.Signals;
  /** The end of what it wrote, or why it could not be started. */
  output: string;
}

const longestOutput = 4_000;

/** Waits for the end of a process. `pipe`: where it writes what is to be known. Call it as soon as it is started. */
export function outcomeOf(child: ChildProcess, pipe: "stdout" | "stderr" = "stderr"): Promise<ChildOutcome> {
  let output = "";
  // There is none where no file can be opened any more; then the error follows.
  child[pipe]?.setEncoding("utf8").on("data", (piece) => {
    output = (output + piece).slice(-longestOutput);
  });
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve({ code: 1, output: message }));
    child.once("close", (code, signal) => resolve({ code: code ?? signal ?? 1, output }));
  });
}
