// How one program of this project hands over to another: the right Node, the signals, the exit code.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { constants } from "node:os";
import { root, setUp } from "./setup.mjs";

/**
 * Sets the checkout up, and goes on only in the Node that the product runs on: in an older one the calling script is
 * started again in the right one, and this process lives on as its shell.
 */
export async function inRightNode(needs) {
  process.chdir(root);
  const node = await setUp(needs);
  if (node === realpathSync(process.execPath)) return;
  process.exit(await handOver(node, process.argv.slice(1)));
}

/** Replaces this process by Node with other arguments: no shell stays behind, signals and exit code are its own. */
export function become(args, env = process.env) {
  process.execve(process.execPath, [process.execPath, ...args], env);
}

/** Runs a program with our terminal to its end, passes signals on to it, and answers its exit code. */
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
