import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../test/free-port.ts";
import { admin, logIn, Product as Process, sendJson } from "../test/product.ts";

export { admin };

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
  // The cache as set by `npm start` (scripts/start.mjs).
  const settings = { NODE_COMPILE_CACHE: path.resolve(".runtime/compiled"), DATA_DIR: dataDir, ...environment };
  const server = new Process(await freePort(), settings);
  const readyMs = await server.start();
  const stop = async () => {
    await server.stop();
    process.stderr.write(server.errors);
  };
  return { url: server.url, pid: server.pid ?? 0, dataDir, readyMs, stop };
}

/** Logs in and returns a function for JSON calls as an administrator. */
export async function office(url: string) {
  const token = await logIn(url);
  return async (method: string, address: string, body?: object) => {
    const response = await sendJson(url, address, body, token, method);
    if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}`);
    return response.json();
  };
}
