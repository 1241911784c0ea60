import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestApp, onPostgres, signIn } from "#test/app.ts";
import { addressOf, makeOneOfEach, sample } from "#test/possible-calls.ts";
import { openApi } from "./api/openapi.ts";

// Calls every endpoint in the API description with the values it documents and with values nobody should send. Every
// response must match the description, which the test server checks for each (test/described-answers.ts).

// biome-ignore lint/suspicious/noExplicitAny: a document whose structure server/api/openapi.test.ts checks
type Json = any;

interface Operation {
  method: string;
  path: string;
  description: Json;
}

const operations: Operation[] = Object.entries<Json>((openApi("http://site.example") as Json).paths).flatMap(
  ([path, item]) =>
    Object.entries<Json>(item).map(([method, description]) => ({ method: method.toUpperCase(), path, description })),
);

const hostileTexts = ["", "\0", "-1", "1e9", "99999999999999999999", "'; drop table", "🚀".repeat(150)];
const hostile: unknown[] = ["", "\0", "\ud800", "x".repeat(60_000), null, 1e21, [], { a: { b: 1 } }];

/** Values that are not such a body at all; those with one hostile part are sent by hostile.test.ts. */
const bodies = (right: unknown): unknown[] => [right, {}, ...hostile];

const random = fc.sample(fc.jsonValue({ maxDepth: 3 }), { seed: 14, numRuns: 8 });

/** Paths of an endpoint: of existing entries, of missing ones, and impossible ones. */
function addresses({ path, description }: Operation, known: Record<string, string>): string[] {
  const right = addressOf(path, known);
  const wrong = ["nobody", "%00", "%F0%9F", "x".repeat(400), "__proto__", "0"].map((value) =>
    path.replace(/\{\w+\}/g, value),
  );
  const queries = description.parameters
    .filter((parameter: Json) => parameter.in === "query")
    .flatMap(({ name }: Json) =>
      [...hostileTexts, "1", "true"].map((value) => `${right}?${new URLSearchParams({ [name]: value })}`),
    );
  return [right, ...(path.includes("{") ? wrong : []), ...queries];
}

// PostgreSQL refuses what SQLite takes; either gets hostile bodies and addresses in hostile.test.ts.
onPostgres(() => {
  test("the API with valid and hostile input gives only the responses described in OpenAPI, and never a 5xx", async () => {
    const app = await createTestApp("postgres");
    const known = await makeOneOfEach(app);
    const answers = new Map<number, number>();
    const send = async ({ method, path }: Operation, address: string, token: string, body?: unknown, headers = {}) => {
      const { status } = await app.request(address, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      expect([method, path, address, body, status < 500], "no fault").toEqual([method, path, address, body, true]);
    };

    for (const operation of operations) {
      const token = await signIn(app);
      const schema = operation.description.requestBody?.content["application/json"]?.schema;
      const [right = "", ...others] = addresses(operation, known);
      const body = schema && sample(schema);
      const asked: [address: string, token: string, body?: unknown, headers?: Record<string, string>][] = [
        [right, "x".repeat(43), body],
        ...others.map((address) => [address, token, body] as [string, string, unknown]),
        ...["1", '"99"', "x", '"99999999999999"'].map(
          (version) => [right, token, body, { "If-Match": version, "Idempotency-Key": "k".repeat(300) }] as never,
        ),
      ];
      if (schema)
        asked.push(
          ...[...bodies(body), ...random].map((each) => [right, token, JSON.stringify(each)] as never),
          ...["{", "", "\ufeff{}"].map((each) => [right, token, each] as never),
          [right, token, "a=b", { "Content-Type": "text/plain" }],
          [right, token, "{}", { "Content-Encoding": "gzip" }],
        );
      for (let at = 0; at < asked.length; at += 16)
        await Promise.all(asked.slice(at, at + 16).map((each) => send(operation, ...each)));
      await send(operation, right, token, body);
    }

    // Proof of coverage: successes, rejections and not-founds all occurred.
    for (const status of [200, 201, 400, 401, 404, 409, 412, 415, 422]) expect([...answers.keys()]).toContain(status);
  });
});
