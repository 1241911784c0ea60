import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { check } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { admin, createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { addressOf, makeOneOfEach, sample } from "#test/possible-calls.ts";
import { sideBySide } from "#test/side-by-side.ts";
import { allRoutes, type MountedRoute } from "./api/api.ts";

// Whatever the input, the response is about the request and never a server error: no 5xx, no stack trace, no path of
// this machine.

/** Placeholder for deeply nested brackets, which cannot be serialized as easily as they can be sent. */
const deep = "far too deep";
const asText = (body: unknown) => JSON.stringify(body).replaceAll(`"${deep}"`, "[".repeat(50_000) + "]".repeat(50_000));

/** One of each kind that a check, a statement, a page or a spreadsheet might trip over. */
const values: unknown[] = [
  ...[null, -1, 1e308, 2 ** 53, "", "\0", "a\0b", "\ud800", "a".repeat(60_000), "../../../etc/passwd"],
  ...["\r\nX-Evil: 1", "\u202e\uffff😀", "'; drop table user; --", "${7*7}{{7*7}}", "javascript:alert(1)"],
  ...["=cmd|' /C calc'!A0", "__proto__", [], {}, [null], Array(3_000).fill("a"), { $ne: "" }, { toString: 1 }],
  ...[JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}'), deep],
];

/** They name no address, for which one function answers. */
const undecodable = "%ff % %zz %E0%A4%A %ED%A0%80 %C0%AE%C0%AE".split(" ");

const names = [
  ..."%00 a%00b %F0%9F%9A%80 %2e%2e ..%2f..%2f %5c..%5c ' %27%20or%201%3D1--".split(" "),
  ..."__proto__ constructor hasOwnProperty -1 1e3 * $%7Bx%7D".split(" "),
  ...["9".repeat(400), "a".repeat(6_000)],
];

interface Reply {
  status: number;
  body: string;
}

/**
 * Sends a path unchanged; fetch would normalize it. Sent again for a while if the server says that it is busy: input that
 * is the reason gets the same answer each time.
 */
async function send(
  app: TestApp,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Promise<Reply> {
  return untilHeard(() => sendOnce(app, method, path, headers, body));
}

async function untilHeard<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  let reply = await send();
  for (let tries = 0; reply.status === 503 && tries < 100; tries++) {
    await pause(100);
    reply = await send();
  }
  return reply;
}

function sendOnce(
  { url }: TestApp,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<Reply> {
  const { hostname, port } = new URL(url);
  const length = body ? { "Content-Length": String(Buffer.byteLength(body)) } : {};
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on("error", reject);
    });
    request.on("error", reject).end(body);
  });
}

function expectCalm(what: string, { status, body }: Reply): void {
  expect([what, status < 500]).toEqual([what, true]);
  expect([what, /\n\s+at |node_modules|\.ts:\d|SQLITE_|syntax error|relation "|kysely/i.exec(body)?.[0]]).toEqual([
    what,
    undefined,
  ]);
}

/** Apart from PostgreSQL's silence (SQLSTATE class 08) on a machine that is too busy to answer in time. */
const faultsIn = (app: TestApp) =>
  app.logged.filter((line) => /"level":"error"/.test(line) && !/"code":"08...",/.test(line));

/** What the contract answers to a body that it rejects. @throws whatever else its check throws */
function refusalOf({ endpoint }: MountedRoute, body: string): string | undefined {
  try {
    if (endpoint.body) check(endpoint.body, JSON.parse(body));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    return JSON.stringify([error.message, error.errors]);
  }
}

/** The sample with each of its parts in turn replaced by each hostile value. */
function* bodiesOf({ endpoint }: MountedRoute): Generator<unknown> {
  if (!endpoint.body) return;
  yield* values;
  const whole = sample(z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" }));
  yield whole;
  for (const path of partsOf(whole)) for (const value of values) yield replaced(whole, path, value);
}

function partsOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [[key], ...partsOf(part).map((path) => [key, ...path])]);
}

function replaced(value: unknown, [key = "", ...rest]: string[], by: unknown): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = rest.length === 0 ? by : replaced(copy[key], rest, by);
  return copy;
}

const acceptedBy = new Map<MountedRoute, string[]>();
let hasSentAll = false;

/** What the contract rejects is in no statement: its answer is looked at here, once; few of it are sent, but once all. */
function bodiesFor(route: MountedRoute): string[] {
  const known = acceptedBy.get(route);
  if (known) return known;
  const accepted: string[] = [];
  const refused: string[] = [];
  for (const body of bodiesOf(route)) {
    const text = asText(body);
    const refusal = refusalOf(route, text);
    if (refusal) expectCalm(text.slice(0, 300), { status: 422, body: refusal });
    (refusal ? refused : accepted).push(text);
  }
  acceptedBy.set(route, accepted);
  const some = refused.slice(0, hasSentAll ? 3 : values.length);
  hasSentAll ||= some.length > 3;
  return [...accepted, ...some];
}

