import fs from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { publishDueDrafts } from "#app/features/draft/due-drafts.service.server.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, test } from "#test/app.ts";
import { freshFolder } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada, makeQuote } from "#test/make.ts";
import { eraseOld } from "./erase-visitor-data.service.server.ts";

const day = 24 * 60 * 60_000;

onEveryDatabase("personal data", (database) => {
  test("erasing a person deletes their data everywhere, including the trash, returns counts, and affects nobody else", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    const key = { headers: { "Idempotency-Key": "ada-1" } };
    await app.call("POST", "/quote/new", ada, key);
    const trashed = await makeQuote(app, { email: "ADA@Example.com" });
    await app.office("DELETE", `/quote/${trashed.slug}`);
    await app.call("POST", "/subscription/subscribe", { email: ada.email });
    await makeQuote(app, { fullName: "Grace Hopper", email: "grace@navy.example" });
    for (const [email, fullName] of [
      [ada.email, "Ada Lovelace"],
      ["grace@navy.example", "Grace Hopper"],
    ])
      await app.office("POST", "/user/invite", { email, fullName });
    const { body } = await app.office("POST", "/data-subject/erase", { email: "Ada@example.com" });
    expect(body.data).toMatchObject({
      email: "Ada@example.com",
      erased: { quotes: 2, subscriptions: 1, mails: 5, keys: 1, approvals: 0, invitations: 1 },
    });
    const left = await app.office("GET", "/quote/get-all");
    expect(left.body.data.map(({ email }: { email: string }) => email)).toEqual(["grace@navy.example"]);
    const invited = await app.office("GET", "/user/invitations");
    expect(invited.body.data).toMatchObject([{ email: "grace@navy.example" }]);
    for (const table of ["quote", "subscription", "outbox", "leadKey", "quoteSearch", "subscriptionSearch"] as const) {
      const rows = JSON.stringify(await app.deps.db.selectFrom(table).selectAll().execute());
      expect(rows.toLowerCase()).not.toMatch(/lovelace|ada@/);
    }
    expect(app.logged.join()).not.toContain("ada@");
    expect((await app.office("GET", "/quote/get-all?q=engine")).body.total).toBe(1);
  });

  test("an old message that is marked as spam, and an old address that leaves or joins again, stay for their whole period", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    const [first, second, left, back] = [
      await makeQuote(app),
      await makeQuote(app, { fullName: "Second" }),
      "left@navy.example",
      "back@navy.example",
    ];
    for (const email of [left, back]) await app.call("POST", "/subscription/subscribe", { email });
    app.clock.pass(200 * day);
    const { office } = app;
    const edits = [
      { path: "privacy.keepSpamDays", value: 30 },
      { path: "privacy.keepSubscriptionsDays", value: 365 },
    ];
    await office("PUT", "/site/edit", { edits, shortens: true });
    const tokens = await app.deps.db.selectFrom("subscription").select("token").orderBy("id").execute();
    for (const each of tokens) await app.request(`/newsletter/unsubscribe/${each.token}`, { method: "POST" });
    await office("PUT", `/quote/${first.slug}`, { isSpam: true });
    const bulk = await office("POST", "/quote/bulk", { selection: { slugs: [second.slug] }, action: "spam" });
    app.clock.pass(29 * day);
    await eraseOld(app.deps);
    expect((await office("POST", `/quote/bulk/undo/${bulk.body.data.id}`)).body.data).toMatchObject({ undone: 1 });
    app.clock.pass(200 * day);
    await app.call("POST", "/subscription/subscribe", { email: back });
    await eraseOld(app.deps);
    const quotes = (await office("GET", "/quote/get-all")).body.data;
    expect(quotes.map(({ slug }: { slug: string }) => slug)).toEqual([second.slug]);
    const states = async () =>
      (await office("GET", "/subscription/get-all")).body.data.map(({ state }: { state: string }) => state);
    expect(await states()).toEqual(["pending", "unsubscribed"]);
    app.clock.pass(200 * day);
    await eraseOld(app.deps);
    expect(await states()).toEqual(["pending"]);
    app.clock.pass(200 * day);
    await eraseOld(app.deps);
    expect(await states()).toEqual([]);
  });

  test("where the list of erased people cannot be written, nobody is erased; the answer says so, and the log names the file and the reason", async () => {
    const folder = freshFolder();
    const list = path.join(folder, "erased-people.txt");
    fs.mkdirSync(list);
    const backup = { folder, everyHours: 24, keep: 2, isCopied: false };
    const app = await createTestApp(database, { config: { backup } });
    await makeQuote(app);
    const { status, body, headers } = await app.office("POST", "/data-subject/erase", { email: ada.email });
    expect([status, headers.get("Retry-After"), body.message]).toEqual([
      503,
      "60",
      "Nobody was erased: their list cannot be written. The log says which file, and why.",
    ]);
    expect(app.logged.join("\n")).toContain(
      `${list} cannot be written: EISDIR: illegal operation on a directory, read`,
    );
    expect((await app.office("GET", "/quote/get-all")).body.data).toHaveLength(1);
  });

  test("what the filter suspects is no spam, and is not erased as such, once somebody works on it", async ({ app }) => {
    const { office } = app;
    await office("PUT", "/site/edit", { edits: [{ path: "privacy.keepSpamDays", value: 30 }], shortens: true });
    const [owner] = (await office("GET", "/quote/options")).body.data.owners;
    const suspect = async (fullName: string) => {
      const signals = { headers: { "Visitor-Signals": "honeypot" } };
      return (await app.call("POST", "/quote/new", { ...ada, fullName }, signals)).body.data.slug;
    };
    await suspect("Untouched");
    for (const [fullName, change] of [
      ["Owned", { ownerId: owner.id }],
      ["Planned", { nextStep: "Call her" }],
      ["Won", { status: "won" }],
    ] as const)
      expect((await office("PUT", `/quote/${await suspect(fullName)}`, change)).body.data.isSpam).toBe(false);
    const lost = await suspect("Lost");
    expect((await office("PUT", `/quote/${lost}`, { status: "lost" })).body.data.isSpam).toBe(true);
    const many = { selection: { slugs: [await suspect("Won with others")] }, action: "won" };
    await office("POST", "/quote/bulk", many);
    app.clock.pass(31 * day);
    await eraseOld(app.deps);
    const left = (await office("GET", "/quote/get-all")).body.data;
    const names = left.map(({ fullName }: { fullName: string }) => fullName);
    expect(names).toEqual(["Won with others", "Lost", "Won", "Planned", "Owned"]);
  });

  test("are kept for a shorter time only by a save that says so; Undo and drafts refuse it, and may keep them longer", async () => {
    const app = await createTestApp(database);
    const office = (method: string, path: string, body?: object) => {
      app.clock.pass(1_000);
      return app.office(method, path, body);
    };
    const path = "privacy.keepQuotesDays";
    const save = (value: number | null, more?: object) =>
      office("PUT", "/site/edit", { edits: [{ path, value }], ...more });
    const days = async () => (await readSiteContent(app.deps)).privacy.keepQuotesDays;
    const undoNewest = async () => {
      const [{ id }] = (await office("GET", "/activity/get-all?limit=1")).body.data;
      return office("POST", `/activity/undo/${id}`);
    };
    const refused = [
      409,
      "A shorter period erases visitors’ data for good. Set it under Personal data, which asks first.",
    ];
    const answerOf = async (asked: Promise<{ status: number; body: { message: string } }>) => {
      const { status, body } = await asked;
      return [status, body.message];
    };

    expect(await answerOf(save(365))).toEqual(refused);
    expect((await save(365, { shortens: true })).status).toBe(200);
    expect(await answerOf(save(30)), "an earlier version, for example").toEqual(refused);
    expect((await save(730)).status).toBe(200);
    expect(await answerOf(undoNewest())).toEqual(refused);
    expect(await days()).toBe(730);

    const draft = { changes: { [path]: 30 }, base: { [path]: 730 }, baseVersion: 0, over: null };
    await office("PUT", "/draft/site/texts", draft);
    expect(await answerOf(office("POST", "/draft/publish/site/texts"))).toEqual(refused);
    const publishAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
    await office("PUT", "/draft/schedule/site/texts", { publishAt });
    app.clock.pass(60_000);
    await publishDueDrafts(app.deps);
    expect((await office("GET", "/draft/site/texts")).body.data.failure).toBe(refused[1]);
    expect(await days()).toBe(730);

    await save(365, { shortens: true });
    expect((await undoNewest()).status).toBe(200);
    expect([await days(), (await save(null)).status, await days()]).toEqual([730, 200, 0]);
  });

  test("nothing is erased by age by default; a configured retention period is applied and shown on the privacy page", async () => {
    const app = await createTestApp(database);
    await makeQuote(app);
    await app.call("POST", "/subscription/subscribe", { email: "old@navy.example" });
    app.clock.pass(400 * day);
    await makeQuote(app, { fullName: "Grace Hopper" });
    await sweep(app.deps);
    const all = () => app.office("GET", "/quote/get-all?limit=10");
    expect((await all()).body.total).toBe(2);
    const privacy = await (await app.request("/privacy")).text();
    expect(privacy).toContain("We keep them until you ask us");
    expect(privacy, "whom to ask is a link").toMatch(/ask us at <a class="text-link" href="mailto:/i);
    const expired = await app.office("GET", "/data-subject/expired?quotes=365&subscriptions=30");
    expect(expired.body.data, "what these periods would erase").toEqual({ quotes: 1, spam: 0, subscriptions: 1 });
    const kept = await app.office("GET", "/data-subject/expired?quotes=500");
    expect(kept.body.data).toEqual({ quotes: 0, spam: 0, subscriptions: 0 });
    expect((await app.office("GET", "/data-subject/expired?quotes=ten")).status).toBe(422);
    const edits = [
      { path: "privacy.keepQuotesDays", value: 365 },
      { path: "privacy.keepSubscriptionsDays", value: 30 },
    ];
    expect((await app.office("PUT", "/site/edit", { edits, shortens: true })).status).toBe(200);
    expect(await (await app.request("/privacy")).text()).toContain("after 365 days");
    await eraseOld(app.deps);
    expect((await all()).body.data).toMatchObject([{ fullName: "Grace Hopper" }]);
    expect((await app.office("GET", "/subscription/get-all")).body.data).toEqual([]);
  });
});
