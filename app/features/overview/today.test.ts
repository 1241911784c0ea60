import { expect, test } from "vitest";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { ada, charles, makeJob, makeQuote, signIn } from "#test/make.ts";

const dayMs = 24 * 60 * 60 * 1000;

onEveryDatabase("the Today view", (database) => {
  const read = async (app: TestApp, token: string) => (await app.call("GET", "/today", undefined, { token })).body.data;

  test("is accessible to administrators only", async () => {
    const app = await createTestApp(database);
    expect((await app.call("GET", "/today")).status).toBe(401);
  });

  test("lists unanswered leads, oldest first, without replied, spam and deleted ones", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const change = (slug: string, body: object) => app.call("PUT", `/quote/${slug}`, body, { token });
    expect(await read(app, token)).toMatchObject({ unanswered: { count: 0, oldest: [] }, nextSteps: [] });
    const quotes = [];
    for (let n = 0; n < 12; n++) {
      quotes.push(await makeQuote(app, { ...ada, message: `Engine ${n}` }));
      app.clock.pass(1_000);
    }
    const [answered, suspected, deleted, first] = quotes.map(({ slug }) => slug) as [string, string, string, string];
    expect((await change(answered, { status: "replied" })).status).toBe(200);
    expect((await change(suspected, { isSpam: true })).status).toBe(200);
    expect((await app.call("DELETE", `/quote/${deleted}`, undefined, { token })).status).toBe(200);

    const { unanswered } = await read(app, token);

    expect(unanswered.count).toBe(9);
    expect(unanswered.oldest).toHaveLength(8);
    expect(unanswered.oldest[0]).toMatchObject({ slug: first, fullName: ada.fullName, message: "Engine 3" });
  });

  test("says of each lead whose step it is, and lists the newest five without suspected spam", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const change = (slug: string, body: object) => app.call("PUT", `/quote/${slug}`, body, { token });
    const [grace] = (await app.call("GET", "/quote/options", undefined, { token })).body.data.owners;
    const slugs: string[] = [];
    for (let n = 0; n < 8; n++) slugs.push((await makeQuote(app, { ...ada, fullName: `Lead ${n}` })).slug);
    const today = app.clock.now().toISOString().slice(0, 10);
    const changes = [{}, {}, {}, { status: "won" }, { status: "replied" }, { ownerId: grace.id }, {}, { isSpam: true }];
    for (const [n, body] of changes.entries()) await change(slugs[n] ?? "", body);
    await change(slugs[6] ?? "", { status: "replied", nextStep: "Call", nextStepOn: today, ownerId: grace.id });

    const { unanswered, leads, nextSteps } = await read(app, token);

    const steps = (of: { fullName: string; step: string; owner?: string }[]) =>
      of.map(({ fullName, step, owner }) => [fullName, step, owner]);
    expect([leads.count, leads.answered]).toEqual([7, 2]);
    expect(steps(leads.newest)).toEqual([
      ["Lead 6", "ours", grace.name],
      ["Lead 5", "ours", grace.name],
      ["Lead 4", "theirs", undefined],
      ["Lead 3", "won", undefined],
      ["Lead 2", "ours", undefined],
    ]);
    expect(steps(unanswered.oldest).at(-1)).toEqual(["Lead 5", "ours", grace.name]);
    expect(nextSteps).toMatchObject([{ fullName: "Lead 6", owner: grace.name }]);
  });

  test("lists due next steps, except those of won leads", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const day = (days: number) => new Date(app.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
    for (const [nextStep, days] of [
      ["Call back", 0],
      ["Send an offer", -3],
      ["Ask again", 1],
      ["Done", -1],
    ] as const) {
      const { slug } = await makeQuote(app);
      const status = nextStep === "Done" ? "won" : "replied";
      await app.call("PUT", `/quote/${slug}`, { status, nextStep, nextStepOn: day(days) }, { token });
    }
    const { nextSteps } = await read(app, token);
    expect(nextSteps.map((step: { nextStep: string }) => step.nextStep)).toEqual(["Send an offer", "Call back"]);
  });

  test("lists published jobs that close within 14 days, and closed ones that stay on the site", async () => {
    const app = await createTestApp(database);
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
      { slug: "past", title: "Past", closesOn: day(-1) },
      { slug: "soon", title: "Soon", closesOn: day(14) },
    ]);
    const refused = await app.call("POST", "/job/add", { title: "X", closesOn: "tomorrow" }, { token });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "closesOn"]);
    expect(await (await app.request("/career/soon")).text()).toContain(`<time dateTime="${day(14)}">`);
    expect(await (await app.request("/career/past")).text()).toContain("<time");
    expect(await (await app.request("/career/never")).text()).not.toContain("<time");
  });

  test("decides what is due by the company’s calendar, not by UTC", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const { slug } = await makeQuote(app);
    await app.call("PUT", `/quote/${slug}`, { nextStep: "Call back", nextStepOn: "2026-05-02" }, { token });
    await makeJob(app, { title: "Soon", closesOn: "2026-05-16" });
    const due = async () => {
      const { nextSteps, closing } = await read(app, token);
      return [nextSteps.length, closing.length];
    };
    expect(await due()).toEqual([0, 0]);
    // 20:00 UTC on 1 May is 2 May in Karachi.
    app.clock.pass(8 * 60 * 60_000);
    expect(await due()).toEqual([1, 1]);
    const edits = [{ path: "company.timeZone", value: "America/Los_Angeles" }];
    await app.call("PUT", "/site/edit", { edits }, { token });
    expect(await due()).toEqual([0, 0]);
  });

  test("counts leads by week and form for the last twelve weeks", async () => {
    const app = await createTestApp(database);
    await makeQuote(app);
    app.clock.pass(7 * dayMs);
    await makeQuote(app, charles);
    app.clock.pass(78 * dayMs);
    await makeQuote(app);
    await makeQuote(app, charles);
    const { weeks } = await read(app, await signIn(app));
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toMatchObject({ quote: 1, contact: 1 });
    expect(weeks[0]).toMatchObject({ quote: 0, contact: 1 });
    const sum = weeks.reduce(
      (all: number, { quote, contact }: { quote: number; contact: number }) => all + quote + contact,
      0,
    );
    expect(sum).toBe(3);
  });
});
