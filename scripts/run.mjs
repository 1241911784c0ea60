// How one program of this project starts another: the right Node, signals, exit code.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { root, setUp } from "./setup.mjs";

// Where the command was typed, as npm says it: npm changes to the project's folder, and so do the scripts, also before
// they start again in another Node.
process.env.INIT_CWD ??= process.cwd();

/** The absolute path of a file or folder that was named on the command line. */
export const fromCaller = (name) => path.resolve(process.env.INIT_CWD, name);

/** For environments: caches compiled code between starts, which takes a fifth off the work of a start. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(root, ".runtime/compiled") };

/**
 * Sets up the checkout, and continues only in the Node version that the product runs on: an older Node restarts the
 * calling script in the right one, and this process stays as its wrapper.
 */
export async function inRightNode(needs) {
  process.chdir(root);
  const node = await setUp(needs);
  if (node === realpathSync(process.execPath)) return;
  process.exit(await handOver(node, process.argv.slice(1)));
}

/** Replaces this process by Node with other arguments: no shell remains, and signals and exit code are its own. */
export function become(args, env = process.env) {
  process.execve(process.execPath, [process.execPath, ...args], env);
}

/** Runs a program in our terminal to completion, forwards signals to it, and returns its exit code. */
export function handOver(program, args, env = process.env) {
  const child = spawn(program, args, { stdio: "inherit", env });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      for (const name of signals) process.off(name, pass);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
