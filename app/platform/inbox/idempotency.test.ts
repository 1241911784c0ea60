import { expect } from "vitest";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { ada, charles } from "#test/make.ts";

const day = 24 * 60 * 60 * 1000;

const send = (app: TestApp, key: string, body: object = ada, path = "/quote/new") =>
  app.call("POST", path, body, { headers: { "Idempotency-Key": key } });
const stored = async (app: TestApp, list = "/quote/get-all") => (await app.office("GET", list)).body.data.length;

onEveryDatabase("the idempotency key of a message", (database) => {
  test("a message sent again with its key is stored once and gets the same response; a different one with a used key gets 422, and an empty or too long key 400", async () => {
    const app = await createTestApp(database);
    const first = await send(app, "one");
    app.clock.pass(day);

    const second = await send(app, "one");

    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await stored(app)).toBe(1);

    const { status, body } = await send(app, "one", { ...ada, message: "Something else." });

    expect(status).toBe(422);
    expect(body.message).toMatch(/key/i);
    expect(await stored(app)).toBe(1);

    expect((await send(app, "one", { email: "ada@example.com" }, "/subscription/subscribe")).status).toBe(201);
    expect((await send(app, "one", charles)).status).toBe(422);

    expect((await send(app, "k".repeat(201))).status).toBe(400);
    expect((await send(app, "k".repeat(200))).status).toBe(201);
    expect((await send(app, "")).status).toBe(400);

    await send(app, "two");
    await app.call("POST", "/quote/new", ada);
    await app.call("POST", "/quote/new", ada);

    expect(await stored(app)).toBe(5);
  });

  test("eight concurrent requests with the same key store one message and get the same response", async ({ app }) => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(app, "one")));

    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await stored(app)).toBe(1);
  });

  test("a message that fails validation does not use up its key, and no key is stored in plain", async ({ app }) => {
    await send(app, "one", { ...ada, email: "ada" });

    expect((await send(app, "one")).status).toBe(201);

    await send(app, "the-visitors-own-key");

    expect(JSON.stringify(await app.deps.db.selectFrom("leadKey").selectAll().execute())).not.toContain("visitors");
  });

  test("repeating the request of a deleted subscription gets the same response and does not restore it", async () => {
    const app = await createTestApp(database);
    const { body } = await send(app, "one", { email: "ada@example.com" }, "/subscription/subscribe");
    await app.office("DELETE", `/subscription/${body.data.slug}`);

    expect((await send(app, "one", { email: "ada@example.com" }, "/subscription/subscribe")).body).toEqual(body);
    expect(await stored(app, "/subscription/get-all")).toBe(0);
  });

  test("a key expires after 30 days, whether or not it has been cleaned up", async ({ app }) => {
    const first = await send(app, "one");
    app.clock.pass(30 * day - 1);
    await sweep(app.deps);
    expect((await send(app, "one")).body).toEqual(first.body);
    app.clock.pass(1);
    await send(app, "one", { ...ada, message: "A month later." });
    for (let half = 0; half < 60; half++) {
      app.clock.pass(day / 2);
      await sweep(app.deps);
    }
    await send(app, "one");

    expect(await stored(app)).toBe(3);
  });

  test("a clock that jumps a year ahead and back causes no duplicate message", async ({ app }) => {
    const first = await send(app, "one");
    await sweep(app.deps);

    app.clock.pass(365 * day);
    expect((await send(app, "one")).body).toEqual(first.body);
    await sweep(app.deps);
    expect((await send(app, "one")).body).toEqual(first.body);
    const ahead = await send(app, "two", { ...ada, message: "A year ahead." });
    app.clock.pass(-365 * day);
    expect((await send(app, "one")).body).toEqual(first.body);
    expect((await send(app, "two", { ...ada, message: "A year ahead." })).body).toEqual(ahead.body);

    expect(await stored(app)).toBe(2);
  });

  test("keys survive a restart", async () => {
    const place = await migratedLocation(database);
    const before = await createTestApp(database, { place });
    const first = await send(before, "one");
    await before.close();
    const after = await createTestApp(database, { place, hasAdmin: false });

    const second = await send(after, "one");

    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await stored(after)).toBe(1);
  });
});

onEveryDatabase("the rate limit for visitors' posts", (database) => {
  const limited = () => createTestApp(database, { config: { rateLimit: true } });

  test("the eleventh message in ten minutes gets 429 with Retry-After and is not stored", async () => {
    const app = await limited();
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await app.call("POST", "/quote/new", ada)).status);

    const refused = await app.call("POST", "/quote/new", ada);

    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    expect(refused.body.code).toBe("too_many");
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(500);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(600);
    expect(await stored(app)).toBe(10);
  });

  test("each form has its own rate limit", async () => {
    const app = await limited();
    for (let i = 0; i < 10; i++) await app.call("POST", "/quote/new", ada);

    expect((await app.call("POST", "/quote/new", charles)).status).toBe(201);
    expect((await app.call("POST", "/subscription/subscribe", { email: "ada@example.com" })).status).toBe(201);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(429);
  });

  test("a message sent again with its key counts once, whether repeated sequentially or concurrently", async () => {
    const app = await limited();

    for (let i = 0; i < 12; i++) expect((await send(app, "one")).status).toBe(201);
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => send(app, "two")));
    for (let i = 0; i < 8; i++) expect((await send(app, `more ${i}`)).status).toBe(201);

    expect(new Set(atOnce.map(({ status, body }) => `${status} ${body.data?.slug}`)).size).toBe(1);
    expect((await send(app, "eleventh")).status).toBe(429);
  });

  test("requests that fail validation do not count", async () => {
    const app = await limited();
    for (let i = 0; i < 20; i++) await app.call("POST", "/quote/new", { ...ada, email: "ada" });

    expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
  });

  test("a client that forges forwarding headers is still counted as the same client", async () => {
    const app = await limited();
    const forged = (n: number) => ({
      "X-Forwarded-For": `198.51.100.${n}`,
      "X-Real-IP": `198.51.100.${n}`,
      Forwarded: `for=198.51.100.${n}`,
      "CF-Connecting-IP": `198.51.100.${n}`,
    });
    const statuses = [];
    for (let n = 0; n < 11; n++)
      statuses.push((await app.call("POST", "/quote/new", ada, { headers: forged(n) })).status);

    expect(statuses.at(-1)).toBe(429);
  });

  test("behind a trusted proxy, only the last X-Forwarded-For address identifies the client", async () => {
    const app = await createTestApp(database, { config: { rateLimit: true, trustProxy: 1 } });
    const from = (header: string) => app.call("POST", "/quote/new", ada, { headers: { "X-Forwarded-For": header } });
    for (let n = 0; n < 10; n++) await from(`198.51.100.${n}, 192.0.2.1`);

    expect((await from("203.0.113.9, 192.0.2.1")).status).toBe(429);
    expect((await from("192.0.2.1, 192.0.2.2")).status).toBe(201);
  });
});
