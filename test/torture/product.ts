import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mallocEnvironment, nodeArguments } from "../../scripts/release/server-process.mjs";
import { processEnvironment } from "../process-environment.ts";

export const admin = { email: "office@example.com", password: "Correct-horse-1" };

/** The built product as a process that can be killed and restarted on the same data and port. */
export class Product {
  readonly url: string;
  readonly #environment: Record<string, string>;
  readonly #program: string;
  #server: ChildProcess | undefined;
  #output = "";

  /** `program`: of another build. */
  constructor(port: number, environment: Record<string, string>, program = path.resolve("dist/server/main.js")) {
    this.#program = program;
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = {
      ...processEnvironment,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT: "off",
      LOG_LEVEL: "error",
      ...mallocEnvironment,
      ...environment,
    };
  }

  get pid(): number | undefined {
    return this.#server?.pid;
  }

  get hasEnded(): boolean {
    return this.#server?.exitCode !== null || this.#server.signalCode !== null;
  }

  /** @returns how long it took to become ready, in ms */
  async start(): Promise<number> {
    const begunMs = performance.now();
    const server = spawn(process.execPath, [...nodeArguments, this.#program], {
      stdio: ["ignore", "ignore", "pipe"],
      env: this.#environment,
    });
    this.#server = server;
    server.stderr?.on("data", (text: Buffer) => {
      this.#output = (this.#output + text.toString()).slice(-4_000);
    });
    while (performance.now() - begunMs < 180_000) {
      if (server.exitCode !== null) break;
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok) return performance.now() - begunMs;
      await pause(20);
    }
    throw new Error(`The product did not get ready.\n${this.#output}`);
  }

  /** Starts it if it is not running. */
  async startIfDown(): Promise<void> {
    if (!this.#server || this.#server.exitCode !== null || this.#server.signalCode !== null) await this.start();
  }

  /** Kills it without warning. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await ended;
  }
}

/** Logs in and makes JSON calls as an administrator. */
export async function officeOf(url: string) {
  const post = (path: string, body: unknown, headers = {}) =>
    fetch(`${url}/api${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const login = await post("/user/login", { user: admin });
  const { data } = (await login.json()) as { data: { token: string } };
  const headers = { Authorization: `Bearer ${data.token}` };
  return {
    async get<T>(path: string): Promise<T> {
      return (await (await fetch(`${url}/api${path}`, { headers })).json()) as T;
    },
    post: (path: string, body: unknown) => post(path, body, headers),
    /** `url` is empty unless the status is 201. */
    async upload(picture: Uint8Array<ArrayBuffer>): Promise<{ status: number; url: string }> {
      const form = new FormData();
      form.append("file", new Blob([picture]), "picture.png");
      const answer = await fetch(`${url}/upload`, { method: "POST", headers, body: form });
      const body = (await answer.json()) as { url?: string };
      return { status: answer.status, url: body.url ?? "" };
    },
    put: (path: string, body: unknown) =>
      fetch(`${url}/api${path}`, {
        method: "PUT",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      }),
  };
}
