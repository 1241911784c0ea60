import { sql } from "kysely";
import { expect, test } from "vitest";
import { editorCookie } from "#app/shared/editor-cookie.ts";
import { dialectOf } from "#db/dialect.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { httpLimits } from "./http-limits.ts";

onEveryDatabase("more simultaneous leads than the server can store", (database) => {
  test("the excess gets 503 with Retry-After at once, pages are served, and every acknowledged lead is stored", async () => {
    // One address represents many: on a slow machine it would otherwise lose its most idle connections.
    const app = await createTestApp(database, { httpLimits: { connectionsPerAddress: 1_024 } });
    await app.request("/about");
    const release = await holdUp(app.deps.db);
    const busy = Promise.withResolvers<void>();
    const send = async (n: number) => {
      const body = { fullName: "Ada Lovelace", email: "ada@example.com", message: `Number ${n} of many.` };
      const { status, headers } = await app.call("POST", "/quote/new", body);
      if (status === 503) busy.resolve();
      return { status, retryAfter: headers.get("Retry-After") };
    };

    const sent = Array.from({ length: 560 }, (_, n) => send(n));
    await busy.promise;
    const page = await app.request("/about");
    const health = await app.request("/healthz");
    await release();
    const answers = await Promise.all(sent);

    expect([page.status, health.status]).toEqual([200, 200]);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    const { count } = await app.deps.db
      .selectFrom("quote")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(answers.length - refused.length);
    expect((await send(560)).status).toBe(201);
  });
});

/** Blocks all writes until released. */
async function holdUp(db: Awaited<ReturnType<typeof createTestApp>>["deps"]["db"]) {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await sql`update quote set message = message where id = 0`.execute(trx);
    if (dialectOf(db) === "postgres") {
      // The machine may be busy: the transaction stays open until it is released.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`lock table quote in exclusive mode`.execute(trx);
    }
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  return async () => {
    held.resolve();
    await holding;
  };
}

test("at full capacity, pages get a 503 in HTML and API calls in JSON; health, leads, cached pages and those to be cached for all are served", async () => {
  const work = { ...httpLimits.work, maxWaitMs: 50 };
  const none = await createTestApp("sqlite", { httpLimits: { work } });
  await none.request("/about");
  // No free slots from here on.
  work.atOnce = 0;

  const page = await none.request("/nowhere");
  const call = await none.call("GET", "/job/get-all");
  const lead = { fullName: "Ada", email: "ada@example.com", message: "It passes." };

  expect([page.status, page.headers.get("Content-Type")]).toEqual([503, "text/html; charset=utf-8"]);
  expect(page.headers.get("Retry-After")).toBe("2");
  expect(await page.text()).toContain("Try again in a few seconds.");
  expect([call.status, call.body.code, call.headers.get("Retry-After")]).toEqual([503, "unavailable", "2"]);
  expect((await none.request("/healthz")).status).toBe(200);
  expect((await none.call("POST", "/quote/new", lead)).status).toBe(201);
  expect((await none.request("/about")).status).toBe(200);
  // One rendering serves everybody.
  expect((await none.request("/career")).status).toBe(200);
  const asEditor = await none.request("/portfolio", { headers: { Cookie: editorCookie } });
  expect([asEditor.status, (await none.request("/portfolio?sector=Health")).status]).toEqual([503, 503]);
});
