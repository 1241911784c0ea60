import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mallocEnvironment, nodeArguments } from "../scripts/release/server-process.mjs";
import { type Environment, processEnvironment } from "./process-environment.ts";

// The built product as a process, as `npm start` runs it: for tests, benchmarks, the torture and the drill.

export const admin = { email: "office@example.com", password: "Correct-horse-1" };
/** Settings that make this administrator at the first start. */
export const firstAdmin = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };

export interface Started {
  child: ChildProcess;
  /** Its output so far. */
  said: { out: string; err: string };
  /** Its exit code, once all of its output has arrived. */
  ended: Promise<number | null>;
}

interface StartOptions {
  /** The folder in which it is started. */
  cwd?: string | undefined;
  /** Of another build. */
  program?: string | undefined;
  nodeOptions?: string[];
}

export function startProcess(environment: Environment, { cwd, program, nodeOptions = [] }: StartOptions = {}): Started {
  const file = program ?? path.resolve("dist/server/main.js");
  if (!existsSync(file)) throw new Error("The built product is missing. Run npm run build first.");
  const child = spawn(process.execPath, [...nodeArguments, ...nodeOptions, file], {
    env: { ...processEnvironment, ...mallocEnvironment, NODE_ENV: "production", HOST: "127.0.0.1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (text) => {
    said.out += text;
  });
  child.stderr.on("data", (text) => {
    said.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  return { child, said, ended };
}

/** @throws if it ends, or is not ready after three minutes */
export async function untilReady(url: string, { child, said }: Started): Promise<void> {
  for (const begunMs = performance.now(); performance.now() - begunMs < 180_000; await pause(10)) {
    if (hasEnded(child)) break;
    if (await isReady(url)) return;
  }
  throw new Error(`The product did not get ready (${child.exitCode ?? child.signalCode}).\n${said.err.slice(-4_000)}`);
}

export const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** A process that can be killed and restarted on the same data and port. */
export class Product {
  readonly url: string;
  readonly #environment: Environment;
  readonly #options: StartOptions;
  #started: Started | undefined;

  constructor(port: number, environment: Environment, options: StartOptions = {}) {
    this.url = `http://127.0.0.1:${port}`;
    const usual = { PORT: String(port), ...firstAdmin, RATE_LIMIT: "off", LOG_LEVEL: "error" };
    this.#environment = { ...usual, ...environment };
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#started?.child.pid;
  }

  get hasEnded(): boolean {
    return !this.#started || hasEnded(this.#started.child);
  }

  /** What it has written to standard error since it was started. */
  get errors(): string {
    return this.#started?.said.err ?? "";
  }

  /** @returns how long it took to become ready, in ms */
  async start(): Promise<number> {
    const begunMs = performance.now();
    this.#started = startProcess(this.#environment, this.#options);
    await untilReady(this.url, this.#started);
    return performance.now() - begunMs;
  }

  async startIfDown(): Promise<void> {
    if (this.hasEnded) await this.start();
  }

  /** Kills it without warning. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#started || this.hasEnded) return;
    const ended = once(this.#started.child, "exit");
    this.#started.child.kill(signal);
    await ended;
  }
}

/** Sends JSON to its API. `token`: of a session. */
export const sendJson = (
  url: string,
  call: string,
  body?: object,
  token?: string,
  method = "POST",
  signal?: AbortSignal,
) =>
  fetch(`${url}/api${call}`, {
    method,
    signal,
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** @returns the token of a new session of `admin` */
export async function logIn(url: string): Promise<string> {
  const response = await sendJson(url, "/user/login", { user: admin });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

/** Logs in and makes calls as an administrator. */
export async function officeOf(url: string) {
  const token = await logIn(url);
  return {
    get: async <T>(path: string) => (await (await sendJson(url, path, undefined, token, "GET")).json()) as T,
    post: (path: string, body: object) => sendJson(url, path, body, token),
    put: (path: string, body: object) => sendJson(url, path, body, token, "PUT", AbortSignal.timeout(10_000)),
    /** `url` is empty unless the status is 201. */
    async upload(picture: Uint8Array<ArrayBuffer>): Promise<{ status: number; url: string }> {
      const form = new FormData();
      form.append("file", new Blob([picture]), "picture.png");
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/upload`, { method: "POST", headers, body: form });
      const body = (await answer.json()) as { url?: string };
      return { status: answer.status, url: body.url ?? "" };
    },
  };
}
