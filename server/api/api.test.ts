import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { createTestApp, signIn, type TestApp, test } from "#test/app.ts";
import {
  agora,
  compilerEngineer,
  gracesReview,
  makeDetail,
  makeEntry,
  makeFaq,
  makeJob,
  makeProject,
  makeQuote,
  makeReview,
  whatIsABug,
} from "#test/make.ts";
import { allRoutes, type MountedRoute } from "./api.ts";
import { recordedEndpoints } from "./record-activity.ts";

const nameOf = ({ path, endpoint }: MountedRoute) => `${endpoint.method} ${path}`;
const closed = allRoutes.filter(({ access }) => access === "admin");

/** Content types beyond those in the specification: visitors can read the list and each entry. */
const unspecifiedTypes = contentTypes.filter(({ specified }) => specified === undefined);

/** The path of an endpoint with its parameters filled in; every slug is agora. */
const addressOf = ({ path }: MountedRoute) => path.replace(/:noun|:kind/, "project").replace(/:\w+/g, "agora");

async function callEndpoint(app: TestApp, route: MountedRoute, authorization: string | undefined) {
  const { method, body, form } = route.endpoint;
  const response = await app.request(addressOf(route), {
    method,
    headers: {
      ...(body && { "Content-Type": "application/json" }),
      ...(form && { "Content-Type": "multipart/form-data; boundary=b" }),
      ...(authorization !== undefined && { Authorization: authorization }),
    },
    body: body ? "{}" : form ? "--b--" : null,
  });
  return { status: response.status, body: await response.text() };
}

/** All stored data, as text. */
async function everything({ deps: { db } }: TestApp): Promise<string> {
  const tables = await db.introspection.getTables();
  const rows = tables.map(({ name }) =>
    db
      .selectFrom(name as "faq")
      .selectAll()
      .execute(),
  );
  return JSON.stringify(await Promise.all(rows));
}

async function furnished(): Promise<TestApp> {
  const app = await createTestApp("sqlite");
  await makeDetail(app, await makeProject(app, agora));
  await makeJob(app, { ...compilerEngineer, title: "Agora" });
  await makeFaq(app, { ...whatIsABug, question: "Agora" });
  await makeReview(app, { ...gracesReview, fullName: "Agora" });
  for (const type of unspecifiedTypes) await makeEntry(type)(app, { [type.title]: "Agora" });
  await makeQuote(app);
  return app;
}

test("every endpoint whose calls are recorded as activities exists", () => {
  const endpoints = allRoutes.map(({ endpoint: { method, path } }) => `${method} ${path}`);
  expect(endpoints).toEqual(expect.arrayContaining(recordedEndpoints));
});

// How a session is found in either database: user.test.ts.
describe("every back-office endpoint", () => {
  test("rejects missing, forged and expired tokens with 401, and changes nothing", async () => {
    const app = await furnished();
    const ended = await signIn(app);
    await app.call("POST", "/user/logout", undefined, { token: ended });
    const tooOld = await signIn(app);
    app.clock.pass(12 * 60 * 60 * 1000);
    const live = await signIn(app);
    // An expired session is deleted when rejected, so that setting the clock back cannot revive it.
    await callEndpoint(app, closed[0] as MountedRoute, `Bearer ${tooOld}`);
    const before = await everything(app);
    const forged = [undefined, `Bearer ${"x".repeat(43)}`, `Bearer ${ended}`, `Bearer ${tooOld}`, live];
    const unreadable = [
      "",
      "Bearer",
      "Bearer ",
      "Bearer undefined",
      `Basic ${live}`,
      `Bearer ${live} `.concat("x"),
      `Bearer ${live}, Bearer ${live}`,
      `Token ${live}`,
      "Bearer ' or 1=1 --",
      "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOjF9.",
    ];

    // One function reads the header for all routes (guard.ts).
    for (const route of closed)
      for (const authorization of route === closed[0] ? [...forged, ...unreadable] : forged) {
        const { status, body } = await callEndpoint(app, route, authorization);
        expect([nameOf(route), authorization, status]).toEqual([nameOf(route), authorization, 401]);
        expect(JSON.parse(body)).toMatchObject({ code: "unauthorized", message: expect.stringMatching(/\w/) });
      }
    expect(await everything(app)).toBe(before);
  });

  test("rejects a request without a token before it validates the body", async ({ app }) => {
    for (const route of closed.filter(({ endpoint }) => endpoint.body ?? endpoint.form)) {
      const { method } = route.endpoint;
      const broken = await app.request(addressOf(route), {
        method,
        body: "{",
        headers: { "Content-Type": "text/plain" },
      });
      expect([nameOf(route), broken.status]).toEqual([nameOf(route), 401]);
    }
  });
});

