import { readdirSync, statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { sqliteFile } from "#db/open.server.ts";
import { createTestApp, signIn, type TestApp } from "#test/app.ts";
import { growingCollections } from "#test/collections.ts";
import { ada } from "#test/make.ts";

// Promise 36 of the threat model on a small scale: memory must not grow with the number of clients, keys, addresses or
// errors the process has seen. Every request below is new in every respect in which it can be.

const atOnce = 16;
/** A leak of one entry per request of one of the six kinds would add 500 in a half of 3,000 requests. */
const leak = 250;

async function manyRequests(app: TestApp, token: string, from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, index) => oneRequest(app, token, n + index)));
}

async function oneRequest({ request, call }: TestApp, token: string, n: number): Promise<void> {
  const headers = { "X-Forwarded-For": `203.0.${n >> 8}.${n & 255}`, "Idempotency-Key": `key ${n}` };
  const kind = n % 6;
  if (kind === 0) await call("POST", "/quote/new", { ...ada, message: `Message ${n}` }, { headers });
  else if (kind === 1) await call("POST", "/user/login", { user: { email: `nobody-${n}@example.com` } }, { headers });
  else if (kind === 2) await (await request(`/no-such-page-${n}`, { headers })).text();
  else if (kind === 3) await (await request(`/about?n=${n}`, { headers })).text();
  else if (kind === 4) await call("GET", `/quote/get-all?limit=5&q=word${n}`, undefined, { token, headers });
  else await call("GET", `/faq/no-such-entry-${n}`, undefined, { headers });
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Megabytes of heap in use after garbage collection. */
async function heapMb(): Promise<number> {
  for (let pass = 0; pass < 3; pass++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed / 1e6;
}

test("thousands of requests with ever new clients, keys and paths leak no memory, open files or WAL space", async () => {
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  // Rate limits deliberately remember up to 50,000 clients; rate-limit.test.ts tests that bound.
  const app = await createTestApp("sqlite", { config: { rateLimit: false, trustProxy: 1 }, log });
  const token = await signIn(app);
  await manyRequests(app, token, 0, 1_500);
  const [heapBefore, filesBefore] = [await heapMb(), openFiles()];
  await growingCollections(leak);

  await manyRequests(app, token, 1_500, 3_000);
  const heapBetween = await heapMb();
  await growingCollections(leak);
  await manyRequests(app, token, 4_500, 3_000);
  const heapAfter = await heapMb();
  const growing = await growingCollections(leak);

  // A leak grows in both halves; late compilation or collection by the engine shows in only one.
  expect(Math.min(heapBetween - heapBefore, heapAfter - heapBetween), "megabytes more in each half").toBeLessThan(1.2);
  expect(growing, "collections that got an entry for each request of a kind, in both halves").toEqual([]);
  expect(openFiles() - filesBefore, "open files more").toBeLessThanOrEqual(atOnce);
  expect(statSync(`${sqliteFile(app.deps.config.dataDir)}-wal`).size).toBeLessThanOrEqual(64e6);
}, 300_000);

const ignore = () => {};

/** Counts on Linux only. */
const openFiles = (): number => {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
};
