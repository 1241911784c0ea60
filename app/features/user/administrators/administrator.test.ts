import { describe, expect, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { sweep } from "#process/worker.ts";
import { addUser, admin, createTestApp, onEveryDatabase, signIn, type TestApp } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { makeQuote } from "#test/make.ts";
import { insertUser } from "../user.repository.server.ts";

const hour = 60 * 60_000;
const day = 24 * hour;
const ada = { email: "Ada@example.com", fullName: "Ada Lovelace" };
const edith = { email: "edith@example.com", fullName: "Edith Clarke" };
const password = "Analytical-1843";

const tokenOf = (path: string) => path.split("/").at(-1) ?? "";

async function office(database: Database, options: Parameters<typeof createTestApp>[1] = {}) {
  const app = await createTestApp(database, options);
  const token = await app.logIn();
  const invite = async (person: object = ada) => (await app.office("POST", "/user/invite", person)).body.data;
  const accept = (path: string, more: object = {}) =>
    app.call("POST", "/user/invite/accept", { token: tokenOf(path), password, ...more });
  const works = async (bearer: string) =>
    (await app.call("GET", "/user/me", undefined, { token: bearer })).status === 200;
  return { ...app, token, invite, accept, works };
}

/** A second administrator, logged in. */
async function withAda(database: Database, options?: Parameters<typeof createTestApp>[1]) {
  const app = await office(database, options);
  const adaId = await addUser(app.deps, { ...ada, password });
  const [grace] = (await app.call("GET", "/user/get-all", undefined, app)).body.data;
  return { ...app, adasToken: await signIn(app, ada.email), graceId: grace.id as number, adaId };
}

onEveryDatabase("an invitation", (database) => {
  test("when accepted creates an administrator, who is logged in and listed", async () => {
    const app = await office(database);
    const invitation = await app.invite();

    expect(invitation.path).toMatch(/^\/admin\/invite\/[\w-]{43}$/);
    expect(invitation).toMatchObject({ ...ada, expiresAt: "2026-05-08T12:00:00.000Z" });
    expect((await app.call("POST", "/user/invite/check", { token: tokenOf(invitation.path) })).body.data).toEqual({
      ...ada,
      expiresAt: "2026-05-08T12:00:00.000Z",
    });

    const accepted = await app.accept(invitation.path);

    expect(accepted).toMatchObject({ status: 201, body: { data: { user: { ...ada, profileImage: "" } } } });
    expect(await app.works(accepted.body.data.token)).toBe(true);
    expect((await app.call("POST", "/user/login", { user: { email: "ada@EXAMPLE.com", password } })).status).toBe(200);
    expect((await app.call("GET", "/user/get-all", undefined, app)).body.data).toMatchObject([
      { fullName: "Grace Hopper", email: admin.email, isYou: true, hasSecondFactor: false },
      { ...ada, isYou: false },
    ]);
    expect((await app.call("GET", "/user/invitations", undefined, app)).body.data).toEqual([]);
  });

  test("lets the invited person change the name, and exposes no secret in lists or the log", async () => {
    const app = await office(database);
    const { path } = await app.invite();
    const waiting = await app.call("GET", "/user/invitations", undefined, app);
    const accepted = await app.accept(path, { fullName: "Augusta Ada King" });

    expect(accepted.body.data.user.fullName).toBe("Augusta Ada King");
    expect(waiting.body.data).toEqual([
      { id: expect.any(Number), ...ada, createdAt: expect.any(String), expiresAt: expect.any(String) },
    ]);
    const list = JSON.stringify((await app.call("GET", "/user/get-all", undefined, app)).body);
    expect(list).not.toMatch(/scrypt|hash|secret/i);
    expect(app.logged.join()).not.toContain(tokenOf(path));
    expect(app.logged.join()).toContain("invitation accepted");
  });
});

onEveryDatabase("an invitation's link", (database) => {
  test("works only once, also with concurrent requests", async () => {
    const app = await office(database);
    const { path } = await app.invite();
    const together = (await Promise.all([app.accept(path), app.accept(path)])).map(({ status }) => status).sort();

    expect(together[0]).toBe(201);
    expect([404, 409]).toContain(together[1]);
    expect((await app.accept(path)).status).toBe(404);
    expect((await app.call("GET", "/user/get-all", undefined, app)).body.data).toHaveLength(2);
  });

  test("made while the clock was a year ahead is invalid once the clock is corrected", async () => {
    const app = await office(database);
    app.clock.pass(365 * day);
    const { path } = (await app.office("POST", "/user/invite", ada)).body.data;
    app.clock.pass(-365 * day);
    expect((await app.call("POST", "/user/invite/check", { token: tokenOf(path) })).status).toBe(404);
    expect((await app.accept(path)).status).toBe(404);
  });

  test("expires after seven days and is then deleted", async () => {
    const app = await office(database);
    const { path } = await app.invite();
    app.clock.pass(7 * day - 1);
    expect((await app.call("POST", "/user/invite/check", { token: tokenOf(path) })).status).toBe(200);
    app.clock.pass(1);
    expect((await app.call("POST", "/user/invite/check", { token: tokenOf(path) })).status).toBe(404);
    expect((await app.accept(path)).status).toBe(404);
    expect((await app.office("GET", "/user/invitations")).body.data).toEqual([]);
    await sweep(app.deps);
    expect(await app.deps.db.selectFrom("invitation").selectAll().execute()).toEqual([]);
  });

  test("becomes invalid when it is withdrawn, replaced by a newer one, or its creator is removed or sets another password", async () => {
    const app = await withAda(database);
    const as = (token: string) => async (email: string) =>
      (await app.call("POST", "/user/invite", { email, fullName: "Edith Clarke" }, { token })).body.data;
    const withdrawn = await as(app.token)("withdrawn@example.com");
    const replaced = await as(app.token)("edith@example.com");
    const newer = await as(app.token)("EDITH@example.com");
    const mayBeStolen = await as(app.adasToken)("thief@example.com");
    const passwords = { currentPassword: password, newPassword: "Difference-1822" };
    await app.call("PUT", "/user/password", passwords, { token: app.adasToken });
    const orphaned = await as(app.adasToken)("orphan@example.com");
    for (const time of [1, 2])
      expect({ time, ...(await app.call("DELETE", `/user/invite/${withdrawn.id}`, undefined, app)) }).toMatchObject({
        status: 200,
      });
    await app.call("DELETE", `/user/${app.adaId}`, undefined, app);

    for (const { path } of [withdrawn, replaced, orphaned, mayBeStolen])
      expect((await app.accept(path)).status).toBe(404);
    expect((await app.accept(newer.path)).status).toBe(201);
  });

  test("gets 409 for an existing administrator's address, also if it was taken after the invitation", async () => {
    const app = await office(database);
    const taken = await app.call("POST", "/user/invite", { email: "OFFICE@example.com", fullName: "Grace" }, app);
    const { path } = await app.invite();
    await app.call("PUT", "/user/me", { email: ada.email, currentPassword: admin.password }, app);

    expect(taken).toMatchObject({ status: 409, body: { errors: [{ field: "email" }] } });
    expect((await app.accept(path)).status).toBe(409);
  });
});

describe("an invitation's link", () => {
  test("stays valid when the password is rejected as weak or common", async () => {
    const app = await office("sqlite");
    const { path } = await app.invite();
    for (const weak of ["short-1", "P@ssw0rd123", "Analytical\0-1843"])
      expect(await app.accept(path, { password: weak })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "password" }] },
      });
    expect((await app.accept(path)).status).toBe(201);
  });

  test("requires a name and a valid address", async () => {
    const { call, token } = await office("sqlite");
    for (const person of [{ fullName: "Ada" }, { email: "ada", fullName: "Ada" }, { email: ada.email, fullName: " " }])
      expect((await call("POST", "/user/invite", person, { token })).status).toBe(422);
  });
});

