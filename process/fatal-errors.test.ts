import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/open.server.ts";
import { createTestApp } from "#test/app.ts";
import { type DataLocation, migratedLocation } from "#test/data-location.ts";
import { freePort } from "#test/free-port.ts";
import { ada } from "#test/make.ts";
import { dataOf, halfSent, serve } from "#test/process.ts";
import { firstAdmin, isReady, sendJson } from "#test/product.ts";

// Failures that no code handles, in the built product as a process.

const faults = pathToFileURL(path.resolve("test/faults.mjs")).href;
const withFault = (fault: string) => ({ FAULT: fault, NODE_OPTIONS: `--import=${faults}`, SEED: "off" });

describe("an unhandled error", () => {
  test.each([
    ["rejection", "unhandled rejection"],
    ["timer", "uncaught error"],
    ["stream", "uncaught error"],
  ])(
    "from a %s is logged once, requests in flight are completed, and the process exits with code 1",
    async (fault, event) => {
      const place = await migratedLocation("sqlite");
      const site = await serve({ ...dataOf(place), ...withFault(fault) });
      expect((await sendQuote(site.url, "Acknowledged before.")).status).toBe(201);
      const half = await halfSent(site.port, "In flight.");

      site.child.kill("SIGUSR2");
      await refusesConnections(site.url);
      half.goOn();

      expect(await half.answer).toMatch(/^HTTP\/1\.1 100 Continue\s+HTTP\/1\.1 201 /);
      expect(await site.ended).toBe(1);
      expect(JSON.parse(site.said.err)).toMatchObject({ level: "error", event, error: "injected" });
      expect(await messages(place)).toEqual(["Acknowledged before.", "In flight."]);
    },
  );

  test("followed by a second one makes the process exit at once", async () => {
    const place = await migratedLocation("sqlite");
    const site = await serve({ ...dataOf(place), ...withFault("rejection") });
    await halfSent(site.port, "Never sent to its end.");
    site.child.kill("SIGUSR2");
    await refusesConnections(site.url);

    const begunMs = performance.now();
    site.child.kill("SIGUSR2");

    expect(await site.ended).toBe(1);
    // Before the five seconds that what is in flight is given.
    expect(performance.now() - begunMs).toBeLessThan(4_500);
  });

  test("in a request handler gives a 500 without internal details and one log line, and the next request is served", async () => {
    const app = await createTestApp("sqlite");
    const take = app.deps.limits.take;
    app.deps.limits.take = () => {
      throw new TypeError("secrets of the house");
    };
    const failed = await app.call("POST", "/quote/new", ada);
    app.deps.limits.take = take;

    expect([failed.status, failed.body.code]).toEqual([500, "unexpected"]);
    expect(JSON.stringify(failed.body)).not.toMatch(/secrets|TypeError|\.ts/);
    expect(app.logged.filter((line) => line.includes("secrets of the house"))).toHaveLength(1);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
  });
});

test("the server keeps running when the readers of stdout and stderr are gone", async () => {
  const place = await migratedLocation("sqlite");
  const site = await serve({ ...dataOf(place), SEED: "off", LOG_LEVEL: "debug" });

  site.child.stdout?.destroy();
  site.child.stderr?.destroy();

  await servesOn(site.url);
  expect(await site.end()).toBe(0);
  expect(await messages(place)).toEqual(["First.", "Second."]);
});

// Only Linux has a device that is always full.
test.each(process.platform === "linux" ? ["/dev/full"] : [])(
  "the server keeps running when its log is on a full disk (%s)",
  async (device) => {
    const place = await migratedLocation("sqlite");
    const port = await freePort();
    const full = fs.openSync(device, "w");
    const child = spawn(process.execPath, [path.resolve("dist/server/main.js")], {
      env: { ...dataOf(place), ...firstAdmin, HOST: "127.0.0.1", PORT: String(port), SEED: "off", LOG_LEVEL: "debug" },
      stdio: ["ignore", full, full],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
    fs.closeSync(full);
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => isReady(url)).toBe(true);

    await servesOn(url);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await messages(place)).toEqual(["First.", "Second."]);
  },
);

/** Accepts a lead, logs a rejection, accepts another lead and serves a page. */
async function servesOn(url: string): Promise<void> {
  expect((await sendQuote(url, "First.")).status).toBe(201);
  for (let n = 0; n < 3; n++)
    expect((await sendJson(url, "/user/login", { user: { email: "a@example.com", password: "x" } })).ok).toBe(false);
  expect((await fetch(url)).status).toBe(200);
  expect((await sendQuote(url, "Second.")).status).toBe(201);
}

const sendQuote = (url: string, message: string) => sendJson(url, "/quote/new", { ...ada, message });

async function refusesConnections(url: string): Promise<void> {
  const answers = () =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
  while (await answers()) await pause(10);
}

async function messages(place: DataLocation): Promise<string[]> {
  const { db, close } = await openDatabase(place);
  const rows = await db.selectFrom("quote").select("message").orderBy("id").execute();
  await close();
  return rows.map(({ message }) => message);
}
