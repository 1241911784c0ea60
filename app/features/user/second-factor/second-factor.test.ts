import { describe, expect, test } from "vitest";
import { codeAt, stepAt } from "#app/platform/accounts/totp.server.ts";
import { admin, createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";

const step = 30_000;
const { password: currentPassword } = admin;

/** What the authenticator app shows now, or some steps earlier or later. */
const shown = ({ clock }: TestApp, secret: string, away = 0) => codeAt(secret, stepAt(clock.now()) + away);

async function begin(database: Database, options: Parameters<typeof createTestApp>[1] = {}) {
  const app = await createTestApp(database, options);
  const token = await app.logIn();
  const start = await app.office("POST", "/user/second-factor/start", { currentPassword });
  const secret: string = start.body.data.secret;
  const enter = (code?: string, password = admin.password) =>
    app.call("POST", "/user/login", { user: { email: admin.email, password, ...(code !== undefined && { code }) } });
  return { ...app, token, secret, address: start.body.data.address as string, enter };
}

/** An active second factor, one step after the code that confirmed it. */
async function switchedOn(database: Database, options: Parameters<typeof createTestApp>[1] = {}) {
  const app = await begin(database, options);
  const { body } = await app.call("POST", "/user/second-factor/confirm", { code: shown(app, app.secret) }, app);
  app.clock.pass(2 * step);
  return { ...app, recoveryCodes: body.data.recoveryCodes as string[] };
}

onEveryDatabase("setting up the second factor", (database) => {
  test("requires the password, and has no effect before a code is confirmed", async () => {
    const app = await begin(database);
    const without = await app.call("POST", "/user/second-factor/start", { currentPassword: "Wrong-horse-1" }, app);

    expect(without).toMatchObject({ status: 422, body: { errors: [{ field: "currentPassword" }] } });
    expect(app.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(app.address).toBe(
      `otpauth://totp/site.example:office%40example.com?secret=${app.secret}&issuer=site.example&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await app.enter()).status).toBe(200);
    expect((await app.call("GET", "/user/second-factor", undefined, app)).body.data).toEqual({
      isOn: false,
      recoveryCodesLeft: 0,
    });
  });

  test("is completed with a code from the app, returns ten recovery codes and ends other sessions", async () => {
    const app = await begin(database);
    const other = await app.logIn();

    const wrong = await app.call("POST", "/user/second-factor/confirm", { code: "000000" }, app);
    const right = await app.call("POST", "/user/second-factor/confirm", { code: ` ${shown(app, app.secret)} ` }, app);

    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: "code" }] } });
    expect(new Set(right.body.data.recoveryCodes).size).toBe(10);
    for (const code of right.body.data.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect((await app.call("GET", "/user/me", undefined, { token: other })).status).toBe(401);
    expect((await app.call("GET", "/user/second-factor", undefined, app)).body.data).toEqual({
      isOn: true,
      recoveryCodesLeft: 10,
    });
  });

  test("uses the secret of the latest start, and gets 409 when a second factor is already on", async () => {
    const app = await begin(database);
    const again = await app.call("POST", "/user/second-factor/start", { currentPassword }, app);
    const confirm = (secret: string) =>
      app.call("POST", "/user/second-factor/confirm", { code: shown(app, secret) }, app);

    expect((await confirm(app.secret)).status).toBe(422);
    expect((await confirm(again.body.data.secret)).status).toBe(200);
    expect((await confirm(again.body.data.secret)).status).toBe(409);
    expect((await app.call("POST", "/user/second-factor/start", { currentPassword }, app)).status).toBe(409);
  });
});

describe("setting up the second factor", () => {
  test("gets 409 if a code is confirmed before the start", async () => {
    const { office } = await createTestApp("sqlite");
    const { status } = await office("POST", "/user/second-factor/confirm", { code: "123456" });
    expect(status).toBe(409);
  });
});

onEveryDatabase("logging in with a second factor", (database) => {
  test("asks for a code only after the correct password, and succeeds when the code is included", async () => {
    const app = await switchedOn(database);

    const wrongPassword = await app.enter(undefined, "Wrong-horse-1");
    const wrongWithCode = await app.enter(shown(app, app.secret), "Wrong-horse-1");
    const asked = await app.enter();
    const empty = await app.enter(" ");
    const wrongCode = await app.enter("000000");
    const right = await app.enter(shown(app, app.secret));

    for (const refused of [wrongPassword, wrongWithCode])
      expect(refused).toMatchObject({
        status: 401,
        body: { code: "unauthorized", message: "Email or password is wrong." },
      });
    for (const refused of [asked, empty, wrongCode])
      expect(refused).toMatchObject({ status: 401, body: { code: "second_factor_required" } });
    expect(asked.body).not.toHaveProperty("data");
    expect(right).toMatchObject({ status: 200, body: { data: { user: { email: admin.email } } } });
    expect((await app.call("GET", "/user/me", undefined, { token: right.body.data.token })).status).toBe(200);
  });

  test("rejects a code that was already used or is older than the last one", async () => {
    const app = await switchedOn(database);
    const [before, now] = [shown(app, app.secret, -1), shown(app, app.secret)];

    expect((await app.enter(now)).status).toBe(200);
    expect((await app.enter(now)).status).toBe(401);
    expect((await app.enter(before)).status).toBe(401);
    app.clock.pass(step);
    expect((await app.enter(now)).status).toBe(401);
    expect((await app.enter(shown(app, app.secret))).status).toBe(200);
  });

  test("rejects the code that was used to switch it on", async () => {
    const app = await begin(database);
    const code = shown(app, app.secret);
    await app.call("POST", "/user/second-factor/confirm", { code }, app);
    expect((await app.enter(code)).status).toBe(401);
  });
});

describe("logging in with a second factor", () => {
  test("takes digits of any script and any separator, at set-up as at login", async () => {
    const app = await begin("sqlite");
    const asTyped = [
      (code: string) => code.replace(/^.{3}/, "$&-"),
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      (code: string) => `\u200e${code.replace(/^.{3}/, "$&\u00a0·")}.`,
    ];
    const [first] = asTyped;
    const code = first?.(shown(app, app.secret));
    const confirmed = await app.call("POST", "/user/second-factor/confirm", { code }, app);
    expect(confirmed.status).toBe(200);
    for (const typed of asTyped) {
      app.clock.pass(60_000);
      expect((await app.enter(typed(shown(app, app.secret)))).status).toBe(200);
    }
    const [recovery] = confirmed.body.data.recoveryCodes;
    expect((await app.enter(` ${recovery.replace("-", "–").toUpperCase()} `)).status).toBe(200);
  });

  test("accepts a code one time step early or late, but not two", async () => {
    const app = await switchedOn("sqlite");
    for (const [away, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const) {
      expect({ away, status: (await app.enter(shown(app, app.secret, away))).status }).toEqual({ away, status });
    }
  });
});

onEveryDatabase("a second-factor code", (database) => {
  test("works for only one of several concurrent logins", async () => {
    const app = await switchedOn(database);
    const code = shown(app, app.secret);
    const recovery = app.recoveryCodes[0];
    const status = async (attempts: ReturnType<typeof app.enter>[]) =>
      (await Promise.all(attempts)).map((reply) => reply.status).sort();

    expect(await status([app.enter(code), app.enter(code), app.enter(code)])).toEqual([200, 401, 401]);
    expect(await status([app.enter(recovery), app.enter(recovery)])).toEqual([200, 401]);
  });

  test("for recovery works once, in any letter case and with a space for the dash", async () => {
    const app = await switchedOn(database);
    const [first = "", second = ""] = app.recoveryCodes;

    expect((await app.enter(first)).status).toBe(200);
    expect((await app.enter(first)).status).toBe(401);
    expect((await app.enter(` ${second.replace("-", " ").toUpperCase()} `)).status).toBe(200);
    expect((await app.call("GET", "/user/second-factor", undefined, app)).body.data.recoveryCodesLeft).toBe(8);
    expect(app.logged.filter((line) => line.includes("recovery code used"))).toHaveLength(2);
  });

  test("for recovery is not stored in plain text, and neither it nor the secret is logged", async () => {
    const app = await switchedOn(database);
    await app.enter(app.recoveryCodes[0]);
    await app.enter(shown(app, app.secret));

    const stored = await app.deps.db.selectFrom("recoveryCode").selectAll().execute();
    expect(stored).toHaveLength(9);
    for (const code of app.recoveryCodes) {
      expect(JSON.stringify(stored)).not.toContain(code.replace("-", ""));
      expect(app.logged.join()).not.toContain(code);
    }
    expect(app.logged.join()).not.toContain(app.secret);
  });
});

describe("a second-factor code", () => {
  test("cannot be guessed beyond the rate limit, which counts a known IP address separately", async () => {
    const app = await switchedOn("sqlite", { config: { rateLimit: true, trustProxy: 1 } });
    const from = (address: string, code: string) =>
      app.call("POST", "/user/login", { user: { ...admin, code } }, { headers: { "X-Forwarded-For": address } });
    const statuses: number[] = [];
    for (let guess = 0; guess < 24; guess++) statuses.push((await from(`192.0.2.${guess}`, "000000")).status);

    expect(statuses).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
    expect((await from("127.0.0.1", shown(app, app.secret))).status).toBe(200);
  });
});

onEveryDatabase("an active second factor", (database) => {
  test("is switched off only with password and code, which ends other sessions", async () => {
    const app = await switchedOn(database);
    const other = (await app.enter(app.recoveryCodes[0])).body.data.token;
    const off = (body: object) => app.call("POST", "/user/second-factor/off", body, app);

    expect(await off({ currentPassword: "Wrong-horse-1", code: shown(app, app.secret) })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "currentPassword" }] },
    });
    expect(await off({ currentPassword, code: "000000" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "code" }] },
    });
    expect((await off({ currentPassword })).status).toBe(422);
    expect((await off({ currentPassword, code: shown(app, app.secret) })).status).toBe(200);
    expect((await app.call("GET", "/user/me", undefined, { token: other })).status).toBe(401);
    expect((await app.enter()).status).toBe(200);
    expect((await off({ currentPassword, code: "000000" })).status).toBe(409);
  });

  test("can get new recovery codes, which invalidate the previous ones", async () => {
    const app = await switchedOn(database);
    const body = { currentPassword, code: app.recoveryCodes[0] };
    const renewed = await app.call("POST", "/user/second-factor/recovery-codes", body, app);

    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    expect((await app.enter(app.recoveryCodes[1])).status).toBe(401);
    expect((await app.enter(renewed.body.data.recoveryCodes[9])).status).toBe(200);
  });

  test("can be set up again after it was switched off", async () => {
    const app = await switchedOn(database);
    await app.call("POST", "/user/second-factor/off", { currentPassword, code: shown(app, app.secret) }, app);
    const { body } = await app.call("POST", "/user/second-factor/start", { currentPassword }, app);
    const confirm = await app.call("POST", "/user/second-factor/confirm", { code: shown(app, body.data.secret) }, app);

    expect(confirm.status).toBe(200);
    expect((await app.enter()).body.code).toBe("second_factor_required");
  });
});
