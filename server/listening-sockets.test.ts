import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "#test/app.ts";
import { listen } from "./listen.ts";

const isOnLinux = process.platform === "linux";

const portOf = ({ url }: TestApp) => Number(new URL(url).port);

/** Connections that are all begun in one turn of the event loop. */
function dialAtOnce(app: TestApp, count: number): Socket[] {
  const sockets = Array.from({ length: count }, () => connect(portOf(app), "127.0.0.1").on("error", () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("many connections that come at once are accepted in a few turns of the event loop", async () => {
  const app = await createTestApp("sqlite");
  dialAtOnce(app, 400);
  let turns = 0;
  for (; app.connections() < 400; turns++) await nextTurn();

  // One socket takes 400.
  expect(turns).toBeLessThan(isOnLinux ? 100 : 1_000);
});

test("while more come than are accepted, whoever was answered goes to the back of the queue; afterwards connections are kept", async () => {
  const app = await createTestApp("sqlite");
  const ask = (socket: Socket) => {
    const head = new Promise<string>((resolve) =>
      socket.setEncoding("latin1").once("data", (text) => resolve(`${text}`)),
    );
    socket.write("GET /api/faq/get-all HTTP/1.1\r\nHost: site.example\r\n\r\n");
    return head;
  };
  const heads = await Promise.all(dialAtOnce(app, 1_200).map(ask));
  const later = await ask(dialAtOnce(app, 1)[0] as Socket);

  for (const head of heads) expect(head).toMatch(/^HTTP\/1\.1 (200|503) /);
  expect(heads.filter((head) => /^Connection: close\r$/im.test(head)).length).toBeGreaterThan(100);
  expect(later).toMatch(/^Connection: keep-alive\r$/im);
});

test("of the sites that are started on one port, also at the same moment, one listens and the others are told", async () => {
  const app = await createTestApp("sqlite");
  const site = { app: {}, pages: {}, files: new Map() } as unknown as Parameters<typeof listen>[1];
  const start = (port: number) =>
    listen({ ...app.deps.config, port }, site).then(
      (listening) => {
        onTestFinished(() => listening.close(0));
        return "listens";
      },
      ({ code, port }) => [code, port],
    );
  const taken = portOf(app);
  expect(await start(taken)).toEqual(["EADDRINUSE", taken]);

  await app.close();
  const outcomes = await Promise.all([start(taken), start(taken), start(taken)]);
  expect(outcomes.filter((outcome) => outcome === "listens")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome !== "listens")).toEqual([
    ["EADDRINUSE", taken],
    ["EADDRINUSE", taken],
  ]);
});