describe("an unsupported request", () => {
  test("to an unknown API path gets a 404 in JSON, for any method, with or without a token", async ({ app }) => {
    const token = await signIn(app);
    const unknown = [
      ...["/api", "/api/", "/api/nothing", "/api/faq", "/api/faq/", "/api/faq/get-all/", "/api/user", "/api/users"],
      ...["/api/FAQ/get-all", "/api/faq/a/b", "/api//faq/get-all", "/api/faq//get-all", "/api/v1/faq/get-all"],
      ...["/api/faq/get-all/x", "/api/.git/config", "/api/graphql", "/api/openapi.json/x"],
    ];

    for (const [index, path] of unknown.entries())
      for (const method of index === 0 ? ["GET", "POST", "PUT", "DELETE", "PATCH"] : ["GET", "POST"])
        for (const headers of [undefined, { Authorization: `Bearer ${token}` }]) {
          const response = await app.request(path, { method, ...(headers && { headers }) });
          expect([method, path, response.status]).toEqual([method, path, 404]);
          expect(await response.json()).toMatchObject({ code: "not_found", message: expect.stringMatching(/\w/) });
        }
  });

  test("with a method that the path does not support gets 405 with the supported methods in Allow", async ({ app }) => {
    const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

    for (const address of new Set([...allRoutes.map(addressOf), "/api/openapi.json"])) {
      const supported: string[] = [];
      const said = new Set<string>();
      for (const method of methods) {
        const response = await app.request(address, { method });
        if (response.status !== 405) supported.push(method);
        else {
          said.add(response.headers.get("Allow") ?? "");
          expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
        }
      }
      for (const allow of said)
        expect([address, supported]).toEqual([address, expect.arrayContaining(allow.split(", "))]);
    }
    for (const [method, path] of [
      ["POST", "/api/faq/agora"],
      ["GET", "/api/user/login"],
      ["GET", "/api/quote/new"],
      ["DELETE", "/api/job/add"],
      ["PUT", "/upload"],
    ] as const)
      expect([path, (await app.request(path, { method })).status]).toEqual([path, 405]);
    expect((await app.request("/api/faq/agora", { method: "PATCH" })).headers.get("Allow")).toBe("GET, DELETE");
  });

  test("with an uncommon method such as TRACE gets 404, 405 or 501", async ({ app }) => {
    for (const method of ["TRACE", "PROPFIND", "PURGE", "SEARCH"])
      for (const path of ["/", "/api/faq/get-all", "/upload", "/admin", "/uploads/x"])
        expect([method, path, [404, 405, 501].includes(await rawStatus(app, method, path))]).toEqual([
          method,
          path,
          true,
        ]);
  });
});

/** Sends a request that fetch would refuse to send. */
function rawStatus({ url }: TestApp, method: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}${path}`, { method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}

describe("the JSON body parser", () => {
  const withBody = allRoutes.filter(({ endpoint }) => endpoint.body);
  const json = { "Content-Type": "application/json" };
  const large = JSON.stringify({ message: "x".repeat(256 * 1024) });
  const wrong: [string, number, Record<string, string>, BodyInit][] = [
    ["half an object", 400, json, '{"email":'],
    ["nothing", 400, json, ""],
    ["broken UTF-8", 400, json, new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ["UTF-16", 400, { "Content-Type": "application/json; charset=utf-16" }, Buffer.from('{"a":1}', "utf16le")],
    ["a form", 415, { "Content-Type": "application/x-www-form-urlencoded" }, "email=ada%40example.com"],
    ["plain text", 415, { "Content-Type": "text/plain" }, "{}"],
    ["a relative of JSON", 415, { "Content-Type": "application/jsonp" }, "{}"],
    ["gzip", 415, { ...json, "Content-Encoding": "gzip" }, gzipSync("{}")],
    ["unknown packing", 415, { ...json, "Content-Encoding": "br, gzip" }, "{}"],
    ["more than 256 KB", 413, json, large],
  ];

  test.each(wrong)("%s is rejected with %i at every endpoint", async (_, status, headers, body) => {
    const app = await createTestApp("sqlite");

    for (const route of withBody) {
      const token = await signIn(app);
      const { method } = route.endpoint;
      const response = await app.request(addressOf(route), {
        method,
        body,
        headers: { ...headers, Authorization: `Bearer ${token}` },
      });
      expect([nameOf(route), response.status]).toEqual([nameOf(route), status]);
      expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\w/), errors: [] });
    }
  });

  test("a body without Content-Length gets 413 at the limit, and the client receives the response", async ({ app }) => {
    async function* endless() {
      for (let sent = 0; sent < 64; sent++) yield Buffer.alloc(16 * 1024, "x");
    }

    const response = await app.request("/api/quote/new", {
      method: "POST",
      body: endless() as unknown as BodyInit,
      headers: json,
      duplex: "half",
    } as RequestInit);

    expect(response.status).toBe(413);
    expect((await response.json()).message).toContain("256 KB");
  });

  test("a content type with a charset, in any letter case, is accepted as JSON", async ({ app }) => {
    for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;charset=UTF-8"])
      expect(
        (
          await app.request("/api/subscription/subscribe", {
            method: "POST",
            body: '{"email":"ada@example.com"}',
            headers: { "Content-Type": type },
          })
        ).status,
      ).toBe(201);
  });
});
