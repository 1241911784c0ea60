import { expect } from "vitest";
import { createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { ada, charles, makeFaq, makeJob, makeProject, makeQuote } from "#test/make.ts";

const dayMs = 24 * 60 * 60 * 1000;

onEveryDatabase("Today", (database) => {
  const read = async (app: TestApp, token?: string) =>
    (await app.call("GET", "/today", undefined, { token: token ?? (await signIn(app)) })).body.data.work;

  const write = async (app: TestApp, edits: { path: string; value: string | null }[]) =>
    app.office("PUT", "/site/edit", { edits });

  test("lists unanswered leads, oldest first, without replied, spam and deleted ones", async ({ app }) => {
    const token = await signIn(app);
    const change = (slug: string, body: object) => app.office("PUT", `/quote/${slug}`, body);
    expect(await read(app, token)).toMatchObject({ unanswered: { count: 0, oldest: [] }, nextSteps: [], backup: null });
    const quotes = [];
    for (let n = 0; n < 12; n++) {
      quotes.push(await makeQuote(app, { ...ada, message: `Engine ${n}` }));
      app.clock.pass(1_000);
    }
    const [answered, suspected, deleted, first] = quotes.map(({ slug }) => slug) as [string, string, string, string];
    expect((await change(answered, { status: "replied" })).status).toBe(200);
    expect((await change(suspected, { isSpam: true })).status).toBe(200);
    expect((await app.office("DELETE", `/quote/${deleted}`)).status).toBe(200);

    const { unanswered } = await read(app, token);

    expect(unanswered.count).toBe(9);
    expect(unanswered.oldest).toHaveLength(8);
    expect(unanswered.oldest[0]).toMatchObject({ slug: first, fullName: ada.fullName, message: "Engine 3" });
  });

  test("says of each lead whose step it is, and lists the newest five without suspected spam", async ({ app }) => {
    const token = await signIn(app);
    const change = (slug: string, body: object) => app.office("PUT", `/quote/${slug}`, body);
    const [grace] = (await app.office("GET", "/quote/options")).body.data.owners;
    const slugs: string[] = [];
    for (let n = 0; n < 8; n++) slugs.push((await makeQuote(app, { ...ada, fullName: `Lead ${n}` })).slug);
    const today = app.clock.now().toISOString().slice(0, 10);
    const changes = [{}, {}, {}, { status: "won" }, { status: "replied" }, { ownerId: grace.id }, {}, { isSpam: true }];
    for (const [n, body] of changes.entries()) await change(slugs[n] ?? "", body);
    await change(slugs[6] ?? "", { status: "replied", nextStep: "Call", nextStepOn: today, ownerId: grace.id });

    const { unanswered, leads, nextSteps } = await read(app, token);

    const steps = (of: { fullName: string; step: string; owner: string | null }[]) =>
      of.map(({ fullName, step, owner }) => [fullName, step, owner]);
    expect([leads.count, leads.answered]).toEqual([7, 2]);
    expect(steps(leads.newest)).toEqual([
      ["Lead 6", "ours", grace.name],
      ["Lead 5", "ours", grace.name],
      ["Lead 4", "theirs", null],
      ["Lead 3", "won", null],
      ["Lead 2", "ours", null],
    ]);
    expect(steps(unanswered.oldest).at(-1)).toEqual(["Lead 5", "ours", grace.name]);
    expect(nextSteps).toMatchObject([{ fullName: "Lead 6", owner: grace.name }]);
  });

  test("lists all due next steps, except those of won leads and of suspected spam", async ({ app }) => {
    const token = await signIn(app);
    const day = (days: number) => new Date(app.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
    for (const [nextStep, days] of [
      ["Call back", 0],
      ["Send an offer", -3],
      ["Ask again", 1],
      ["Done", -1],
      ["Laugh", -2],
      ...Array.from({ length: 10 }, () => ["Also", 0] as const),
    ] as const) {
      const { slug } = await makeQuote(app);
      const status = nextStep === "Done" ? "won" : "replied";
      const change = { status, nextStep, nextStepOn: day(days), isSpam: nextStep === "Laugh" };
      await app.office("PUT", `/quote/${slug}`, change);
    }
    const { nextSteps } = await read(app, token);
    const others = Array.from({ length: 10 }, () => "Also");
    expect(nextSteps.map((step: { nextStep: string }) => step.nextStep)).toEqual([
      "Send an offer",
      "Call back",
      ...others,
    ]);
  });

  test("lists published jobs that close within 14 days, and closed ones that stay on the site", async ({ app }) => {
    const token = await signIn(app);
    const day = (days: number) => new Date(app.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
    for (const [title, closesOn, published] of [
      ["Soon", day(14), true],
      ["Later", day(15), true],
      ["Past", day(-1), true],
      ["Draft", day(1), false],
      ["Never", "", true],
    ] as const)
      await makeJob(app, { title, closesOn, published, closesItself: title !== "Past" });
    await makeJob(app, { title: "Closed", closesOn: day(-1) });
    const { closing } = await read(app, token);
    expect(closing).toEqual([
      { slug: "past", title: "Past", closesOn: day(-1), isOver: true },
      { slug: "soon", title: "Soon", closesOn: day(14), isOver: false },
    ]);
    const refused = await app.office("POST", "/job/add", { title: "X", closesOn: "tomorrow" });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "closesOn"]);
    expect(await (await app.request("/career/soon")).text()).toContain(`<time dateTime="${day(14)}">`);
    expect(await (await app.request("/career/past")).text()).toContain("<time");
    expect(await (await app.request("/career/never")).text()).not.toContain("<time");
  });

  test("decides what is due by the company’s calendar, not by UTC", async ({ app }) => {
    const token = await signIn(app);
    const { slug } = await makeQuote(app);
    await app.office("PUT", `/quote/${slug}`, { nextStep: "Call back", nextStepOn: "2026-05-02" });
    await makeJob(app, { title: "Soon", closesOn: "2026-05-16" });
    const due = async () => {
      const { nextSteps, closing } = await read(app, token);
      return [nextSteps.length, closing.length];
    };
    expect(await due()).toEqual([0, 0]);
    // 20:00 UTC on 1 May is 2 May in Karachi.
    app.clock.pass(8 * 60 * 60_000);
    expect(await due()).toEqual([1, 1]);
    await write(app, [{ path: "company.timeZone", value: "America/Los_Angeles" }]);
    expect(await due()).toEqual([0, 0]);
  });

  test("counts leads by week and form for the last twelve weeks, and the subscriptions of the last seven days", async () => {
    const app = await createTestApp(database);
    const subscribe = (email: string) => app.call("POST", "/subscription/subscribe", { email });
    await makeQuote(app);
    await subscribe(ada.email);
    app.clock.pass(7 * dayMs);
    await makeQuote(app, charles);
    app.clock.pass(78 * dayMs);
    await makeQuote(app);
    await makeQuote(app, charles);
    const { slug } = await makeQuote(app, { ...ada, message: "Cheap links." });
    await app.office("PUT", `/quote/${slug}`, { isSpam: true });
    await subscribe(charles.email);

    const { weeks, newSubscriptions } = await read(app);

    const counted = weeks.map(({ quote, contact }: { quote: number; contact: number }) => [quote, contact]);
    expect(counted).toEqual([[0, 1], ...Array.from({ length: 10 }, () => [0, 0]), [1, 1]]);
    expect(newSubscriptions).toBe(1);
  });

  test("counts new leads like new subscriptions: seven days back to the hour", async ({ app }) => {
    await makeQuote(app);
    await app.call("POST", "/subscription/subscribe", { email: ada.email });
    const count = async (afterMs: number) => {
      app.clock.pass(afterMs);
      const { newLeads, newSubscriptions } = await read(app);
      return [newLeads, newSubscriptions];
    };
    expect(await count(6.9 * dayMs)).toEqual([1, 1]);
    expect(await count(0.2 * dayMs)).toEqual([0, 0]);
  });

  test("lists what is due up to a hundred, and one more that says that there is more", async ({ app }) => {
    for (let n = 0; n < 103; n++) await makeQuote(app, { ...ada, message: `Message ${n}` });
    await app.deps.db.updateTable("quote").set({ nextStep: "Call", nextStepOn: "2026-01-01" }).execute();
    expect((await read(app)).nextSteps).toHaveLength(101);
  });

  test("counts the unpublished entries of each type, without deleted ones", async ({ app }) => {
    await makeProject(app, { published: false });
    await makeFaq(app);
    await makeJob(app, { published: false });
    const { slug } = await makeJob(app, { published: false });
    await app.office("DELETE", `/job/${slug}`);
    expect((await read(app)).unpublished).toMatchObject({ project: 1, job: 1, faq: 0, review: 0 });
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
    await app.office("PUT", `/project/edit/${first.slug}`, { title: first.title });
    await app.office("PUT", `/project/edit/${second.slug}`, { published: false });
    expect(await named()).toEqual(all.slice(1));
    const [version] = (await app.office("GET", `/history/project/${first.slug}`)).body.data;
    expect(version).toMatchObject({ action: "update", data: { title: first.title, isSample: false } });

    for (const { slug } of [second, ...others]) await app.office("DELETE", `/project/${slug}`);
    for (const { slug } of reviews) await app.office("PUT", `/review/edit/${slug}`, { feedback: "Ours." });
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

  test("asks for TRUST_PROXY when requests carry an untrusted proxy header, and logs it once; not when the proxy is trusted", async () => {
    const app = await createTestApp(database);
    expect((await read(app)).tasks).not.toContain("trust-proxy");
    for (const address of ["203.0.113.7", "203.0.113.8"])
      await app.request("/api/faq/get-all", { headers: { "X-Forwarded-For": address } });
    expect((await read(app)).tasks).toContain("trust-proxy");
    expect(app.logged.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(1);
    expect(app.logged.join()).not.toContain("203.0.113");

    const trusting = await createTestApp(database, { config: { trustProxy: 1 } });
    await trusting.request("/api/faq/get-all", { headers: { "X-Forwarded-For": "203.0.113.7" } });
    expect((await read(trusting)).tasks).not.toContain("trust-proxy");
  });
});
