import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "#app/shared/app-error.ts";
import { saveFile } from "./office-file.ts";
import { exchange, isTimeout } from "./send.ts";

// How a call fails, as every screen and form sees it. What they make of it is tested in a browser (e2e/admin-*-that-fail).

/** A server that answers every call with this, or not at all. */
let answer: { status: number; body: string } | undefined;
let url = "";
/** The Authorization headers of the calls. */
let authorizations: (string | undefined)[] = [];

beforeEach(async () => {
  authorizations = [];
  const server = createServer(({ headers }, response) => {
    authorizations.push(headers.authorization);
    if (answer) response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal("document", { documentElement: { dataset: { api: url } } });
  onTestFinished(async () => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

test("each call, also one for a file, carries the token that is stored then, and no such header without one", async () => {
  answer = { status: 500, body: "{}" };
  for (const token of [null, "one", "two"]) {
    vi.stubGlobal("localStorage", { getItem: () => token });
    await failureOf(exchange("/job/get-all", {}));
    await failureOf(saveFile("/quote/export", {}, "messages.csv"));
  }
  expect(authorizations).toEqual([undefined, undefined, "Bearer one", "Bearer one", "Bearer two", "Bearer two"]);
});

test.each([
  [500, "unexpected", "The disk is full."],
  [400, "malformed", "This makes no sense to us."],
])("a %i response rejects with the server's error code, message and field errors", async (status, code, message) => {
  const errors = [{ field: "title", message: "Not this one." }];
  answer = { status, body: JSON.stringify({ code, message, errors }) };

  const error = await failureOf(exchange("/job/add", { method: "POST", body: "{}" }));

  expect(error).toMatchObject({ code, message, errors });
  expect(isTimeout(error)).toBe(false);
});

test.each([
  [400, "malformed"],
  [404, "unexpected"],
  [413, "too_large"],
  [422, "invalid"],
  [429, "too_many"],
  [503, "unavailable"],
])(
  "a %i response with a message but without a code rejects with that message and the code %s",
  async (status, code) => {
    answer = { status, body: JSON.stringify({ message: "Too long." }) };

    expect(await failureOf(exchange("/quote/new", { method: "POST", body: "{}" }))).toMatchObject({
      code,
      message: "Too long.",
    });
  },
);

test.each([
  ["an answer that is no JSON", { status: 200, body: "<html>" }, "unexpected", "The server sent an invalid answer"],
  [
    "an error that is no JSON",
    { status: 502, body: "Bad gateway" },
    "unavailable",
    "The server sent an invalid answer",
  ],
])("a request fails with a plain-language message on %s", async (_, given, code, words) => {
  answer = given;

  const error = await failureOf(exchange("/job/get-all", { method: "GET" }));

  expect(error.code).toBe(code);
  expect(error.message).toContain(words);
});

test("a request without a response within ten seconds fails as a timeout", async () => {
  answer = undefined;
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(20));

  const error = await failureOf(exchange("/job/get-all", { method: "GET" }));

  expect(asked).toHaveBeenCalledWith(10_000);
  expect(error.code).toBe("unavailable");
  expect(error.message).toContain("could not be reached");
  expect(isTimeout(error)).toBe(true);
});

test("a time-out is known where the browser rejects with an error of its own, as Safari does", async () => {
  answer = undefined;
  const asSafari: typeof fetch = (input, init) =>
    fetch(input, init).catch(() => {
      throw new DOMException("Fetch is aborted", "AbortError");
    });
  expect(isTimeout(await failureOf(exchange("/job/get-all", { method: "GET", timeoutMs: 20 }, asSafari)))).toBe(true);
});

test("a request that cannot connect fails as unreachable, not as a timeout", async () => {
  vi.stubGlobal("document", { documentElement: { dataset: { api: "http://127.0.0.1:1" } } });

  const error = await failureOf(exchange("/job/get-all", { method: "GET" }));

  expect(error.code).toBe("unavailable");
  expect(error.message).toContain("could not be reached");
  expect(isTimeout(error)).toBe(false);
});
