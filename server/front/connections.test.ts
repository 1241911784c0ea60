import { connect, type Socket } from "node:net";
import sharp from "sharp";
import { expect, onTestFinished } from "vitest";
import { createTestApp, signIn, type TestApp, test } from "#test/app.ts";
import { timed } from "#test/timed.ts";

const megabyte = 1024 * 1024;

/** A connection to the site; responses stay unread while it is paused. */
async function dial({ url }: TestApp, localAddress?: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

const dialMany = (app: TestApp, count: number) => Promise.all(Array.from({ length: count }, () => dial(app)));

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site.example\r\n\r\n`;

/** Everything received until the server closes the connection. */
function heard(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
  });
  return new Promise((resolve) => socket.on("close", () => resolve(text)));
}

test("an idle connection of a client is closed, and one of a trusted proxy then still answers its next request", async () => {
  const idle = async (trustProxy: number, path: string) => {
    const app = await createTestApp("sqlite", { seed: true, config: { trustProxy }, httpLimits: { keepAliveMs: 10 } });
    await app.request(path);
    const socket = await dial(app);
    const text = heard(socket);
    socket.write(get(path));
    return { socket, text };
  };
  const answers = async (text: Promise<string>) => (await text).match(/HTTP\/1\.1 200 OK/g)?.length;
  // Read by Node, and from the cache by the fast path.
  for (const path of ["/healthz", "/"]) {
    const proxy = await idle(1, path);
    const client = await idle(0, path);
    expect(await answers(client.text)).toBe(1);
    proxy.socket.write(`GET ${path} HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\n\r\n`);
    expect(await answers(proxy.text)).toBe(2);
  }
});

test("unread responses use bounded memory and time: 40 connections with 600 pipelined pictures each", async () => {
  const app = await createTestApp("sqlite", { seed: true, httpLimits: { stalledMs: 1_500 } });
  const picture = app.deps.pictures.get("/pictures/01-learning-token-reward-built.webp") ?? "";
  expect((await app.request(picture)).status).toBe(200);
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);

  const deaf = await dialMany(app, 40);
  for (const socket of deaf) socket.pause().write(get(picture).repeat(600));
  const page = await timed(() => app.request("/career"));
  await expect.poll(app.connections).toBeGreaterThanOrEqual(40);
  // Each connection is closed some time after it last accepted a byte.
  await expect.poll(app.connections).toBeLessThan(10);
  clearInterval(watch);

  expect(page.answer.status).toBe(200);
  expect(page.ms).toBeLessThan(3_000);
  // 60 such connections once took 684 MB.
  expect((most - before) / megabyte).toBeLessThan(200);
});

test("when unread responses exceed the memory limit, new requests get 503 until the slow clients are disconnected", async () => {
  // Behind a proxy, nobody knows whose they are.
  const { app, status } = await withDeafClients({ trustProxy: 1, staleMs: 1_000 });

  await expect.poll(status).toBe(503);
  expect((await app.request("/about")).status).toBe(200);
  await expect.poll(status).toBe(200);
  expect(app.connections()).toBeLessThan(10);
});

test("a client that leaves many responses unread loses them, and nobody else is refused, however often it asks anew", async () => {
  const { app, status } = await withDeafClients({ trustProxy: 0, staleMs: 60_000 });

  await expect.poll(async () => [await status(), app.connections() < 10]).toEqual([200, true]);
});

/** A site to which ten connections leave more unread than it allows, with the status that it has for others. */
async function withDeafClients({ trustProxy, staleMs }: { trustProxy: number; staleMs: number }) {
  const httpLimits = { answerBytes: 10_000, staleMs, stalledMs: 60_000 };
  const app = await createTestApp("sqlite", { seed: true, httpLimits, config: { trustProxy } });
  const picture = app.deps.pictures.get("/pictures/01-learning-token-reward-built.webp") ?? "";
  for (const address of [picture, "/about"]) expect((await app.request(address)).status).toBe(200);
  const status = async () => (await app.request("/api/faq/get-all")).status;
  expect(await status()).toBe(200);
  const deaf = await dialMany(app, 10);
  for (const socket of deaf) socket.pause().write(get(picture).repeat(600));
  return { app, status };
}

test("many pipelined requests on one connection are all answered in order", async ({ app }) => {
  await app.request("/about");
  const body = JSON.stringify({ email: "ada@example.com" });
  const post = `POST /api/subscription/subscribe HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const chunked = `POST /api/subscription/subscribe HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const group = get("/healthz") + post + get("/about") + chunked + get("/api/faq/get-all") + get("/no-such-page");
  const socket = await dial(app);
  const answers = heard(socket);

  socket.write(`${group.repeat(20)}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

  const statuses = [...(await answers).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const expected = Array.from({ length: 20 }, () => [200, 201, 200, 201, 200, 404]).flat();
  expect(statuses).toEqual([...expected, 200]);
});

