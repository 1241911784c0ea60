import { expect, test } from "vitest";
import { createTestApp } from "#test/app.ts";
import { dial, namesOf, statuses } from "#test/raw-connection.ts";
import { httpLimits } from "../front/http-limits.ts";

// In an overload, requests are refused without being parsed.

const lead = JSON.stringify({ fullName: "Ada Lovelace", email: "ada@example.com", message: "Read me." });
const request = (line: string, ...fields: string[]) =>
  [`${line} HTTP/1.1`, "Host: site.example", ...fields, "\r\n"].join("\r\n");
const list = (...fields: string[]) => request("GET /api/faq/get-all", ...fields);
const quote = (...fields: string[]) =>
  request("POST /api/quote/new", "Content-Type: application/json", `Content-Length: ${lead.length}`, ...fields) + lead;
const from = (n: number) => `X-Forwarded-For: 192.0.2.${n}`;

/** A site that starts no work, whose queues hold four requests each. */
async function overloadedSite({ corsOrigins = [] as string[], addressOf = (n: number) => n } = {}) {
  const work = {
    ...httpLimits.work,
    few: 0,
    standingMs: -1,
    waitingInOverload: 4,
    waiting: 4,
    strictMs: 60_000,
    maxWaitMs: 60_000,
  };
  const app = await createTestApp("sqlite", { config: { trustProxy: 1, corsOrigins }, httpLimits: { work } });
  await app.request("/about", { headers: { "Accept-Encoding": "identity" } });
  const used = await dial(app.url);
  used.say(list(from(1)));
  await used.answers(1);
  work.atOnce = 0;
  work.leadsAtOnce = 0;
  const crowd = await Promise.all(Array.from({ length: 16 }, () => dial(app.url)));
  for (const [n, { say }] of crowd.entries()) say((n < 8 ? list : quote)(from(addressOf(n))));
  const refused = () => crowd.filter(({ heard }) => statuses(heard()).includes(503));
  await expect.poll(() => refused().length, { timeout: 20_000 }).toBe(8);
  /** Lets the site work again, and waits until all that waited is answered. */
  const recover = async () => {
    work.atOnce = 16;
    work.leadsAtOnce = 16;
    return (await Promise.all(crowd.map(({ answers }) => answers(1)))).flatMap(statuses).sort();
  };
  return { app, used, recover };
}

test("in an overload, new and used connections get 503 for lists and leads; cached pages and health are served", async () => {
  const { app, used, recover } = await overloadedSite();
  const fresh = await dial(app.url);
  used.say(list(from(50)));
  fresh.say(list(from(50)));
  await Promise.all([fresh.answers(1), used.answers(2)]);
  fresh.say(quote(from(51)));
  await fresh.answers(2);
  fresh.say(request("GET /about"));
  await fresh.answers(3);
  fresh.say(request("GET /healthz"));
  await fresh.answers(4);

  expect(statuses(fresh.heard())).toEqual([503, 503, 200, 200]);
  expect(statuses(used.heard())).toEqual([200, 503]);
  expect(await recover()).toEqual([...Array(4).fill(200), ...Array(4).fill(201), ...Array(8).fill(503)]);
  for (const line of [fresh, used]) {
    const count = statuses(line.heard()).length;
    line.say(quote(from(52)));
    expect(statuses(await line.answers(count + 1)).at(-1)).toBe(201);
    line.socket.destroy();
  }
});

test("API clients, browsers and forms get the same 503 response as from Node's parser", async () => {
  const work = { ...httpLimits.work, few: 0, maxWaitMs: 50 };
  const parsing = await createTestApp("sqlite", { config: { fastLane: false }, httpLimits: { work } });
  work.atOnce = 0;
  work.leadsAtOnce = 0;
  const { app } = await overloadedSite();

  for (const text of [
    list(),
    request("GET /career/nobody"),
    quote(),
    request("POST /send/quote", "Content-Length: 0"),
  ]) {
    const [parsed, raw] = await Promise.all([dial(parsing.url), dial(app.url)]);
    parsed.say(text);
    raw.say(text);
    await Promise.all([parsed.answers(1), raw.answers(1)]);

    expect(statuses(raw.heard())).toEqual([503]);
    expect(namesOf(raw.heard())).toEqual(namesOf(parsed.heard()));
    expect(raw.heard().split("\r\n\r\n")[1]).toBe(parsed.heard().split("\r\n\r\n")[1]);
    for (const { socket } of [parsed, raw]) socket.destroy();
  }
});

test("a client with no queued requests is accepted when another client fills most of the queue", async () => {
  const { app, recover } = await overloadedSite({ addressOf: () => 1 });
  const [greedy, another] = await Promise.all([dial(app.url), dial(app.url)]);
  greedy.say(list(from(1)));
  another.say(list(from(61)));

  expect(statuses(await greedy.answers(1))).toEqual([503]);
  await recover();
  expect(statuses(await another.answers(1))).toEqual([200]);
  for (const { socket } of [greedy, another]) socket.destroy();
});

test("a cross-origin request from an allowed origin is left to Node's parser for its CORS headers", async () => {
  const { app, recover } = await overloadedSite({ corsOrigins: ["https://partner.example"] });
  const [partner, own] = await Promise.all([dial(app.url), dial(app.url)]);
  partner.say(list(from(71), "Origin: https://partner.example"));
  own.say(list(from(70), "Origin: http://site.example"));

  expect(statuses(await own.answers(1))).toEqual([503]);
  await recover();
  const heard = await partner.answers(1);
  expect(statuses(heard)).toEqual([200]);
  expect(heard).toMatch(/access-control-allow-origin: https:\/\/partner\.example\r/i);
  for (const { socket } of [partner, own]) socket.destroy();
});

/** What was sent before has been read by then: the server runs in this process. */
async function busyTurns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("a body that looks like a request is not parsed as one, even when it arrives separately", async () => {
  const { app, recover } = await overloadedSite();
  const line = await dial(app.url);
  const hidden = list(from(80));
  const head = request("POST /api/quote/new", "Content-Type: application/json", `Content-Length: ${hidden.length}`);
  // Accepted from here on, so that the server reads the head before the body is sent.
  line.say(request("GET /about"));
  await line.answers(1);
  line.say(head);
  await busyTurns();
  line.say(hidden);
  await busyTurns();
  await recover();

  expect(statuses(await line.answers(2))).toEqual([200, 400]);
  line.socket.destroy();
});