onEveryDatabase("administrators", (database) => {
  test("are removed with their sessions immediately, and removing one again still returns 200", async () => {
    const app = await withAda(database);
    const remove = () => app.call("DELETE", `/user/${app.adaId}`, undefined, app);

    expect(await app.works(app.adasToken)).toBe(true);
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
    expect(await app.works(app.adasToken)).toBe(false);
    expect((await app.call("POST", "/user/login", { user: { email: ada.email, password } })).status).toBe(401);
    expect(app.logged).toContain(
      JSON.stringify({ level: "info", event: "administrator removed", userId: app.adaId, by: app.graceId }),
    );
  });

  test("say how many open leads they own, which go to somebody else when they are removed", async () => {
    const mailbox = await openMailbox();
    const app = await withAda(database, { config: { smtpUrl: mailbox.url } });
    const { id: edithsId } = await insertUser(app.deps.db, { ...edith, passwordHash: "", at: app.clock.now() });
    const ask = (method: string, path: string, body?: object) => app.call(method, path, body, app);
    const people = async () =>
      (await ask("GET", "/user/get-all")).body.data.map((each: { openLeads: number }) => each.openLeads);
    const leads = [];
    for (const change of [{}, { status: "replied" }, { status: "won" }, { isSpam: true }, {}]) {
      const { slug } = await makeQuote(app);
      await ask("PUT", `/quote/${slug}`, { ...change, ownerId: app.adaId });
      leads.push(slug);
    }
    await ask("DELETE", `/quote/${leads[4]}`);
    expect(await people()).toEqual([0, 2, 0]);
    for (const nobody of [app.adaId, 4711])
      expect(await ask("DELETE", `/user/${app.adaId}?leadsTo=${nobody}`)).toMatchObject({
        status: 422,
        body: { errors: [{ field: "leadsTo" }] },
      });
    expect(await people()).toEqual([0, 2, 0]);

    expect((await ask("DELETE", `/user/${app.adaId}?leadsTo=${edithsId}`)).status).toBe(200);

    expect(await people()).toEqual([0, 2]);
    const { owner, history } = (await ask("GET", `/quote/${leads[0]}`)).body.data;
    expect(owner).toMatchObject({ id: edithsId });
    expect(history.at(-1)).toMatchObject({ kind: "owner", text: edith.fullName, author: "Grace Hopper" });
    const activities = (await ask("GET", "/activity/get-all?limit=10")).body.data;
    expect(activities.map(({ done, what }: { done: string; what: string }) => `${done} ${what}`)).toEqual(
      expect.arrayContaining([
        `Assigned to ${edith.fullName}: 2 messages`,
        `Removed from People: ${ada.email.toLowerCase()}`,
      ]),
    );
    app.clock.pass(60_000);
    await new MailWorker(app.deps, emailTemplates).sendDue();
    const subjects = mailbox.received
      .filter(({ to }) => to.includes(edith.email))
      .map(({ headers }) => headers.subject);
    expect(subjects).toEqual(["Assigned to you: 2 messages"]);

    // Those among spam and in the trash come back to somebody who is there.
    await ask("PUT", `/quote/${leads[3]}`, { isSpam: false });
    await ask("POST", "/trash/restore", { kind: "quote", id: leads[4] });
    const ownerOf = async (slug = "") => (await ask("GET", `/quote/${slug}`)).body.data.owner?.id;
    for (const slug of [leads[3], leads[4]]) expect(await ownerOf(slug)).toBe(edithsId);
    // Nobody gets leads back who is not there any more.
    const { id } = activities.find(({ done }: { done: string }) => done.startsWith("Assigned to"));
    const undone = await ask("POST", `/quote/bulk/undo/${id.split(":")[1]}`);
    expect(undone.body.data).toMatchObject({ undone: 0, left: 2 });
    expect(await ownerOf(leads[0])).toBe(edithsId);

    await ask("DELETE", `/user/${edithsId}`);
    expect((await ask("GET", `/quote/${leads[0]}`)).body.data.owner).toBeUndefined();
    expect((await ask("GET", `/quote/${leads[0]}`)).body.data.history.at(-1)).toMatchObject({
      kind: "owner",
      text: "",
    });
  });

  test("can remove themselves, except for the last one", async () => {
    const app = await withAda(database);
    const leave = await app.call("DELETE", `/user/${app.adaId}`, undefined, { token: app.adasToken });
    const last = await app.call("DELETE", `/user/${app.graceId}`, undefined, app);

    expect(leave.status).toBe(200);
    expect(await app.works(app.adasToken)).toBe(false);
    expect(last).toMatchObject({ status: 409, body: { message: "The last person who can log in cannot be removed." } });
    expect(await app.works(app.token)).toBe(true);
  });

  test("who remove each other or themselves concurrently leave exactly one", async () => {
    const app = await withAda(database);
    const remove = (id: number, token: string) => app.call("DELETE", `/user/${id}`, undefined, { token });
    const replies = await Promise.all([
      remove(app.adaId, app.token),
      remove(app.graceId, app.adasToken),
      remove(app.graceId, app.token),
      remove(app.adaId, app.adasToken),
    ]);

    for (const { status } of replies) expect([200, 401, 409]).toContain(status);
    expect(await app.deps.db.selectFrom("user").selectAll().execute()).toHaveLength(1);
  });

  test("cannot use the same e-mail address", async () => {
    const app = await withAda(database);
    const body = { email: admin.email.toUpperCase(), currentPassword: password };
    expect(await app.call("PUT", "/user/me", body, { token: app.adasToken })).toMatchObject({
      status: 409,
      body: { errors: [{ field: "email" }] },
    });
  });
});

