import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { sideBySide } from "#test/side-by-side.ts";
import { allRoutes } from "./api.ts";

const megabyte = 1024 * 1024;
const sentBytes = 30 * megabyte;

interface Reply {
  status: number;
  contentType: string;
  text: string;
  /** Bytes the server read before it closed the connection. */
  takenBytes: number;
}

/** Sends a 30 MB body as fast as the server reads it, until it closes the connection. */
function flood({ url }: TestApp, head: string[], isChunked: boolean): Promise<Reply> {
  const piece = Buffer.alloc(64 * 1024, "a");
  const framed = isChunked ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]) : piece;
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${sentBytes}`;
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let text = "";
    const send = () => {
      while (socket.bytesWritten < sentBytes && !socket.destroyed) if (!socket.write(framed)) return;
    };
    socket.on("connect", () => {
      socket.write([...head, "Host: site.example", length, "\r\n"].join("\r\n"));
      send();
    });
    socket.on("drain", send).on("data", (bytes) => {
      text += bytes.toString("latin1");
    });
    socket
      .on("error", () => {})
      .on("close", () => {
        const [fields = "", ...body] = text.split("\r\n\r\n");
        resolve({
          status: Number(/^HTTP\/1\.1 (\d{3})/.exec(fields)?.[1]),
          contentType: /^content-type: (.*)$/im.exec(fields)?.[1]?.trim() ?? "",
          text: body.join("\r\n\r\n"),
          takenBytes: socket.bytesWritten - socket.writableLength,
        });
      });
  });
}

/** Every route, and paths that do not exist. */
const routes = [
  ...allRoutes.map(({ path, endpoint }) => `${endpoint.method} ${path.replace(/:\w+/g, "x")}`),
  ...["POST /newsletter/unsubscribe/x", "POST /newsletter/confirm/x", "GET /newsletter/unsubscribe/x"],
  ...["POST /send/quote", "POST /send/contact", "POST /send/subscription", "POST /send/nothing", "PUT /send/quote"],
  ...["GET /", "POST /", "HEAD /about", "POST /details/0", "GET /no-such-page", "POST /no-such-page", "BREW /"],
  ...[
    "GET /admin",
    "POST /admin/login",
    "GET /uploads/x.webp",
    "POST /uploads/x",
    "GET /pictures/x",
    "POST /preview/x",
  ],
  ...["GET /healthz", "POST /healthz", "GET /readyz", "GET /metrics", "POST /metrics", "OPTIONS /api/quote/new"],
  ...[
    "GET /api/openapi.json",
    "POST /api",
    "POST /api/no/such/call",
    "PUT /upload",
    "GET /robots.txt",
    "POST /feed.xml",
  ],
  ...[
    "GET /sitemap.xml",
    "GET /share/home.png",
    "POST /API/quote/new",
    "POST //upload",
    "POST /upload/",
    "POST /%75pload",
  ],
];

test("a body of 30 MB is cut off with 413 at every route, with or without Content-Length", async () => {
  const app = await createTestApp("sqlite", { httpLimits: { drainBytes: 1, drainMs: 50 } });
  const token = await signIn(app);
  await app.request("/");
  const before = process.memoryUsage.rss();

  const tries = routes.flatMap((route) => [true, false].map((isChunked) => ({ route, isChunked })));
  await sideBySide(6, tries, async ({ route, isChunked }) => {
    const head = [`${route} HTTP/1.1`, `Authorization: Bearer ${token}`, "Content-Type: application/json"];
    const { status, takenBytes, contentType, text } = await flood(app, head, isChunked);
    if (route.startsWith("BREW")) return expect(status).toBe(400);
    const type = /^\S+ \/(api|upload)(\/|$)/.test(decodeURI(route)) ? "application/json" : "text/html";
    expect([route, status, takenBytes < 20 * megabyte]).toEqual([route, 413, true]);
    expect([route, contentType]).toEqual([route, `${type}; charset=utf-8`]);
    if (!route.startsWith("HEAD")) expect([route, /at most \d+ (KB|MB)/.test(text)]).toEqual([route, true]);
  });
  // In total 30 MB are sent, two hundred times.
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * megabyte);
  expect((await app.request("/healthz")).status).toBe(200);
});

test("a client that goes on sending, and reads late, still receives the 413", async () => {
  const app = await createTestApp("sqlite", { httpLimits: { drainBytes: 1, drainMs: 2000 } });
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  const errors: Error[] = [];
  socket.on("error", (error) => errors.push(error)).pause();
  socket.write(`POST /api/quote/new HTTP/1.1\r\nHost: a\r\nContent-Length: ${sentBytes}\r\n\r\n`);

  // A tenth of a second of sending, while the response is not read.
  for (let piece = 0; piece < 10; piece++) {
    socket.write(Buffer.alloc(64 * 1024, "a"));
    await setTimeout(10);
  }
  expect(errors).toEqual([]);
  const received = once(socket, "data");
  socket.resume();

  expect(String((await received)[0])).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test("an anonymous upload gets 401, an administrator's gets 413 above 10 MB", async ({ app }) => {
  const head = ["POST /upload HTTP/1.1", "Content-Type: multipart/form-data; boundary=b"];

  const stranger = await flood(app, head, true);
  const office = await flood(app, [...head, `Authorization: Bearer ${await signIn(app)}`], true);

  expect([stranger.status, office.status]).toEqual([401, 413]);
  expect(office.text).toContain("The image may have at most 10 MB.");
});

onEveryDatabase("slowly sent request bodies", (database) => {
  test("600 half-sent messages from one client do not block other requests, and are accepted once complete", async () => {
    const app = await createTestApp(database);
    const body = JSON.stringify({ fullName: "Ada", email: "ada@example.com", message: "Slow, and whole at last." });
    const head = `POST /api/quote/new HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const slow = await Promise.all(Array.from({ length: 600 }, () => halfSent(app, head + body.slice(0, -1))));

    const page = await app.request("/about");
    const login = await app.call("POST", "/user/login", {
      user: { email: "a@example.com", password: "Wrong-horse-1" },
    });
    const lead = await app.call("POST", "/quote/new", JSON.parse(body));
    expect([page.status, login.status, lead.status]).toEqual([200, 401, 201]);

    const some = slow.slice(-20);
    for (const { socket } of some) socket.write(body.slice(-1));
    const answers = await Promise.all(some.map(({ answered }) => answered));
    expect(answers.filter((answer) => answer.startsWith("HTTP/1.1 201"))).toHaveLength(20);
    for (const { socket } of slow) socket.destroy();
  });
});

/** A connection with a request in progress; resolves once the server has seen it. */
async function halfSent({ url }: TestApp, text: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  const answered = new Promise<string>((resolve) => {
    socket.once("data", (bytes) => resolve(bytes.toString("latin1"))).once("close", () => resolve("closed"));
  });
  await new Promise((resolve) => socket.once("connect", resolve));
  await new Promise((resolve) => socket.write(text, resolve));
  return { socket, answered };
}

test("above the memory limit for all request bodies, the client holding most loses its oldest request", async () => {
  const app = await createTestApp("sqlite", { httpLimits: { bodyBytes: 512 * 1024 } });
  const head =
    "POST /api/quote/new HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n";

  const [first, second] = [
    await halfSent(app, head + "a".repeat(190_000)),
    await halfSent(app, head + "a".repeat(190_000)),
  ];
  const third = await halfSent(app, head + "a".repeat(190_000));

  expect(await first.answered).toMatch(/^HTTP\/1\.1 503 /);
  second.socket.write("a".repeat(10_000));
  expect(await second.answered).toMatch(/^HTTP\/1\.1 400 /);
  expect((await app.request("/about")).status).toBe(200);
  third.socket.destroy();
});
