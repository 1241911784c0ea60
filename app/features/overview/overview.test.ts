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
    expect(before).toEqual(expect.arrayContaining(["phone", "hr-email", "notify-email", "mail", "samples"]));
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

  test("names each sample until it is saved as it is, changed or deleted", async () => {
    const app = await createTestApp(database, { seed: true });
    const token = await signIn(app);
    const named = async () =>
      (await read(app)).samples.map(({ noun, title }: { noun: string; title: string }) => `${noun}: ${title}`);
    const { data: projects } = (await app.call("GET", "/project/get-all")).body;
    const { data: reviews } = (await app.call("GET", "/review/get-all")).body;
    const all = [
      ...projects.map(({ title }: { title: string }) => `project: ${title}`),
      ...reviews.map(({ fullName }: { fullName: string }) => `review: ${fullName}`),
    ];
    expect([projects.length, reviews.length]).toEqual([7, 5]);
    expect(await named()).toEqual(all);

    const [first, second, ...others] = projects;
    await app.call("PUT", `/project/edit/${first.slug}`, { title: first.title }, { token });
    await app.call("PUT", `/project/edit/${second.slug}`, { published: false }, { token });
    expect(await named()).toEqual(all.slice(1));
    const [version] = (await app.call("GET", `/history/project/${first.slug}`, undefined, { token })).body.data;
    expect(version).toMatchObject({ action: "update", data: { title: first.title, isSample: false } });

    for (const { slug } of [second, ...others]) await app.call("DELETE", `/project/${slug}`, undefined, { token });
    for (const { slug } of reviews) await app.call("PUT", `/review/edit/${slug}`, { feedback: "Ours." }, { token });
    const { samples, tasks } = await read(app);
    expect(samples).toEqual([]);
    expect(tasks).not.toContain("samples");
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
