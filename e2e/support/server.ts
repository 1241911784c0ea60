import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export const admin = { email: "office@example.com", password: "Correct-horse-1" };

export interface Site {
  /** Origin, without a trailing slash. */
  url: string;
  /** Error log lines of the server so far. */
  errors: string[];
  close(): Promise<void>;
}

/** Starts the built product on a free port with a fresh data folder. */
export async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "site-e2e-"));
  const port = await freePort();
  const server = spawn(process.execPath, [path.resolve("dist/server/main.js")], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT: "off",
      ...environment,
    },
  });
  // Kill the server if the test run is aborted.
  const abandon = () => {
    server.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once("exit", abandon);
  const said: string[] = [];
  server.stderr.on("data", (text: Buffer) => said.push(...text.toString().split("\n").filter(Boolean)));
  // Attributes a crash to the test that was running; a normal shutdown at the end is not read by anyone.
  server.once("exit", (code, signal) => said.push(`"error": the server has ended, code ${code}, signal ${signal}`));
  const url = `http://localhost:${port}`;
  await ready(url, server, said);
  const close = async () => {
    await end(server);
    rmSync(dataDir, { recursive: true, force: true });
    process.off("exit", abandon);
  };
  return { url, errors: said, close };
}

async function ready(url: string, server: ChildProcess, said: string[]): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 30_000; await pause(50)) {
    if (server.exitCode !== null) break;
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
  }
  server.kill("SIGKILL");
  throw new Error(`The server did not get ready.\n${said.join("\n")}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
