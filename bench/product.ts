import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mallocEnvironment, nodeArguments } from "../scripts/release/server-process.mjs";
import { freePort } from "../test/free-port.ts";

export const admin = { email: "office@example.com", password: "Correct-horse-1" };

export interface Product {
  url: string;
  pid: number;
  dataDir: string;
  /** From starting the process to the first ready response. */
  readyMs: number;
  stop(): Promise<void>;
}

export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), "bench-"));
}

/** Starts the built product on a free port. The caller removes the data folder. */
export async function startProduct(dataDir: string, environment: Record<string, string> = {}): Promise<Product> {
  const port = await freePort();
  const begun = performance.now();
  const server = spawn(process.execPath, [...nodeArguments, "dist/server/main.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      // As set by `npm start` (scripts/start.mjs).
      NODE_COMPILE_CACHE: path.resolve(".runtime/compiled"),
      ...mallocEnvironment,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT: "off",
      LOG_LEVEL: "error",
      ...environment,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, server);
  return { url, pid: server.pid ?? 0, dataDir, readyMs: performance.now() - begun, stop: () => ended(server) };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (const begun = Date.now(); Date.now() - begun < 120_000; await pause(5)) {
    if (server.exitCode !== null) break;
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error("The built server did not get ready.");
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGTERM");
  });
}

/** Logs in and returns a function for JSON calls as an administrator. */
export async function office(url: string) {
  const login = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ user: admin }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${data.token}` };
  return async (method: string, address: string, body?: unknown) => {
    const response = await fetch(`${url}/api${address}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}`);
    return response.json();
  };
}