test("300 slow headers and 50 slow bodies are disconnected, and meanwhile other clients are served", async () => {
  const app = await createTestApp("sqlite", { httpLimits: { headMs: 1_000, bodyMs: 1_000, checkMs: 200 } });
  const heads = await dialMany(app, 300);
  const bodies = await dialMany(app, 50);
  for (const socket of heads) socket.write("GET /about HTTP/1.1\r\nHost: a\r\n");
  for (const socket of bodies)
    socket.write(
      "POST /api/quote/new HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{",
    );
  const drip = setInterval(() => {
    for (const socket of heads) socket.write("X-Slow: 1\r\n");
    for (const socket of bodies) socket.write(" ");
  }, 100);
  onTestFinished(() => clearInterval(drip));
  const answers = Promise.all(bodies.map(heard));
  const closed = Promise.all(heads.map(heard));

  const others = await Promise.all(
    ["/", "/about", "/career", "/portfolio", "/api/job/get-all"].map((path) => app.request(path)),
  );
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  await closed;
  for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(app.connections).toBeLessThan(10);
});

test("an administrator's upload may exceed the body timeout as long as data keeps arriving", async () => {
  const app = await createTestApp("sqlite", { httpLimits: { bodyMs: 200 } });
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    image,
    Buffer.from("\r\n--b--\r\n"),
  ]);
  const socket = await dial(app);
  const answer = heard(socket);
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${await signIn(app)}\r\nContent-Type: multipart/form-data; boundary=b\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const begun = performance.now();
  for (let sent = 0; sent < body.length; sent += Math.ceil(body.length / 10)) {
    socket.write(body.subarray(sent, sent + Math.ceil(body.length / 10)));
    await expect.poll(() => performance.now() - begun).toBeGreaterThan((400 * sent) / body.length);
  }

  expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
});

test("an IP address at its connection limit loses its most idle connection for each new one", async () => {
  const httpLimits = { connectionsPerAddress: 20, staleMs: 0 };
  const app = await createTestApp("sqlite", { httpLimits });
  await app.request("/about");
  const first = await dialMany(app, 20);
  const closed = Promise.all(first.slice(0, 5).map(heard));

  const more = [];
  for (let count = 0; count < 5; count++) more.push(await dial(app));

  await closed;
  const last = more.at(-1) as Socket;
  last.write("GET /about HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  expect(await heard(last)).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(app.connections).toBeLessThanOrEqual(20);
});

test("an IP address that holds all connections and keeps them busy shuts out no other", async () => {
  const app = await createTestApp("sqlite", { httpLimits: { connections: 20 } });
  for (const socket of await dialMany(app, 20)) socket.write("GET /about HTTP/1.1\r\nHost: a\r\nX-Slow: ");

  const other = await dial(app, "127.0.0.2");

  other.write("GET /about HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  expect(await heard(other)).toMatch(/^HTTP\/1\.1 200 /);
});
