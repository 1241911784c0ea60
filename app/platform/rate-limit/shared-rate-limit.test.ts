import { sql } from "kysely";
import { expect, test } from "vitest";
import { sweep } from "#process/worker.ts";
import { admin, createTestApp, onPostgres, type TestApp } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { ada } from "#test/make.ts";
import { refuseWrites } from "#test/refuse-writes.ts";

const config = { rateLimit: true, trustProxy: 1 };
const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
const send = (app: TestApp, address: string) => app.call("POST", "/quote/new", ada, from(address));
const guess = (app: TestApp, address: string) =>
  app.call("POST", "/user/login", { user: { email: admin.email, password: "Wrong-horse-1" } }, from(address));

/** Two instances on one database. */
async function twoInstances(): Promise<[TestApp, TestApp]> {
  const place = await migratedLocation("postgres");
  const one = await createTestApp("postgres", { place, config });
  return [one, await createTestApp("postgres", { place, config, hasAdmin: false })];
}

/** Makes everything counted so far that much older. */
const age = ({ deps: { db } }: TestApp, minutes: number) =>
  sql`update rate_limit set ends_at = ends_at - ${minutes * 60_000}::bigint, taken =
    (select jsonb_agg(value::bigint - ${minutes * 60_000}::bigint) from jsonb_array_elements_text(taken::jsonb))::text`.execute(
    db,
  );

onPostgres(() => {
  test("all instances share one count of a visitor's posts", async () => {
    const [one, other] = await twoInstances();

    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) for (const app of [one, other]) statuses.push((await send(app, "192.0.2.1")).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
    expect((await send(other, "192.0.2.2")).status).toBe(201);

    await age(one, 4);
    const seconds = Number((await send(one, "192.0.2.1")).headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(5 * 60);
    expect(seconds).toBeLessThanOrEqual(6 * 60);
    await age(one, 6);
    expect((await send(other, "192.0.2.1")).status).toBe(201);
  });

  test("concurrent login attempts on two instances share one limit", async () => {
    const [one, other] = await twoInstances();

    const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => guess(n % 2 ? one : other, "192.0.2.1")));

    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(14).fill(429)]);
  });

  test("an attempt also counts posts recorded with a later time than its own", async () => {
    const app = await createTestApp("postgres", { config });
    for (let n = 0; n < 9; n++) await send(app, "192.0.2.1");
    await age(app, -0.05);

    expect((await send(app, "192.0.2.1")).status).toBe(201);
    expect((await send(app, "192.0.2.1")).status).toBe(429);
  });

  test("client addresses are not stored in plain text, and counts are deleted after the window", async () => {
    const app = await createTestApp("postgres", { config });
    await send(app, "192.0.2.1");

    const rows = () => app.deps.db.selectFrom("rateLimit").selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain("192.0.2.1");
    expect(await rows()).toHaveLength(1);
    await age(app, 10);
    await sweep(app.deps);
    expect(await rows()).toEqual([]);
  });

  test("when the database refuses writes, an instance still limits login attempts with a count of its own", async () => {
    const app = await createTestApp("postgres", { config });
    await refuseWrites("postgres", app.deps.db);

    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push((await guess(app, "192.0.2.1")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });
});
