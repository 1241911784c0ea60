import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { DataLocation } from "./data-location.ts";
import { freePort } from "./free-port.ts";
import { type Environment, processEnvironment } from "./process-environment.ts";

// The built product as a process, as `npm start` runs it, for tests.

const program = path.resolve("dist/server/main.js");
/** The administrator of every process that `serve` starts. */
export const firstAdmin = { ADMIN_EMAIL: "office@example.com", ADMIN_PASSWORD: "Correct-horse-1" };

export interface Started {
  child: ChildProcess;
  /** Its output so far. */
  said: { out: string; err: string };
  ended: Promise<number | null>;
}

/** Starts it; it is killed when the test ends. `cwd`: the folder in which it is started. */
export function start(environment: Environment, cwd?: string): Started {
  if (!fs.existsSync(program)) throw new Error("This test starts the built product. Run npm run build first.");
  const child = spawn(process.execPath, [program], {
    env: { ...processEnvironment, HOST: "127.0.0.1", ...environment },
    cwd,
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (text) => {
    said.out += text;
  });
  child.stderr.on("data", (text) => {
    said.err += text;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  return { child, said, ended };
}

/** Starts it and waits until it serves. */
export async function serve(environment: Environment, cwd?: string) {
  const port = await freePort();
  const started = start({ PORT: String(port), LOG_LEVEL: "warn", ...firstAdmin, ...environment }, cwd);
  const url = `http://127.0.0.1:${port}`;
  for (const begunMs = performance.now(); !(await isReady(url)); await pause(25)) {
    const { exitCode, signalCode } = started.child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`It ended (${exitCode ?? signalCode}): ${started.said.err}`);
    if (performance.now() - begunMs > 90_000) throw new Error(`It is not ready after 90 s: ${started.said.err}`);
  }
  const list = async (noun: string) => (await (await fetch(`${url}/api/${noun}/get-all`)).json()).data;
  const end = async (signal: "SIGTERM" | "SIGINT" = "SIGTERM") => {
    started.child.kill(signal);
    return started.ended;
  };
  return { ...started, url, port, list, end };
}

export const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

export const dataOf = ({ dataDir, databaseUrl }: DataLocation): Environment => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** Sends JSON to its API. `token`: of a session. */
export const sendJson = (url: string, call: string, body: object, token?: string, method = "POST") =>
  fetch(`${url}/api${call}`, {
    method,
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** @returns the token of a new session of `firstAdmin` */
export async function logIn(url: string): Promise<string> {
  const user = { email: firstAdmin.ADMIN_EMAIL, password: firstAdmin.ADMIN_PASSWORD };
  const response = await sendJson(url, "/user/login", { user });
  return (await response.json()).data.token;
}

/** Opens a connection, sends `beginning`, and collects what is received. */
export async function dial(port: number, beginning: string) {
  const socket = connect(port, "127.0.0.1");
  const answer = new Promise<string>((resolve, reject) => {
    let heard = "";
    socket.setEncoding("utf8").on("data", (text) => {
      heard += text;
    });
    socket.on("close", () => resolve(heard)).on("error", reject);
  });
  await new Promise<void>((resolve) => socket.write(beginning, () => resolve()));
  return { socket, answer };
}

/** A request for a quote whose head the server has confirmed: it waits for the rest. */
export async function halfSent(port: number, message: string) {
  const body = JSON.stringify({ fullName: "Ada Lovelace", email: "ada@example.com", message });
  const head = ["POST /api/quote/new HTTP/1.1", "Host: a", "Content-Type: application/json", "Expect: 100-continue"];
  const { socket, answer } = await dial(port, `${head.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n`);
  answer.catch(() => {});
  await once(socket, "data");
  return { answer, goOn: () => void socket.write(body) };
}
