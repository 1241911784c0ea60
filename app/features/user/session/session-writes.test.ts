import { expect, test } from "vitest";
import { codeAt, stepAt } from "#app/platform/accounts/totp.server.ts";
import { admin, createTestApp, onEveryDatabase, signIn, type TestApp } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { lockRows } from "#test/lock-rows.ts";
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

  test("that have begun work while the database rejects writes; a login is refused in words until it accepts them", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const started = await app.call("POST", "/user/second-factor/start", { currentPassword: admin.password }, { token });
    const code = () => codeAt(started.body.data.secret, stepAt(app.clock.now()));
    await app.call("POST", "/user/second-factor/confirm", { code: code() }, { token });
    app.clock.pass(minute);
    const allow = await refuseWrites(database, app.deps.db);

    const refused = await enter(app, { code: code() });
    expect([refused.status, refused.body.message]).toEqual([503, expect.stringMatching(/\S \S/)]);
    expect((await enter(app, { password: "Wrong-horse-1" })).status).toBe(401);
    expect([await me(app, token), await inbox(app, token)]).toEqual([200, 200]);

    await allow();
    app.clock.pass(minute);
    const attempts = await Promise.all([1, 2, 3].map(() => enter(app, { code: code() })));
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });
});
