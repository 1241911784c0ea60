import { expect, test } from "vitest";
import { codeAt, stepAt } from "#app/platform/accounts/totp.server.ts";
import { admin, createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { lockRows } from "#test/lock-rows.ts";
import { signIn } from "#test/make.ts";
import { refuseWrites } from "#test/refuse-writes.ts";

// Writing a session's state (its last use, its start) never blocks reads.

const minute = 60_000;

const me = async ({ call }: TestApp, token: string) => (await call("GET", "/user/me", undefined, { token })).status;
const inbox = async ({ call }: TestApp, token: string) =>
  (await call("GET", "/quote/get-all", undefined, { token })).status;
const enter = ({ call }: TestApp, user: object = {}) => call("POST", "/user/login", { user: { ...admin, ...user } });
const lastUses = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom("session").select("lastUsedAt").where("addressHash", "!=", "filler").execute()).map(
    ({ lastUsedAt }) => lastUsedAt,
  );

onEveryDatabase("sessions", (database) => {
  test("are read while their rows are locked, and their last use is written once the lock is released", async () => {
    const place = await migratedLocation(database);
    const app = await createTestApp(database, { place });
    const token = await signIn(app);
    app.clock.pass(2 * minute);
    const letGo = await lockRows(database, place, "session");

    // A request that waited for the lock would get a 503 after five seconds, since the rows stay locked until all have
    // been answered.
    for (let n = 0; n < 5; n++) expect([await me(app, token), await inbox(app, token)]).toEqual([200, 200]);

    await letGo();
    await expect.poll(() => lastUses(app)).toEqual([app.deps.now().toISOString()]);
  });

  test("start and work while the database rejects writes, and are stored once it accepts them", async () => {
    const app = await createTestApp(database);
    const { db } = app.deps;
    const allow = await refuseWrites(database, db);

    const { status, body } = await enter(app);
    const { token } = body.data;
    expect([status, await me(app, token), await inbox(app, token)]).toEqual([200, 200, 200]);
    expect((await enter(app, { password: "Wrong-horse-1" })).status).toBe(401);
    expect(await lastUses(app)).toEqual([]);

    await allow();
    await expect.poll(async () => [await me(app, token), (await lastUses(app)).length]).toEqual([200, 1]);
    expect((await app.call("POST", "/user/logout", undefined, { token })).status).toBe(200);
    expect(await me(app, token)).toBe(401);
  });

  test("that could not be stored yet still end on logout and on a password change", async () => {
    const app = await createTestApp(database);
    const { db } = app.deps;
    const other = await signIn(app);
    const allow = await refuseWrites(database, db);
    const [first, second] = [(await enter(app)).body.data.token, (await enter(app)).body.data.token];

    expect((await app.call("POST", "/user/logout", undefined, { token: first })).status).toBe(200);
    expect([await me(app, first), await me(app, second)]).toEqual([401, 200]);
    await allow();
    const change = { currentPassword: admin.password, newPassword: "Another-horse-2" };
    expect((await app.call("PUT", "/user/password", change, { token: other })).status).toBe(200);
    expect([await me(app, second), await me(app, other)]).toEqual([401, 200]);
    const idle = (await enter(app, { password: "Another-horse-2" })).body.data.token;
    app.clock.pass(13 * 60 * minute);
    expect(await me(app, idle)).toBe(401);
  });

  test("start only once with the same second-factor code, even while the database rejects writes", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const started = await app.call("POST", "/user/second-factor/start", { currentPassword: admin.password }, { token });
    const { secret } = started.body.data;
    const code = () => codeAt(secret, stepAt(app.clock.now()));
    await app.call("POST", "/user/second-factor/confirm", { code: code() }, { token });
    app.clock.pass(minute);
    const allow = await refuseWrites(database, app.deps.db);

    const attempts = await Promise.all([1, 2, 3].map(() => enter(app, { code: code() })));
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    await allow();
    expect((await enter(app, { code: code() })).status).toBe(401);
    app.clock.pass(minute);
    expect((await enter(app, { code: code() })).status).toBe(200);
  });
});
