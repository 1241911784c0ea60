import { expect } from "vitest";
import { sweep } from "#process/worker.ts";
import { admin, createTestApp, onEveryDatabase, onPostgres, type TestApp, test } from "#test/app.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const wrong = { ...admin, password: "Wrong-horse-1" };

const logIn = (app: TestApp, user: object, from = "192.0.2.1") =>
  app.call("POST", "/user/login", { user }, { headers: { "X-Forwarded-For": from } });
const me = (app: TestApp, token: string) => app.call("GET", "/user/me", undefined, { token });
const changePassword = (app: TestApp, token: string, currentPassword: unknown, newPassword: unknown) =>
  app.call("PUT", "/user/password", { currentPassword, newPassword }, { token });

/** Rate limits are on, and each call carries its client's address, as behind a proxy. */
const guarded = (database: "sqlite" | "postgres") =>
  createTestApp(database, { config: { rateLimit: true, trustProxy: 1 } });

/** Counts guesses from anywhere, without the time it takes to check them. */
async function guessedBefore(app: TestApp, email: string, times: number) {
  for (let n = 0; n < times; n++) await app.deps.limits.take("loginByAccount", email);
}

onEveryDatabase("users", (database) => {
  test("an administrator logs in and gets the user record and a token", async ({ app }) => {
    const { status, body } = await logIn(app, admin);

    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        user: { id: expect.any(Number), email: "office@example.com", fullName: "Grace Hopper", profileImage: "" },
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect((await me(app, body.data.token)).body.data).toMatchObject(body.data.user);
  });

  test("the e-mail address is accepted in any letter case and with outer spaces", async ({ app }) => {
    expect((await logIn(app, { ...admin, email: " OFFICE@example.com " })).status).toBe(200);
  });

  test("a wrong password, an unknown e-mail address and an invalid one get the same 401 response", async ({ app }) => {
    const replies = await Promise.all([
      logIn(app, wrong),
      logIn(app, { ...admin, email: "nobody@example.com" }),
      logIn(app, { ...admin, email: "office" }),
      logIn(app, { ...admin, password: ` ${admin.password}` }),
      logIn(app, { email: "", password: "" }),
    ]);

    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(replies[0]).toMatchObject({
      status: 401,
      body: { code: "unauthorized", message: expect.stringMatching(/\w/) },
    });
  });

  test("a malformed login request, or a password followed by NUL or a lone surrogate, gets 422", async ({ app }) => {
    const fieldOf = async (body: unknown) => {
      const reply = await app.call("POST", "/user/login", body);
      return [reply.status, reply.body.errors[0].field];
    };

    expect(await fieldOf({})).toEqual([422, "user"]);
    expect(await fieldOf(admin)).toEqual([422, "user"]);
    expect(await fieldOf({ user: { email: admin.email } })).toEqual([422, "user.password"]);
    expect(await fieldOf({ user: { ...admin, password: { $ne: "" } } })).toEqual([422, "user.password"]);
    expect(await fieldOf({ user: { ...admin, email: ["office@example.com"] } })).toEqual([422, "user.email"]);
    expect(await fieldOf({ user: { ...admin, password: "p".repeat(1_001) } })).toEqual([422, "user.password"]);

    expect((await logIn(app, { ...admin, password: `${admin.password}\0` })).status).toBe(422);
    expect((await logIn(app, { ...admin, password: `${admin.password}\ud800` })).status).toBe(422);
  });

  test("each login gets its own token, and tokens and passwords are not stored in plain text", async ({ app }) => {
    const tokens = [await app.logIn(), await app.logIn()];

    expect(new Set(tokens).size).toBe(2);
    const rows = JSON.stringify([
      await app.deps.db.selectFrom("session").selectAll().execute(),
      await app.deps.db.selectFrom("user").selectAll().execute(),
    ]);
    for (const secret of [...tokens, admin.password]) expect(rows).not.toContain(secret);
    expect(rows).toContain("scrypt$");
  });

  test("logging out ends that session immediately and no other", async ({ app }) => {
    const [ended, live] = [await app.logIn(), await app.logIn()];

    expect((await app.call("POST", "/user/logout", undefined, { token: ended })).status).toBe(200);

    expect((await me(app, ended)).status).toBe(401);
    expect((await app.call("POST", "/user/logout", undefined, { token: ended })).status).toBe(401);
    expect((await me(app, live)).status).toBe(200);
  });

  test("a session ends after 12 hours without use, and continues while it is used", async ({ app }) => {
    const [used, unused] = [await app.logIn(), await app.logIn()];

    app.clock.pass(7 * hour);
    expect((await me(app, used)).status).toBe(200);
    app.clock.pass(5 * hour);

    expect((await me(app, unused)).status).toBe(401);
    expect((await me(app, used)).status).toBe(200);
    app.clock.pass(12 * hour - 1);
    expect((await me(app, used)).status).toBe(200);
  });

  test("a session ends 30 days after the login, however much it is used", async ({ app }) => {
    const token = await app.logIn();
    for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
      app.clock.pass(10 * hour);
      expect((await me(app, token)).status).toBe(200);
    }

    app.clock.pass(10 * hour);

    expect((await me(app, token)).status).toBe(401);
  });

  test("an expired session that was swept stays invalid when the clock is set back", async ({ app }) => {
    const token = await app.logIn();
    app.clock.pass(30 * day);
    await sweep(app.deps);
    app.clock.pass(-30 * day);

    expect((await me(app, token)).status).toBe(401);
  });

  test("a session rejected while the clock was a year ahead stays invalid once the clock is corrected", async () => {
    const app = await createTestApp(database);
    const [refused, unasked] = [await app.logIn(), await app.logIn()];
    app.clock.pass(365 * day);
    expect((await me(app, refused)).status).toBe(401);
    app.clock.pass(-365 * day);

    expect((await me(app, refused)).status).toBe(401);
    expect((await me(app, unasked)).status).toBe(200);
  });

  test("a session used while the clock was a year ahead ends when the clock is corrected, not a year later", async () => {
    const app = await createTestApp(database);
    const before = await app.logIn();
    app.clock.pass(365 * day);
    const ahead = await app.logIn();
    app.clock.pass(-365 * day);
    expect((await me(app, ahead)).status).toBe(401);
    app.clock.pass(365 * day);
    expect((await me(app, ahead)).status).toBe(401);

    app.clock.pass(-365 * day);
    expect((await me(app, before)).status).toBe(200);
    app.clock.pass(-11 * hour);
    expect((await me(app, before)).status).toBe(200);
  });

  test("one IP address can try ten passwords a minute, whatever an untrusted X-Forwarded-For says", async () => {
    const app = await createTestApp(database, { config: { rateLimit: true } });
    const statuses = [];
    for (let n = 0; n < 15; n++) statuses.push((await logIn(app, wrong, `198.51.100.${n}`)).status);

    expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
    const refused = await logIn(app, admin, "203.0.113.9");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("successful logins do not use up the limit of their IP address", async () => {
    const app = await guarded(database);
    for (let n = 0; n < 12; n++) expect((await logIn(app, admin, "192.0.2.10")).status).toBe(200);
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await logIn(app, wrong, "192.0.2.10")).status);

    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test("failed logins from one IP address neither block the administrator at another nor end a session", async () => {
    const app = await guarded(database);
    const { token } = (await logIn(app, admin, "192.0.2.10")).body.data;
    for (let n = 0; n < 20; n++) await logIn(app, wrong, "198.51.100.1");

    expect((await me(app, token)).status).toBe(200);
    expect((await logIn(app, admin, "192.0.2.20")).status).toBe(200);
  });

  test("an account allows 100 login attempts an hour from all IP addresses; a known one can still log in", async () => {
    const app = await guarded(database);
    await logIn(app, admin, "192.0.2.10");
    await guessedBefore(app, admin.email, 95);

    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => logIn(app, wrong, `198.51.100.${n}`)));

    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(4).fill(401), ...Array(6).fill(429)]);
    expect((await logIn(app, admin, "203.0.113.7")).status).toBe(429);
    expect((await logIn(app, admin, "192.0.2.10")).status).toBe(200);
  });

  test("an IP address stays known after logout for as long as a session can last", async () => {
    const app = await guarded(database);
    const { token } = (await logIn(app, admin, "192.0.2.10")).body.data;
    await app.call("POST", "/user/logout", undefined, { token });
    app.clock.pass(29 * day);
    await sweep(app.deps);
    await guessedBefore(app, admin.email, 99);

    expect((await logIn(app, admin, "203.0.113.7")).status).toBe(429);
    expect((await logIn(app, admin, "192.0.2.10")).status).toBe(200);
    // Deletion by age follows the time during which the site was running.
    for (let hours = 0; hours < 30 * 24; hours += 12) {
      app.clock.pass(12 * hour);
      await sweep(app.deps);
    }
    expect((await logIn(app, admin, "192.0.2.10")).status).toBe(429);
  });

  test("login attempts for an unknown account are rate-limited like those for an existing one", async () => {
    const app = await guarded(database);
    await guessedBefore(app, "nobody@example.com", 100);

    const here = await logIn(app, wrong, "198.51.100.1");
    const nobody = await logIn(app, { ...wrong, email: "nobody@example.com" }, "198.51.100.2");

    expect([here.status, nobody.status]).toEqual([401, 429]);
  });

  test("logins, rejections and logouts are logged without passwords, tokens or e-mail addresses", async () => {
    const app = await createTestApp(database, { config: { trustProxy: 1 } });
    await logIn(app, wrong);
    const token = await app.logIn();
    await changePassword(app, token, admin.password, "Another-horse-2");
    await app.call("POST", "/user/logout", undefined, { token });

    const events = app.logged.map((line) => JSON.parse(line).event);
    expect(events.filter((event) => !["request rejected", "admin write"].includes(event))).toEqual([
      "login rejected",
      "login",
      "password changed",
      "logout",
    ]);
    expect(events).toContain("request rejected");
    for (const secret of [wrong.password, admin.password, "Another-horse-2", token, admin.email])
      expect(app.logged.join("\n")).not.toContain(secret);
  });
});

onPostgres(() => {
  test("logging out on one process ends the session on another immediately", async () => {
    const app = await createTestApp("postgres");
    const token = await app.logIn();
    const other = await createTestApp("postgres", { place: app.deps.config, hasAdmin: false });
    expect((await me(other, token)).status).toBe(200);

    await app.call("POST", "/user/logout", undefined, { token });

    expect((await me(other, token)).status).toBe(401);
  });
});
