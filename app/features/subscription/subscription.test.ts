import { expect } from "vitest";
import { findUserByEmail } from "#app/features/user/user.repository.server.ts";
import type { AnyDb } from "#db/dialect.ts";
import { openDatabase } from "#db/open.server.ts";
import { createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { freshLocation } from "#test/data-location.ts";
import { migrateAsBefore } from "#test/early-database.ts";
import { ada } from "#test/make.ts";

const subscribe = (app: TestApp, email: unknown) => app.call("POST", "/subscription/subscribe", { email });
const listOf = async (app: TestApp, query = "") => (await app.office("GET", `/subscription/get-all${query}`)).body;

onEveryDatabase("subscriptions", (database) => {
  test("a missing address and a body that is no object are refused in the words of the form", async ({ app }) => {
    const messageFor = async (body: unknown) => {
      const reply = await app.call("POST", "/subscription/subscribe", body as object);
      return [reply.status, reply.body.message];
    };

    expect(await messageFor({})).toEqual([422, "Email is required."]);
    expect(await messageFor([])).toEqual([422, "The body has to be a JSON object."]);
  });

  test("a visitor subscribes, and administrators see the address under a random slug", async ({ app }) => {
    const { status, body } = await subscribe(app, "ada@example.com");

    expect([status, body.data.email]).toEqual([201, "ada@example.com"]);
    expect(body.data.slug).toMatch(/^[a-z2-9]{16}$/);
    expect(await listOf(app)).toEqual({
      data: [
        {
          slug: body.data.slug,
          email: "ada@example.com",
          state: "unconfirmed",
          canAsk: false,
          mail: [],
          createdAt: app.clock.now().toISOString(),
        },
      ],
    });
  });

  test("subscribing again, in any letter case, returns the same slug and stores one row", async ({ app }) => {
    const first = await subscribe(app, "ada@example.com");
    app.clock.pass(3_600_000);

    const second = await subscribe(app, "ada@example.com");
    const third = await subscribe(app, "ADA@Example.com");

    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect([third.status, third.body.data]).toEqual([
      201,
      { slug: first.body.data.slug, email: "ADA@Example.com", isAsked: false },
    ]);
    expect((await listOf(app)).data).toHaveLength(1);
  });

  test("eight concurrent requests for one address store one row", async ({ app }) => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => subscribe(app, "ada@example.com")));

    expect(new Set(replies.map(({ status, body }) => `${status} ${body.data.slug}`)).size).toBe(1);
    expect((await listOf(app)).data).toHaveLength(1);
  });

  test("a deleted subscriber can subscribe again", async ({ app }) => {
    const { slug } = (await subscribe(app, "ada@example.com")).body.data;

    const replies = [
      await app.office("DELETE", `/subscription/${slug}`),
      await app.office("DELETE", `/subscription/${slug}`),
    ];
    const again = await subscribe(app, "ada@example.com");

    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(again.status).toBe(201);
    expect((await listOf(app)).data.map((row: { slug: string }) => row.slug)).toEqual([again.body.data.slug]);
  });

  test("administrators get the newest first, paginated, and can search and filter by state", async ({ app }) => {
    for (const name of ["ada", "grace", "jørgen"]) await subscribe(app, `${name}@example.com`);
    const found = async (query: string) => {
      const { data, total } = await listOf(app, query);
      return [data.map(({ email }: { email: string }) => email.split("@")[0]), total];
    };

    expect(await found("")).toEqual([["jørgen", "grace", "ada"], undefined]);
    expect(await found("?limit=2&offset=1")).toEqual([["grace", "ada"], 3]);
    expect(await found("?q=GRACE")).toEqual([["grace"], 1]);
    expect(await found(`?q=${encodeURIComponent("JØRGEN")}`)).toEqual([["jørgen"], 1]);
    expect(await found("?q=gr%20exam&limit=2")).toEqual([["grace"], 1]);
    expect(await found("?q=%40example.com&limit=1&offset=1")).toEqual([["grace"], 3]);
    expect(await found("?q=%40&state=pending")).toEqual([[], 0]);
    expect(await found("?q=%40")).toEqual([["jørgen", "grace", "ada"], 3]);
    expect(await found("?q=ada&state=unconfirmed")).toEqual([["ada"], 1]);
    const [newest] = (await listOf(app)).data;
    await app.office("DELETE", `/subscription/${newest.slug}`);
    expect(await found("?limit=1")).toEqual([["grace"], 2]);
    expect(await found("?limit=1&state=unconfirmed")).toEqual([["grace"], 2]);
    expect(await found("?q=J%C3%98RGEN")).toEqual([[], 0]);
  });

  test("a bulk delete can be undone, except for subscribers that have subscribed again", async ({ app }) => {
    const token = await signIn(app);
    for (const name of ["ada", "charles", "grace", "edith"]) await subscribe(app, `${name}@example.com`);
    const slugs = (await listOf(app)).data.map(({ slug }: { slug: string }) => slug);
    const emails = async () => (await listOf(app)).data.map(({ email }: { email: string }) => email.split("@")[0]);
    const post = (path: string, body?: object) => app.office("POST", path, body);
    const bulk = (selection: object, action = "delete") => post("/subscription/bulk", { selection, action });
    const file = await app.request("/api/subscription/export", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ slugs: slugs.slice(0, 2) }),
    });
    expect((await file.text()).match(/\w+(?=@example)/g)).toEqual(["edith", "grace"]);

    const named = (await bulk({ slugs: slugs.slice(0, 2) })).body.data;
    expect(named).toEqual({ id: expect.any(Number), changed: 2, after: null });
    expect(await emails()).toEqual(["charles", "ada"]);
    expect((await post(`/subscription/bulk/undo/${named.id}`)).body.data).toEqual({ undone: 2, left: 0, isDone: true });
    const all = (await bulk({ all: { until: slugs[1], q: "example", state: "unconfirmed", except: [slugs[3]] } })).body
      .data;
    expect([all.changed, await emails()]).toEqual([2, ["edith", "ada"]]);
    await subscribe(app, "Grace@example.com");
    expect((await post(`/subscription/bulk/undo/${all.id}`)).body.data).toEqual({ undone: 1, left: 1, isDone: true });
    expect(await emails()).toEqual(["Grace", "edith", "charles", "ada"]);

    expect((await bulk({ slugs }, "won")).status).toBe(422);
    expect((await bulk({ all: { until: "nobody" } })).status).toBe(404);
    expect((await app.call("POST", "/subscription/bulk", { selection: { slugs }, action: "delete" })).status).toBe(401);
    expect((await post(`/quote/bulk/undo/${all.id}`)).status).toBe(404);
  });

  test("an invalid email address gets 422 naming the field", async ({ app }) => {
    for (const email of [
      "",
      "ada",
      "ada@example",
      null,
      7,
      ["ada@example.com"],
      { email: "ada@example.com" },
      `${"a".repeat(300)}@example.com`,
      "a\0@example.com",
      "a\u202eda@example.com",
      "ada@exam\u200bple.com",
      "a\ud83d@example.com",
    ]) {
      const { status, body } = await subscribe(app, email);
      expect([email, status, body.errors[0].field]).toEqual([email, 422, "email"]);
    }
    expect((await listOf(app)).data).toEqual([]);
  });

  test("all spellings of one mailbox are one subscription, one person and one limit", async ({ app }) => {
    const spellings = [
      "ada@bücher.example",
      "ADA@BÜCHER.EXAMPLE",
      "ada@bu\u0308cher.example",
      "ada@xn--bcher-kva.example",
    ];
    for (const email of spellings) {
      await app.call("POST", "/subscription/subscribe", { email });
      await app.call("POST", "/quote/new", { ...ada, email });
    }
    const list = async (noun: string) => (await app.office("GET", `/${noun}/get-all`)).body.data;
    expect(await list("subscription")).toHaveLength(1);
    const [newest] = await list("quote");
    const { body } = await app.office("GET", `/quote/${newest.slug}`);
    expect(body.data.earlier).toHaveLength(3);
    const email = "Ada <ada@XN--BCHER-KVA.example>.";
    const erased = await app.office("POST", "/data-subject/erase", { email });
    expect(erased.body.data.erased).toMatchObject({ quotes: 4, subscriptions: 1 });
  });

  test("an address that subscribed in two spellings is joined as its owner decided last", async () => {
    const place = await freshLocation(database);
    const { db: typed, close } = await openDatabase(place);
    const db = typed as AnyDb;
    await db.transaction().execute((trx) => migrateAsBefore(trx, "0031"));
    const insert = (email: string, row: object) =>
      db
        .insertInto("subscription")
        .values({ slug: email, token: email, email, email_key: email, created_at: "2026-01-01", ...row })
        .execute();
    await insert("ada@bücher.example", { state: "confirmed", confirmed_at: "2026-02-01" });
    await insert("ada@xn--bcher-kva.example", { state: "unsubscribed", unsubscribed_at: "2026-03-01" });
    await insert("eve@xn--bcher-kva.example", { state: "pending" });
    await insert("eve@bücher.example", { state: "confirmed", confirmed_at: "2026-02-01" });
    await insert("zoe@bücher.example", { state: "pending" });
    const user = { full_name: "", profile_image: "", password_hash: "", created_at: "2026-01-01" };
    for (const email of ["grace@bücher.example", "grace@xn--bcher-kva.example"])
      await db
        .insertInto("user")
        .values({ ...user, email, email_key: email })
        .execute();
    await close();

    const app = await createTestApp(database, { place });
    const { body } = await app.office("GET", "/subscription/get-all");
    expect(body.data.map(({ email, state }: { email: string; state: string }) => [email, state])).toEqual([
      ["zoe@bücher.example", "pending"],
      ["eve@bücher.example", "confirmed"],
      ["ada@xn--bcher-kva.example", "unsubscribed"],
    ]);
    // The links of both stay good, and nobody is stored again.
    expect((await app.request("/newsletter/confirm/ada@bücher.example", { method: "POST" })).status).toBe(303);
    await app.call("POST", "/subscription/subscribe", { email: "ZOE@xn--bcher-kva.example" });
    const after = await app.office("GET", "/subscription/get-all");
    expect(after.body.data.map(({ state }: { state: string }) => state)).toEqual(["pending", "confirmed", "confirmed"]);
    // Both administrators can still log in.
    for (const email of ["grace@bücher.example", "grace@xn--bcher-kva.example"])
      expect(await findUserByEmail(app.deps.db, email)).toMatchObject({ email });
  });
});