onEveryDatabase("hostile input", (database) => {
  test("in a request body causes no 5xx, leaks no internals and is answered as the API is described", async () => {
    const app = await createTestApp(database);
    const known = await makeOneOfEach(app);

    for (const route of allRoutes) {
      const { method } = route.endpoint;
      const path = addressOf(route.path, known);
      const headers = { Authorization: `Bearer ${await signIn(app)}`, "Content-Type": "application/json" };
      const all = bodiesFor(route);
      // The one password that is hashed at a low cost; for a stranger's the usual work would be done each time.
      const texts = path === "/api/user/login" ? all.map((text) => text.replace("ada@example.com", admin.email)) : all;
      const sendIt = async (text: string) => {
        const answer = await untilHeard(() => app.request(path, { method, headers, body: text }));
        expectCalm(`${method} ${path} ${text.slice(0, 300)}`, { status: answer.status, body: await answer.text() });
      };
      await sideBySide(4, texts, sendIt);
    }
    expect(faultsIn(app)).toEqual([]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test("in path parameters causes no 5xx and leaks no internals", async ({ app }) => {
    for (const [index, route] of allRoutes.filter(({ path }) => path.includes(":")).entries()) {
      const headers = { Authorization: `Bearer ${await signIn(app)}`, "Content-Type": "application/json" };
      await sideBySide(8, index < 3 ? [...names, ...undecodable] : names, async (name) => {
        const path = route.path.replace(/:\w+/g, name);
        expectCalm(
          path.slice(0, 200),
          await send(app, route.endpoint.method, path, headers, route.endpoint.body ? "{}" : ""),
        );
      });
    }
    expect(faultsIn(app)).toEqual([]);
  });

  test("in the query of a list causes no 5xx and leaks no internals", async ({ app }) => {
    const queries = [
      ..."limit=1&limit=2 limit[]=1 limit=0x10 limit=1e2 limit=%00 offset=99999999999999999999 q[]=a q=%ff q=%".split(
        " ",
      ),
      ..."q=%ED%A0%80 q=' q=\\ __proto__[x]=1 constructor[prototype][x]=1".split(" "),
      ..."orderBy=password_hash select=* where=1 ? &&&===".split(" "),
      ...[`q=${"%25".repeat(100)}`, `q=${"_".repeat(200)}`, "a".repeat(7_000)],
    ];

    for (const { path } of allRoutes.filter(({ endpoint }) => endpoint.query))
      await sideBySide(8, queries, async (query) => {
        const headers = { Authorization: `Bearer ${await signIn(app)}` };
        expectCalm(
          `${path}?${query}`.slice(0, 200),
          await send(app, "GET", `${path}?${encodeURI(query).replaceAll("%25", "%")}`, headers),
        );
      });
    expect(faultsIn(app)).toEqual([]);
  });

  test("in the URL of a page causes no 5xx, leaks no internals and returns no API data", async () => {
    const app = await createTestApp(database, { seed: true });
    const frames = "/ /details/ /career/ /uploads/ /share/ /preview/ /sent/ /admin/ /assets/ /send/".split(" ");
    const whole = [
      ..."// /// //api/quote/get-all /api//quote/get-all /api/./quote/get-all /x/../api/quote/get-all".split(" "),
      ..."/%2e%2e/api/quote/get-all /api%2fquote%2fget-all /api\\quote\\get-all /api;/quote/get-all".split(" "),
      ..."/API/quote/get-all //evil.example/%2e%2e /\\evil.example http://evil.example/api/quote/get-all".split(" "),
      ..."/.env /.git/config /package.json /data/jorna.sqlite /process/main.ts /%2e%2e/%2e%2e/etc/passwd".split(" "),
      ..."/..;/ /?%00 /# /*".split(" "),
      ...[`/${"a".repeat(8_000)}`, `/?${"a=b&".repeat(2_000)}`, `/${"a/".repeat(4_000)}`, `/${".".repeat(8_000)}x`],
    ];

    const addresses = [
      ...[...whole, ...frames.flatMap((frame) => [...names, ...undecodable].map((name) => frame + name))].map(
        (path) => ["GET", path] as const,
      ),
      ...whole.map((path) => ["POST", path] as const),
    ];
    await sideBySide(8, addresses, async ([method, path]) => {
      const reply = await send(app, method, path);
      expectCalm(`${method} ${path.slice(0, 200)}`, reply);
      expect([path.slice(0, 200), /"data":\[/.test(reply.body)]).toEqual([path.slice(0, 200), false]);
    });
    expect(faultsIn(app)).toEqual([]);
  });
});

describe("hostile input", () => {
  test("in headers causes no 5xx, and a foreign host name is not echoed", async ({ app }) => {
    const headers: Record<string, string>[] = [
      { Host: "evil.example" },
      { Host: "evil.example:99999" },
      { Host: "a b" },
      { Host: "[::1" },
      { Host: "<script>" },
      { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "javascript" },
      { "X-Original-URL": "/admin", "X-Rewrite-URL": "/api/quote/get-all" },
      { "X-HTTP-Method-Override": "DELETE" },
      { "If-None-Match": '*, W/"x", "'.repeat(300) },
      { "If-Match": "9".repeat(3_000) },
      { "Accept-Encoding": "br;q=0,".repeat(500) },
      { Authorization: `Bearer ${"x".repeat(7_000)}` },
      { Cookie: `theme=${"x".repeat(4_000)}; theme=dark; __proto__=1` },
      { Range: "bytes=0-0,".repeat(400) },
      { "Content-Length": "0", Expect: "100-continue" },
    ];

    for (const header of headers)
      for (const path of ["/", "/api/faq/get-all", "/uploads/x", "/robots.txt", "/sitemap.xml"]) {
        const reply = await send(app, "GET", path, header);
        expectCalm(`${path} ${JSON.stringify(header).slice(0, 100)}`, reply);
        expect(reply.body).not.toContain("evil.example");
      }
  });

  test.each([true, false])(
    "in Host headers is refused with 400 and closes the connection, fast path: %s",
    async (fastLane) => {
      const app = await createTestApp("sqlite", { config: { fastLane } });
      await app.request("/about", { headers: { "Accept-Encoding": "identity" } });
      const lead = JSON.stringify({ fullName: "Ada", email: "ada@example.com", message: "Read me." });
      const post = `POST /api/quote/new HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${lead.length}\r\n`;
      const hosts = [
        "Host: a\r\nHost: b",
        "Host: a\r\nX: y\r\nhOST: a",
        "Host: a b",
        "Host: a/b",
        "Host: a@b",
        "Host: a:b",
        "Host: 1.2.3.4.5",
        "Host: [::1",
        "Host: a,b\r\nHost:",
        "Host: <script>",
        // Longer than any name: reading its letters takes long.
        `Host: ${"a.".repeat(150)}example`,
        `Host: ${"%C3%A9".repeat(1_000)}`,
      ];
      const texts = [
        ...hosts.flatMap((host) => [`GET /about HTTP/1.1\r\n${host}\r\n\r\n`, `${post}${host}\r\n\r\n${lead}`]),
        `GET http://${"a.".repeat(150)}example/about HTTP/1.1\r\nHost: a\r\n\r\n`,
      ];

      for (const text of texts) {
        const answer = await rawAnswer(app, `${text}GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
        expect([text, [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)]).toEqual([
          text,
          ["400"],
        ]);
      }
      for (const host of ["a", "a.example:80", "[::1]:4000", "192.0.2.1", "xn--bcher-kva.example", ""]) {
        const answer = await rawAnswer(app, `GET /about HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect([host, answer.slice(0, 15)]).toEqual([host, "HTTP/1.1 200 OK"]);
      }
      for (const none of ["HTTP/1.0", "HTTP/1.1\r\nHost:\r\nConnection: close"])
        expect(await rawAnswer(app, `GET /readyz ${none}\r\n\r\n`, { isHalfClosed: false })).toMatch(
          /^HTTP\/1\.1 200 OK/,
        );
      const leads = await app.office("GET", "/quote/get-all");
      expect(leads.body.data).toEqual([]);
    },
  );

  test("that is malformed HTTP gets at most one response, and no 5xx", async ({ app }) => {
    const post = "POST /api/subscription/subscribe HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    const raw = [
      "hello\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET /\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n",
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(100_000)}\r\n\r\n`,
      `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/quote/get-all HTTP/1.1\r\nHost: a\r\n\r\n`,
      `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      `${post}Content-Length: -1\r\n\r\n{}`,
      "CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
      "\0\0\0\0\r\n\r\n",
    ];

    for (const text of raw) {
      const answer = await rawAnswer(app, text);
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      expect([text.slice(0, 80), statuses.length <= 1, statuses.every((status) => status < 500)]).toEqual([
        text.slice(0, 80),
        true,
        true,
      ]);
    }
    expect((await app.request("/healthz")).status).toBe(200);
  });
});

/**
 * Everything received until the server closes the connection or has nothing more to send. `isHalfClosed`: nothing more
 * is sent, which ends an answer that is still to come.
 */
function rawAnswer({ url }: TestApp, text: string, { isHalfClosed = true } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => (isHalfClosed ? socket.end(text) : socket.write(text)));
    let answer = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {}).on("close", () => resolve(answer));
  });
}