onEveryDatabase("a reset link", (database) => {
  async function withLink(options: object = {}, config: object = {}) {
    const app = await withAda(database, { config });
    const made = await app.call("POST", `/user/reset-link/${app.adaId}`, options, app);
    const path: string = made.body.data.path;
    const reset = (newPassword: string, link = path) =>
      app.call("POST", "/user/reset", { token: tokenOf(link), newPassword });
    const check = (link = path) => app.call("POST", "/user/reset/check", { token: tokenOf(link) });
    return { ...app, made, path, reset, check };
  }

  const next = "Difference-1822";
  const enter = (app: Pick<TestApp, "call">, word: string) =>
    app.call("POST", "/user/login", { user: { email: ada.email, password: word } });

  test("sets the password of another administrator once and ends all their sessions", async () => {
    const app = await withLink();

    expect(app.made).toMatchObject({ status: 201, body: { data: { expiresAt: "2026-05-02T12:00:00.000Z" } } });
    expect((await app.check()).body.data).toEqual({
      email: ada.email,
      expiresAt: "2026-05-02T12:00:00.000Z",
      dropsSecondFactor: false,
    });
    expect(await app.works(app.adasToken)).toBe(true);
    expect(await app.reset("weak")).toMatchObject({ status: 422, body: { errors: [{ field: "newPassword" }] } });

    expect(await app.reset(next)).toMatchObject({ status: 200, body: { data: { email: ada.email } } });

    expect([await app.works(app.adasToken), await app.works(app.token)]).toEqual([false, true]);
    expect([(await enter(app, password)).status, (await enter(app, next)).status]).toEqual([401, 200]);
    expect([(await app.reset("Another-word-9")).status, (await app.check()).status]).toEqual([404, 404]);
    expect(app.logged.join()).not.toContain(tokenOf(app.path));
  });

  test("lets its user log in though strangers go on guessing at the account", async () => {
    const app = await withLink({}, { rateLimit: true });
    for (let guess = 0; guess < 100; guess++) await app.deps.limits.take("loginByAccount", ada.email);
    await app.reset(next);
    expect((await enter(app, next)).status).toBe(200);
  });

  test("works for only one of two concurrent requests", async () => {
    const app = await withLink();
    const statuses = (await Promise.all([app.reset(next), app.reset("Another-word-9")]))
      .map(({ status }) => status)
      .sort();
    expect(statuses).toEqual([200, 404]);
  });

  test("expires after 24 hours, and becomes invalid when a newer one is made, or the password or address changed", async () => {
    const app = await withLink();
    const newer = await app.call("POST", `/user/reset-link/${app.adaId}`, {}, app);
    expect([(await app.check()).status, (await app.check(newer.body.data.path)).status]).toEqual([404, 200]);

    await app.call("PUT", "/user/password", { currentPassword: password, newPassword: next }, { token: app.adasToken });
    expect((await app.check(newer.body.data.path)).status).toBe(404);

    const make = async (): Promise<string> =>
      (await app.call("POST", `/user/reset-link/${app.adaId}`, {}, app)).body.data.path;
    const former = await make();
    const change = (body: object) => app.call("PUT", "/user/me", body, { token: app.adasToken });
    expect((await change({ fullName: "Ada", email: ada.email })).status).toBe(200);
    expect((await app.check(former)).status, "the address is the same").toBe(200);
    expect((await change({ email: "ada@new.example", currentPassword: next })).status).toBe(200);
    expect([(await app.check(former)).status, (await app.reset(password, former)).status]).toEqual([404, 404]);

    const third = await make();
    app.clock.pass(day - 1);
    expect((await app.check(third)).status).toBe(200);
    app.clock.pass(1);
    expect([(await app.check(third)).status, (await app.reset(next, third)).status]).toEqual([404, 404]);
    await sweep(app.deps);
    expect(await app.deps.db.selectFrom("passwordReset").selectAll().execute()).toEqual([]);
  });

  test("made while the clock was a year ahead is invalid once the clock is corrected", async () => {
    const app = await withLink();
    app.clock.pass(365 * day);
    const made = await app.office("POST", `/user/reset-link/${app.adaId}`, {});
    app.clock.pass(-365 * day);
    const { path } = made.body.data;
    expect([(await app.check(path)).status, (await app.reset(next, path)).status]).toEqual([404, 404]);
    expect(await app.works(app.adasToken)).toBe(true);
  });

  test("cannot be created for oneself or for an unknown administrator", async () => {
    const app = await withAda(database);
    const make = async (id: number | string) => (await app.call("POST", `/user/reset-link/${id}`, {}, app)).status;
    expect([await make(app.graceId), await make(999), await make("me")]).toEqual([409, 404, 404]);
  });

  test.each([
    [{}, 401],
    [{ dropSecondFactor: true }, 200],
  ])("created with %j: a login without the second-factor code gets %i", async (options, status) => {
    const app = await withLink(options);
    const at = app.clock.now().toISOString();
    await app.deps.db
      .insertInto("secondFactor")
      .values({
        userId: app.adaId,
        secret: "A".repeat(32),
        lastStep: 0,
        recoverySalt: "",
        createdAt: at,
        confirmedAt: at,
      })
      .execute();

    expect((await app.reset(next)).status).toBe(200);
    expect((await enter(app, next)).status).toBe(status);
  });
});

onEveryDatabase("a request without a valid token", (database) => {
  test("gets 404 or 422 from the invitation and reset endpoints", async () => {
    const { call } = await createTestApp(database);
    const calls = {
      "invite/check": {},
      "invite/accept": { password },
      "reset/check": {},
      reset: { newPassword: password },
    };
    for (const [path, body] of Object.entries(calls)) {
      const answer = async (token: unknown) => (await call("POST", `/user/${path}`, { ...body, token })).status;
      const statuses = [
        await answer(""),
        await answer("x".repeat(43)),
        await answer("../../admin"),
        await answer(["x"]),
      ];
      expect({ path, statuses }).toEqual({ path, statuses: [404, 404, 404, 422] });
    }
  });
});
