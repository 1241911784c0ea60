import { expect, test } from "vitest";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { ada, charles, signIn } from "#test/make.ts";
import { freshPlace } from "#test/place.ts";

const day = 24 * 60 * 60 * 1000;

const send = (app: TestApp, key: string, body: object = ada, path = "/quote/new") =>
  app.call("POST", path, body, { headers: { "Idempotency-Key": key } });
const stored = async (app: TestApp, list = "/quote/get-all") =>
  (await app.call("GET", list, undefined, { token: await signIn(app) })).body.data.length;

onEveryDatabase("the key of a composed message", (database) => {
  test("sent again under its key, a message is one entry and gets the answer it got", async () => {
    const app = await createTestApp(database);
    const first = await send(app, "one");
    app.clock.pass(day);

    const second = await send(app, "one");

    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await stored(app)).toBe(1);
  });

  test("the same words under another key, or under none, are another entry", async () => {
    const app = await createTestApp(database);
    await send(app, "one");
    await send(app, "two");
    await app.call("POST", "/quote/new", ada);
    await app.call("POST", "/quote/new", ada);

    expect(await stored(app)).toBe(4);
  });

  test("eight at once are one entry with one answer", async () => {
    const app = await createTestApp(database);

    const replies = await Promise.all(Array.from({ length: 8 }, () => send(app, "one")));

    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await stored(app)).toBe(1);
  });

  test("a changed message under a used key is refused, and said to need a new key", async () => {
    const app = await createTestApp(database);
    await send(app, "one");

    const { status, body } = await send(app, "one", { ...ada, message: "Something else." });

    expect(status).toBe(422);
    expect(body.message).toMatch(/key/i);
    expect(await stored(app)).toBe(1);
  });

  test("a refused message leaves its key free for the mended one", async () => {
    const app = await createTestApp(database);
    await send(app, "one", { ...ada, email: "ada" });

    expect((await send(app, "one")).status).toBe(201);
  });

  test("quote and subscription do not share keys", async () => {
    const app = await createTestApp(database);
    await send(app, "one");

    expect((await send(app, "one", { email: "ada@example.com" }, "/subscription/subscribe")).status).toBe(201);
    expect((await send(app, "one", charles)).status).toBe(422);
  });

  test("a subscription that was deleted does not come back when its request is sent again", async () => {
    const app = await createTestApp(database);
    const { body } = await send(app, "one", { email: "ada@example.com" }, "/subscription/subscribe");
    await app.call("DELETE", `/subscription/${body.data.slug}`, undefined, { token: await signIn(app) });

    expect((await send(app, "one", { email: "ada@example.com" }, "/subscription/subscribe")).body).toEqual(body);
    expect(await stored(app, "/subscription/get-all")).toBe(0);
  });

  test("a key holds for 30 days and not longer, whether it was swept away or not", async () => {
    const app = await createTestApp(database);
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

  test("a clock that leaps by a year and back doubles nothing", async () => {
    const app = await createTestApp(database);
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

  test("a restart forgets no key", async () => {
    const place = await freshPlace(database);
    const before = await createTestApp(database, { place });
    const first = await send(before, "one");
    await before.close();
    const after = await createTestApp(database, { place, hasAdmin: false });

    const second = await send(after, "one");

    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await stored(after)).toBe(1);
  });

  test("the key itself is kept nowhere", async () => {
    const app = await createTestApp(database);
    await send(app, "the-visitors-own-key");

    expect(JSON.stringify(await app.deps.db.selectFrom("leadKey").selectAll().execute())).not.toContain("visitors");
  });

  test("an empty or endless key is malformed", async () => {
    const app = await createTestApp(database);

    expect((await send(app, "k".repeat(201))).status).toBe(400);
    expect((await send(app, "k".repeat(200))).status).toBe(201);
    expect((await send(app, "")).status).toBe(400);
  });
});

onEveryDatabase("limits of visitors' posts", (database) => {
  const limited = () => createTestApp(database, { config: { rateLimit: true } });

  test("the eleventh message in ten minutes hears when to come back, and is not stored", async () => {
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

  test("each form counts for itself", async () => {
    const app = await limited();
    for (let i = 0; i < 10; i++) await app.call("POST", "/quote/new", ada);

    expect((await app.call("POST", "/quote/new", charles)).status).toBe(201);
    expect((await app.call("POST", "/subscription/subscribe", { email: "ada@example.com" })).status).toBe(201);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(429);
  });

  test("a message that is sent again under its key does not count, one after the other or all at once", async () => {
    const app = await limited();

    for (let i = 0; i < 12; i++) expect((await send(app, "one")).status).toBe(201);
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => send(app, "two")));
    for (let i = 0; i < 8; i++) expect((await send(app, `more ${i}`)).status).toBe(201);

    expect(new Set(atOnce.map(({ status, body }) => `${status} ${body.data?.slug}`)).size).toBe(1);
    expect((await send(app, "eleventh")).status).toBe(429);
  });

  test("what does not fit does not count", async () => {
    const app = await limited();
    for (let i = 0; i < 20; i++) await app.call("POST", "/quote/new", { ...ada, email: "ada" });

    expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
  });

  test("a client that names other addresses for itself is counted as the one it is", async () => {
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

  test("behind a proxy that is trusted, clients are told apart by what it wrote, and by nothing before", async () => {
    const app = await createTestApp(database, { config: { rateLimit: true, trustProxy: 1 } });
    const from = (header: string) => app.call("POST", "/quote/new", ada, { headers: { "X-Forwarded-For": header } });
    for (let n = 0; n < 10; n++) await from(`198.51.100.${n}, 192.0.2.1`);

    expect((await from("203.0.113.9, 192.0.2.1")).status).toBe(429);
    expect((await from("192.0.2.1, 192.0.2.2")).status).toBe(201);
  });
});
