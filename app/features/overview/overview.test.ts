import { expect, test } from "vitest";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { makeFaq, makeJob, makeProject, signIn } from "#test/make.ts";

const dayMs = 24 * 60 * 60 * 1000;

const read = async (app: TestApp) =>
  (await app.call("GET", "/overview", undefined, { token: await signIn(app) })).body.data;

const write = async (app: TestApp, edits: { path: string; value: string | null }[]) =>
  app.call("PUT", "/site/edit", { edits }, { token: await signIn(app) });

onEveryDatabase("the overview", (database) => {
  test("is accessible to administrators only", async () => {
    const app = await createTestApp(database);
    expect((await app.call("GET", "/overview")).status).toBe(401);
  });

  test("counts the leads and subscriptions of the last seven days, without suspected spam, and the unpublished entries", async () => {
    const app = await createTestApp(database);
    const quote = { fullName: "Ada", email: "ada@example.org", message: "An engine." };
    await app.call("POST", "/quote/new", quote);
    app.clock.pass(8 * dayMs);
    await app.call("POST", "/quote/new", quote);
    const { data: suspect } = (await app.call("POST", "/quote/new", { ...quote, message: "Cheap links." })).body;
    await app.call("PUT", `/quote/${suspect.slug}`, { isSpam: true }, { token: await signIn(app) });
    await app.call("POST", "/subscription/subscribe", { email: "ada@example.org" });
    await makeProject(app, { published: false });
    await makeFaq(app);
    await makeJob(app, { published: false });
    const { slug } = await makeJob(app, { published: false });
    await app.call("DELETE", `/job/${slug}`, undefined, { token: await signIn(app) });

    expect(await read(app)).toMatchObject({
      newQuotes: 1,
      newSubscriptions: 1,
      unpublished: 2,
      unpublishedOf: { project: 1, job: 1, faq: 0, review: 0 },
    });
  });

  test("lists a setup task until it is done, and again when it is undone", async () => {
    const app = await createTestApp(database, { seed: true });
    const before = (await read(app)).tasks;
    expect(before).toEqual(expect.arrayContaining(["phone", "hr-email", "notify-email", "mail", "sample-reviews"]));
    await write(app, [
      { path: "company.phone", value: "+92 42 1234567" },
      { path: "company.hrEmail", value: "people@agora.example" },
    ]);
    const { tasks } = await read(app);
    expect(tasks).not.toContain("phone");
    expect(tasks).not.toContain("hr-email");
    expect(tasks).toContain("notify-email");
    await write(app, [{ path: "company.phone", value: null }]);
    expect((await read(app)).tasks).toContain("phone");
  });

  test("lists the security contact as a task when security.txt is about to expire or has an invalid date", async () => {
    const app = await createTestApp(database);
    await write(app, [
      { path: "company.securityEmail", value: "safe@agora.example" },
      { path: "company.securityExpires", value: "2026-07-15" },
    ]);
    expect((await read(app)).tasks).not.toContain("security-contact");
    app.clock.set("2026-06-20T00:00:00.000Z");
    expect((await read(app)).tasks).toContain("security-contact");
    await write(app, [{ path: "company.securityExpires", value: "some day" }]);
    expect((await read(app)).tasks).toContain("security-contact");
  });

  test("asks for TRUST_PROXY when requests carry an untrusted proxy header, and logs it once", async () => {
    const app = await createTestApp(database);
    expect((await read(app)).tasks).not.toContain("trust-proxy");
    for (const address of ["203.0.113.7", "203.0.113.8"])
      await app.request("/api/faq/get-all", { headers: { "X-Forwarded-For": address } });
    expect((await read(app)).tasks).toContain("trust-proxy");
    expect(app.logged.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(1);
    expect(app.logged.join()).not.toContain("203.0.113");
  });

  test("does not ask for TRUST_PROXY when the proxy is trusted", async () => {
    const app = await createTestApp(database, { config: { trustProxy: 1 } });
    await app.request("/api/faq/get-all", { headers: { "X-Forwarded-For": "203.0.113.7" } });
    expect((await read(app)).tasks).not.toContain("trust-proxy");
  });
});
