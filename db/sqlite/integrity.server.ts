import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import SQLite from "better-sqlite3";
import { outcomeOf } from "../child-outcome.server.ts";
import { isDamaged } from "../failures.ts";
import { lowerPriority } from "../low-priority.server.ts";

/** Up to this size a check takes a few milliseconds, less than starting a process. */
const smallBytes = 16 * 1024 * 1024;

export interface IntegrityCheck {
  /** SQLite's description of the first damage; `undefined` if it found none, or could not check. */
  result: Promise<string | undefined>;
  stop(): void;
}

/**
 * Checks the structure of every page of the file. A large file is read by a separate low-priority process, since
 * SQLite's calls block the event loop.
 */
export function checkIntegrity(file: string): IntegrityCheck {
  if (fs.statSync(file).size <= smallBytes) return { result: Promise.resolve(quickCheck(file)), stop() {} };
  const child = spawn(
    process.execPath,
    ["-e", program, createRequire(import.meta.url).resolve("better-sqlite3"), file],
    {
      stdio: ["ignore", "pipe", "ignore"],
      env: {},
    },
  );
  lowerPriority(child.pid);
  const result = outcomeOf(child, "stdout").then(({ code, output }) =>
    code !== 0 || output === "" || output === "ok" ? undefined : output,
  );
  return { result, stop: () => void child.kill("SIGKILL") };
}

function quickCheck(file: string): string | undefined {
  const sqlite = new SQLite(file, { readonly: true });
  try {
    const result = sqlite.pragma("quick_check(1)", { simple: true });
    return result === "ok" ? undefined : String(result);
  } catch (error) {
    if (isDamaged(error)) return (error as Error).message;
    return undefined;
  } finally {
    sqlite.close();
  }
}

const program = `
  const [, driver, file] = process.argv;
  const SQLite = require(driver);
  try {
    process.stdout.write(String(new SQLite(file, { readonly: true }).pragma("quick_check(1)", { simple: true })));
  } catch (error) {
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) process.stdout.write(error.message);
  }
`;
