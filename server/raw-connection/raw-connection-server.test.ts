import type net from "node:net";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#process/config.ts";
import { createTestApp } from "#test/app.ts";
import { dial, namesOf, statuses } from "#test/raw-connection.ts";
import { timed } from "#test/timed.ts";
import { cachedResponse } from "../front/cached-response.ts";
import { httpLimits } from "../front/http-limits.ts";
import { readPlainRequest } from "./plain-request.ts";
import { RawConnectionServer } from "./raw-connection-server.ts";

const get = (address: string, ...fields: string[]) =>
  [`GET ${address} HTTP/1.1`, "Host: site.example", ...fields, "\r\n"].join("\r\n");

/** A site whose home page is cached. */
async function readySite() {
  const app = await createTestApp("sqlite");
  const home = await (await app.request("/", { headers: { "Accept-Encoding": "identity" } })).text();
  return { ...app, home };
}

test.each([
  ["on", "answered raw"],
  ["off", "answered by Node"],
])("FAST_LANE=%s: a plain GET of a cached response is %s", async (setting, expected) => {
  const { fastLane } = readConfig({ FAST_LANE: setting });
  const raw = cachedResponse(200, {}, { identity: Buffer.from("answered raw") });
  const server = new RawConnectionServer(
    httpLimits,
    () => undefined,
    () => raw,
    (_, response) => response.setHeader("Content-Length", 16).end("answered by Node"),
    { answersRaw: fastLane },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as net.AddressInfo;
  const client = await dial(`http://127.0.0.1:${port}`);

  client.say(get("/"));

  expect(await client.answers(1)).toMatch(new RegExp(`${expected}$`));
  client.socket.destroy();
});

test("FAST_LANE=off: pages and a lead pipelined on one connection are answered in order", async () => {
  const app = await createTestApp("sqlite", { config: { fastLane: false } });
  const home = await (await app.request("/", { headers: { "Accept-Encoding": "identity" } })).text();
  const line = await dial(app.url);
  const lead = JSON.stringify({ fullName: "Ada Lovelace", email: "ada@example.com", message: "One line for all." });
  const fields = ["Content-Type: application/json", `Content-Length: ${lead.length}`];

  line.say(get("/") + get("/", ...fields).replace("GET / ", "POST /api/quote/new ") + lead + get("/"));

  const heard = await line.answers(3);
  expect(statuses(heard)).toEqual([200, 201, 200]);
  expect(Buffer.from(heard.slice(heard.lastIndexOf("\r\n\r\n") + 4), "latin1").toString()).toBe(home);
});

test("a cached page has the same header names and body on the fast path and from Node's HTTP server", async () => {
  const { url, home } = await readySite();
  const short = await dial(url);
  short.say(get("/"));
  const long = await dial(url);
  // A field that is left to Node's parser.
  long.say(get("/", "TE: trailers"));

  const [byShort, byLong] = [await short.answers(1), await long.answers(1)];

  expect(Buffer.from(byShort.split("\r\n\r\n").slice(1).join("\r\n\r\n"), "latin1").toString()).toBe(home);
  expect(byLong.split("\r\n\r\n").slice(1)).toEqual(byShort.split("\r\n\r\n").slice(1));
  expect(namesOf(byShort)).toEqual(namesOf(byLong));
});

test("one connection carries pages, a lead and more pages, answered in order", async () => {
  const { url } = await readySite();
  const line = await dial(url);
  const lead = JSON.stringify({ fullName: "Ada Lovelace", email: "ada@example.com", message: "One line for all." });

  line.say(get("/"));
  await line.answers(1);
  line.say(get("/?utm_source=mail", "Connection: keep-alive"));
  await line.answers(2);
  line.say(
    `POST /api/quote/new HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${lead.length}\r\n\r\n${lead.slice(0, 9)}`,
  );
  await pause(30);
  line.say(lead.slice(9));
  await line.answers(3);
  line.say(get("/"));

  expect(statuses(await line.answers(4))).toEqual([200, 200, 201, 200]);
});

test("requests that arrive together or byte by byte are answered completely and in order", async () => {
  const { url } = await readySite();
  const together = await dial(url);
  together.say(get("/") + get("/healthz") + get("/"));
  const crumbs = await dial(url);
  for (const letter of get("/")) crumbs.say(letter);

  expect(statuses(await together.answers(3))).toEqual([200, 200, 200]);
  expect(statuses(await crumbs.answers(1))).toEqual([200]);
});

test("a browser gets the encoding it accepts, and 304 for a page it has cached", async () => {
  const { url } = await readySite();
  const line = await dial(url);
  line.say(get("/", "Accept-Encoding: gzip, br"));
  const first = await line.answers(1);
  const etag = /etag: (.*)\r/i.exec(first)?.[1] ?? "";

  line.say(get("/", "Accept-Encoding: gzip, br", `If-None-Match: "other", ${etag}`));

  expect(first).toMatch(/content-encoding: br\r/i);
  expect(statuses(await line.until((text) => statuses(text).length === 2))).toEqual([200, 304]);
});

test.each([
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["a folded field", get("/", "X-Note: one\r\n two"), 400],
  ["a space before the colon", get("/", "Host : b"), 400],
  ["a length that is none", get("/", "Content-Length: x"), 400],
  ["two ways to say how long the body is", get("/", "Content-Length: 4", "Transfer-Encoding: chunked"), 400],
])("%s gets 400 and the connection is closed", async (_, request, status) => {
  const { url } = await readySite();
  const line = await dial(url);
  line.say(request);

  expect(statuses(await line.until((text) => statuses(text).length > 0))).toEqual([status]);
  await line.closed;
});

test("the body of a GET request is not parsed as the next request", async () => {
  const { url } = await readySite();
  const line = await dial(url);
  const hidden = get("/healthz");

  line.say(get("/", `Content-Length: ${hidden.length}`) + hidden);
  await line.answers(1);
  await pause(50);

  expect(statuses(await line.answers(1))).toEqual([200]);
});

test("Connection: close ends the connection, and a server shutdown closes idle connections at once", async () => {
  const { url, close } = await readySite();
  const leaving = await dial(url);
  leaving.say(get("/", "Connection: close"));
  const staying = await dial(url);
  staying.say(get("/"));
  await staying.answers(1);

  expect(statuses(await leaving.answers(1))).toEqual([200]);
  await leaving.closed;
  const { ms } = await timed(async () => {
    await close();
    await staying.closed;
  });
  // An idle connection does not use up the grace period of requests in flight.
  expect(ms).toBeLessThan(900);
});

test.each([
  ["GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
  ["GET / HTTP/1.1\r\nHost: a b\r\n\r\n"],
  ["GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["GET / HTTP/1.0\r\nHost: a\r\n\r\n"],
  ["HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["GET / HTTP/1.1\nHost: a\n\n"],
  ["GET / HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n"],
  [`GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(9000)}\r\n\r\n`],
  ["GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n"],
  ["GET / HTTP/1.1\r\nHost: a\r\nProxy-Connection: close\r\n\r\n"],
  ["GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n"],
  ["GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nAccept-Encoding: gzip\r\n\r\n"],
])("the fast path leaves this request to Node's parser: %j", (text) => {
  expect(readPlainRequest(Buffer.from(text, "latin1"))).toBeUndefined();
});

test.each([
  ["that has carried cached pages only", "/cached"],
  ["that Node reads", "/other"],
])(
  "a request in time on a connection %s is answered, even if the process is too busy to read it in time",
  async (_, first) => {
    const raw = cachedResponse(200, {}, { identity: Buffer.from("cached") });
    const server = new RawConnectionServer(
      { ...httpLimits, keepAliveMs: 1 },
      () => undefined,
      (target) => (target === "/cached" ? raw : undefined),
      (_, response) => void response.end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const line = await dial(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}`);
    line.say(get(first));
    await line.until((text) => statuses(text).length === 1);

    // After immediates the event loop runs timers, and only then reads: if this takes longer than the connection may be
    // idle, its time-out comes before the request.
    await setImmediate();
    line.say(get("/other"));
    const begunMs = performance.now();
    while (performance.now() - begunMs < 1_200);

    await Promise.race([line.closed, line.until((text) => statuses(text).length === 2)]);
    expect(statuses(line.heard())).toEqual([200, 200]);
    line.socket.destroy();
  },
);
