import { connect, createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "#test/app.ts";
import { listen } from "./listen.ts";

const isOnLinux = process.platform === "linux";

const portOf = ({ url }: TestApp) => Number(new URL(url).port);

const request = "GET /api/faq/get-all HTTP/1.1\r\nHost: site.example\r\n\r\n";

/** A thread that opens connections, sends data on each, and keeps them open. */
const clients = `
  const { connect } = require("node:net");
  const { parentPort, workerData: { port, count, sent, connected } } = require("node:worker_threads");
  let open = 0;
  const ask = () => new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.setEncoding("latin1").on("error", () => {}).once("data", resolve).on("close", () => resolve("cut"));
    socket.on("connect", () => {
      socket.write(sent);
      if (++open < count) return;
      Atomics.store(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
  });
  parentPort.once("message", async () => {
    parentPort.postMessage(await Promise.all(Array.from({ length: count }, ask)));
  });
`;

/**
 * When it returns, `count` connections are waiting to be accepted, since this thread, which is also the server's, is
 * blocked until then.
 * @returns the beginning of each response
 */
async function dialAtOnce(app: TestApp, count: number, sent: string): Promise<{ heads: Promise<string[]> }> {
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(clients, { eval: true, workerData: { port: portOf(app), count, sent, connected } });
  onTestFinished(() => void worker.terminate());
  await new Promise((resolve) => worker.once("online", resolve));
  const heads = new Promise<string[]>((resolve) => worker.once("message", resolve));
  worker.postMessage("go");
  expect(Atomics.wait(connected, 0, 0, 20_000)).not.toBe("timed-out");
  return { heads };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("many connections that come at once are accepted in a few turns of the event loop", async () => {
  const app = await createTestApp("sqlite");
  // They stay open as long as they request nothing.
  await dialAtOnce(app, 400, "");
  let turns = 0;
  for (; app.connections() < 400; turns++) await nextTurn();

  // A single socket needs 400.
  expect(turns).toBeLessThan(isOnLinux ? 150 : 1_000);
});

test("while more connections are waiting, responses close theirs; afterwards connections are kept alive", async () => {
  const app = await createTestApp("sqlite");
  const { heads } = await dialAtOnce(app, 1_200, request);
  const all = await heads;
  const later = connect(portOf(app), "127.0.0.1");
  onTestFinished(() => void later.destroy());
  later.write(request);
  const [answer] = await new Promise<string[]>((resolve) => later.once("data", (bytes) => resolve([`${bytes}`])));

  expect(all.filter((head) => !/^HTTP\/1\.1 (200|503) /.test(head))).toEqual([]);
  expect(all.filter((head) => /^Connection: close\r$/im.test(head)).length).toBeGreaterThan(100);
  expect(answer).toMatch(/^Connection: keep-alive\r$/im);
});

/** Starts another site on that port. @returns that it listens, or the error */
function start({ deps }: TestApp, port: number): Promise<unknown> {
  const site = { app: {}, pages: {}, files: new Map() } as unknown as Parameters<typeof listen>[1];
  return listen({ ...deps.config, port }, site).then(
    (listening) => {
      onTestFinished(() => listening.close(0));
      return "listens";
    },
    ({ code, port }) => [code, port],
  );
}

test("of several sites started on one port, even at the same time, one listens and the others get EADDRINUSE", async () => {
  const app = await createTestApp("sqlite");
  const taken = portOf(app);
  expect(await start(app, taken)).toEqual(["EADDRINUSE", taken]);

  await app.close();
  const outcomes = await Promise.all([start(app, taken), start(app, taken), start(app, taken)]);
  expect(outcomes.filter((outcome) => outcome === "listens")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome !== "listens")).toEqual([
    ["EADDRINUSE", taken],
    ["EADDRINUSE", taken],
  ]);
});

test.runIf(isOnLinux)("while one site is about to listen on a port, another gets EADDRINUSE", async () => {
  const app = await createTestApp("sqlite");
  const port = portOf(app);
  await app.close();
  const other = createServer().listen(`\0listen 127.0.0.1 ${port}`);
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));

  expect(await start(app, port)).toEqual(["EADDRINUSE", port]);
});
