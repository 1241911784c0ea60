import { sql } from "kysely";
import { expect } from "vitest";
import { publishDueDrafts } from "#app/features/draft/due-drafts.service.server.ts";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { sweep } from "#process/worker.ts";
import { admin, createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { lockRows } from "#test/lock-rows.ts";
import { openMailbox } from "#test/mailbox.ts";
import { makeDetail, makeFaq, makeJob, makeProject } from "#test/make.ts";
import { timed } from "#test/timed.ts";
import { statementWaits } from "#test/waiting-for-lock.ts";

const dayMs = 24 * 60 * 60_000;
const ada = { name: "Ada Lovelace", email: "Ada@client.example", days: 14 };
const spot = { anchor: "main > h1", x: 0.25, y: 0.5, pageX: 0.5, pageY: 0.1, words: "About us" };

/** An administrator with a draft of a question, and the client behind its link. */
async function setUp(app: TestApp, input: object = {}) {
  const { office } = app;
  const { slug } = await makeFaq(app, { question: "What is asked?", answer: "Published." });
  const entry = `faq/${slug}`;
  const save = async (answer: string) => {
    const over = (await office("GET", `/draft/${entry}`)).body.data?.version ?? null;
    const { version: baseVersion } = (await office("GET", `/${entry}`)).body.data;
    return office("PUT", `/draft/${entry}`, { changes: { answer }, baseVersion, over });
  };
  await save("Drafted.");
  const made = await office("POST", `/approval/${entry}`, { ...ada, ...input });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const list = async () => (await office("GET", `/approval/${entry}`)).body.data;
  return { office, slug, entry, save, list, made: made.body.data, client: clientOf(app, made.body.data.url) };
}

function clientOf(app: TestApp, url: string) {
  const path = url.replace("http://site.example", "");
  const look = async () => {
    const response = await app.request(path);
    return { response, status: response.status, html: await response.text() };
  };
  const hiddenField = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  return {
    path,
    look,
    page: async () => (await app.request(`${path}/page`)).text(),
    /** Sends the form of the page as it is now, or as it was in `html`. */
    send: async (fields: Record<string, string>, { html, json = false }: { html?: string; json?: boolean } = {}) => {
      const page = html ?? (await look()).html;
      const [seen, formKey] = [hiddenField(page, "seen"), hiddenField(page, "formKey")];
      return app.request(path, {
        method: "POST",
        body: new URLSearchParams({ seen, formKey, spot: "", text: "", name: "", ...fields }),
        headers: json ? { Accept: "application/json" } : {},
      });
    },
  };
}

onEveryDatabase("a client's approval link", (database) => {
  test("shows the draft without login, must not be cached or indexed, and its token is not stored in plain text", async () => {
    const app = await createTestApp(database);
    const { client, made, slug } = await setUp(app);
    const { response, html } = await client.look();
    expect(response.status).toBe(200);
    expect(html).toContain("What is asked?");
    expect(html).toContain("Ada Lovelace");
    expect(html).toContain(`<iframe src="${client.path}/page#questions"`);
    const framed = await app.request(`${client.path}/page`);
    expect(await framed.text()).toContain("Drafted.");
    expect(await (await app.request("/about")).text()).not.toContain("Drafted.");
    for (const { headers } of [response, framed]) {
      expect(headers.get("Cache-Control")).toBe("no-store, no-transform");
      expect(headers.get("X-Robots-Tag")).toContain("noindex");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    }
    expect(response.headers.get("Content-Security-Policy")).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(framed.headers.get("Content-Security-Policy")).toMatch(/frame-ancestors 'self'.*sandbox/);
    const token = made.url.slice(-43);
    const stored = await app.deps.db.selectFrom("approvalLink").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await app.call("GET", `/approval/faq/${slug}`)).status).toBe(401);
    expect((await app.call("POST", `/approval/faq/${slug}`, ada)).status).toBe(401);
  });

  test("is headed with the title that is to be approved, not with the published one", async ({ app }) => {
    const { office, client, entry, slug } = await setUp(app);
    const { version: over } = (await office("GET", `/draft/${entry}`)).body.data;
    const changes = { question: "What was asked & <drafted>?" };
    expect((await office("PUT", `/draft/${entry}`, { changes, baseVersion: 1, over })).status).toBe(200);
    const { html } = await client.look();
    expect(html).toContain(`<h1 dir="auto">What was asked &amp; &lt;drafted&gt;?</h1>`);
    expect(html).toContain("<title>What was asked &amp; &lt;drafted&gt;?: your approval</title>");
    expect((await office("GET", `/faq/${slug}`)).body.data.question, "published").toBe("What is asked?");
  });

  test("says once why an answer is refused because the page has been changed or published", async ({ app }) => {
    const { office, client, entry, save } = await setUp(app);
    await client.send({ kind: "approved" });
    const { html } = await client.look();
    await save("Changed while they look.");
    const changed = await client.send({ kind: "approved", formKey: "late" }, { html });
    expect(changed.status).toBe(412);
    expect((await changed.text()).match(/has been changed since/g)).toHaveLength(1);
    expect((await client.look()).html, "opened again").toContain("has been changed since you approved it");
    const empty = await client.send({ kind: "changes" });
    expect(await empty.text(), "about the answer, not the page").toContain("has been changed since you approved it");

    expect((await office("POST", `/draft/publish/${entry}`)).status).toBe(200);
    const published = await client.send({ kind: "approved", formKey: "later" }, { html });
    const text = await published.text();
    expect([published.status, text]).toEqual([409, expect.stringContaining("the page has been published.")]);
    expect(text).not.toContain("Nothing waits for your approval");
  });

  test("stores the same answer of a form once, and another one as well, when the reply to the first was lost", async () => {
    const app = await createTestApp(database);
    const { client, list } = await setUp(app);
    const { html } = await client.look();
    const comment = { kind: "comment", text: "Larger, please." };
    await client.send(comment, { html, json: true });
    expect((await client.send(comment, { html, json: true })).status, "pressed again").toBe(200);
    expect((await client.send({ kind: "approved", text: "No, leave it." }, { html, json: true })).status).toBe(200);
    expect((await list()).links[0]).toMatchObject({
      answer: "approved",
      notes: [
        { kind: "comment", text: "Larger, please." },
        { kind: "approved", text: "No, leave it." },
      ],
    });
  });

  test("approves the draft; administrators see the approval, and changing the draft afterwards outdates it", async () => {
    const app = await createTestApp(database);
    const { office, client, list, save, entry } = await setUp(app);
    const sent = await client.send({ kind: "approved", text: "Just so.", name: "Ada" });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${client.path}?sent=1`]);
    expect(await (await app.request(`${client.path}?sent=1`)).text()).toContain("Thank you");
    expect((await client.look()).html).toContain("You approved this page.");
    expect((await list()).links[0]).toMatchObject({ answer: "approved", notes: [{ text: "Just so.", name: "Ada" }] });
    const { answers } = (await office("GET", "/today")).body.data.work;
    expect(answers).toMatchObject({
      count: 1,
      first: [{ name: "Ada Lovelace", kind: "approved", title: "What is asked?", noun: "faq" }],
    });
    const told = (await office("GET", "/activity/get-all")).body.data;
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ done: "A client approved", what: "What is asked?", author: "The client" }),
        expect.objectContaining({ done: "Asked a client to approve", author: "Grace Hopper" }),
      ]),
    );

    await save("Changed afterwards.");
    expect((await list()).links[0].answer).toBe("outdated");
    const page = await client.look();
    expect(page.html).toContain("The page has been changed since you approved it.");
    expect(await client.page()).toContain("Changed afterwards.");
    await client.send({ kind: "changes", text: "Shorter." });
    expect((await list()).links[0].answer).toBe("changes");

    const [first, second] = (await list()).links[0].notes;
    await office("PUT", `/approval-note/${first.id}`, { isDone: true });
    await office("PUT", `/approval-note/${second.id}`, { isDone: true });
    expect((await office("GET", "/today")).body.data.work.answers.count).toBe(0);
    await office("PUT", `/approval-note/${second.id}`, { isDone: false });
    const open = async () => (await office("GET", "/today")).body.data.work.answers;
    expect((await open()).count).toBe(1);
    const [kind, id] = entry.split("/");
    await office("DELETE", `/${entry}`);
    expect(await open(), "of an entry in the trash").toEqual({ count: 0, first: [] });
    await office("POST", "/trash/restore", { kind, id });
    expect(await open()).toMatchObject({ count: 1, first: [{ text: "Shorter." }] });
    expect(kind).toBe("faq");
  });

  test("stores each comment once, escaped, with its position; a decision on an outdated page gets 412", async () => {
    const app = await createTestApp(database);
    const { client, list, save } = await setUp(app);
    const { html } = await client.look();
    const typed = { kind: "comment", text: "<b>Bolder</b> & bigger", spot: JSON.stringify(spot) };
    expect((await client.send(typed, { html, json: true })).status).toBe(200);
    expect((await client.send(typed, { html, json: true })).status).toBe(200);
    const { notes } = (await list()).links[0];
    expect(notes).toMatchObject([{ text: "<b>Bolder</b> & bigger", spot }]);
    const page = (await client.look()).html;
    expect(page).toContain("&lt;b&gt;Bolder&lt;/b&gt; &amp; bigger");
    expect(page).toContain("At “About us”");

    await save("Changed while they look.");
    const late = await client.send({ kind: "approved", text: "Fine, then." }, { html: page });
    expect(late.status).toBe(412);
    const again = await late.text();
    expect(again).toContain("has been changed since you opened it");
    expect(again).toContain("Fine, then.</textarea>");
    expect((await client.send({ kind: "approved", text: "Fine, then." }, { html: again })).status).toBe(303);
    expect((await list()).links[0].answer).toBe("approved");
  });

  test("rejects an empty, too long or unknown response with 422, and returns the typed text", async ({ app }) => {
    const { client, list } = await setUp(app);
    const empty = await client.send({ kind: "changes", text: "  ", name: "Ada <3" });
    expect(empty.status).toBe(422);
    expect(await empty.text()).toMatch(/Say what should change\.[\s\S]*Ada &lt;3/);
    const long = await client.send({ kind: "comment", text: `${"x".repeat(5_000)}!` });
    expect(long.status).toBe(422);
    expect(await long.text()).toContain(`${"x".repeat(5_000)}!</textarea>`);
    expect((await client.send({ kind: "erase", text: "a" }, { json: true })).status).toBe(422);
    const bad = await client.send({ kind: "comment", text: "Somewhere.", spot: '{"anchor":1}' });
    expect(bad.status).toBe(303);
    expect((await list()).links[0].notes).toMatchObject([{ text: "Somewhere.", spot: null }]);
  });

  test("is rate-limited with 429, as JSON and as a page that keeps the typed text; so is guessing links", async () => {
    const app = await createTestApp(database, { config: { rateLimit: true } });
    const { client, list } = await setUp(app);
    const { html } = await client.look();
    const send = (n: number, json: boolean) =>
      client.send({ kind: "comment", text: `Word ${n}`, formKey: `key-${n}` }, { html, json });
    for (let n = 0; n < 30; n++) expect((await send(n, true)).status).toBe(200);
    const refused = await send(30, true);
    expect([refused.status, (await refused.json()).message]).toEqual([429, expect.stringContaining("still here")]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await (await send(31, false)).text()).toMatch(/Too many answers[\s\S]*Word 31<\/textarea>/);
    expect((await list()).links[0].notes).toHaveLength(30);
    for (let n = 0; n < 250; n++) {
      const { status } = await app.request(`/approve/${"b".repeat(43)}`);
      if (status === 429) return;
      expect(status).toBe(404);
    }
    throw new Error("Guessing was never slowed down.");
  });

  test("gets the same 404 page when unknown or revoked and 410 when expired, and is never logged", async ({ app }) => {
    const { office, client, made } = await setUp(app);
    const other = (await office("POST", "/approval/site/texts", ada)).body;
    expect(other.message).toContain("Save a draft first");
    const unknown = await app.request(`/approve/${"a".repeat(43)}`);
    const text = await unknown.text();
    for (const path of ["/approve/short", `${client.path}/`, `${client.path}/pages`, "/approve/"])
      expect(await (await app.request(path)).text(), path).toBe(text);
    expect(unknown.status).toBe(404);
    expect(text).toContain("This link is not open");
    expect(text).toContain("mailto:");
    const open = (await client.look()).html;
    app.clock.pass(14 * dayMs);
    const ended = await client.look();
    expect([ended.status, /until (.*?)\./.exec(ended.html)?.[1]]).toEqual([
      410,
      expect.stringMatching(/^\d+ \w+ \d+, \d\d:\d\d \S+$/),
    ]);
    expect(open, "when it will end").toMatch(/This link is open until \d+ \w+ \d+, \d\d:\d\d /);
    expect((await client.send({ kind: "approved" }, { html: open })).status).toBe(410);
    for (const _ of "12") expect((await app.office("DELETE", `/approval-link/${made.id}`)).status).toBe(200);
    const revoked = await client.look();
    expect([revoked.status, revoked.html]).toEqual([404, text]);
    expect((await app.request(`${client.path}/page`)).status).toBe(404);
    await app.request(client.path, { method: "PUT", body: "" });
    expect(app.logged.join("\n")).not.toContain(made.url.slice(-43));
  });

  test("that requires approval blocks publishing, at once, on schedule or by a save, until approved or waived", async () => {
    const app = await createTestApp(database);
    const { office, client, list, entry, slug, made, save } = await setUp(app, { isRequired: true });
    const view = async () => (await office("GET", `/${entry}`)).body.data;
    expect((await list()).waits).toContain("Ada Lovelace");
    const refused = await office("POST", `/draft/publish/${entry}`);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("approval of Ada Lovelace")]);
    const draft = async () => (await office("GET", `/draft/${entry}`)).body.data;
    const update = async (answer: string) =>
      office("PUT", `/faq/edit/${slug}?draft=${(await draft()).version}`, { answer });
    expect((await update("Drafted.")).status).toBe(409);

    const publishAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
    await office("PUT", `/draft/schedule/${entry}`, { publishAt });
    app.clock.pass(60_000);
    await publishDueDrafts(app.deps);
    expect((await draft()).failure).toContain("waits for the approval of Ada Lovelace");
    expect((await view()).answer).toBe("Published.");

    await client.send({ kind: "approved" });
    expect((await list()).waits).toBe(null);
    // Something else than what was approved.
    expect((await update("Typed after the approval.")).status).toBe(409);
    expect((await update("Drafted.")).status).toBe(200);
    expect((await view()).answer).toBe("Drafted.");
    expect((await list()).links[0].isRequired).toBe(false);
    const { html } = await client.look();
    expect(html).toContain("Nothing waits for your approval");
    // What visitors see is what was approved.
    expect(html).not.toContain("does not count any more");
    expect((await list()).links[0].answer).toBe("approved");

    await save("Second draft.");
    expect((await list()).links[0].answer).toBe("outdated");
    await office("PUT", `/approval-link/${made.id}`, { isRequired: true });
    expect((await office("POST", `/draft/publish/${entry}`)).status).toBe(409);
    // The specified call stays live at once.
    expect((await office("PUT", `/faq/edit/${slug}`, { question: "Live at once?" })).status).toBe(200);
    await office("PUT", `/approval-link/${made.id}`, { isRequired: false });
    expect((await office("POST", `/draft/publish/${entry}`)).status).toBe(200);
    expect(await view()).toMatchObject({ answer: "Second draft.", question: "Live at once?" });
    const told = (await office("GET", "/activity/get-all")).body.data.map(({ done }: { done: string }) => done);
    expect(told).toContain("Stopped waiting for a client’s approval of");
  });

  test("that was missing at the set time publishes the draft once it is given; if nobody waits any more, a hand does", async () => {
    const app = await createTestApp(database);
    const { office, client, entry, made } = await setUp(app, { isRequired: true });
    const draft = async () => (await office("GET", `/draft/${entry}`)).body.data;
    const pass = async () => {
      app.clock.pass(60_000);
      await publishDueDrafts(app.deps);
    };
    const second = (await office("POST", `/approval/${entry}`, { ...ada, name: "Charles", isRequired: true })).body
      .data;
    await office("PUT", `/draft/schedule/${entry}`, {
      publishAt: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    });
    await pass();
    expect((await draft()).failure).toContain("waits for the approval of Ada Lovelace, Charles");
    await client.send({ kind: "approved" });
    await pass();
    expect((await draft()).failure, "the other is missing still").not.toBe(null);
    await clientOf(app, second.url).send({ kind: "approved" });
    app.clock.pass(60_000);
    await pass();
    expect(await draft()).toBe(null);
    expect((await office("GET", `/${entry}`)).body.data.answer).toBe("Drafted.");
    const told = (await office("GET", "/activity/get-all")).body.data.map(({ done }: { done: string }) => done);
    expect(told).toContainEqual(expect.stringMatching(/^Published late, .* approval was missing/));

    for (const [method, path, body] of [
      ["PUT", `/approval-link/${made.id}`, { isRequired: false }],
      ["DELETE", `/approval-link/${made.id}`, undefined],
    ] as const) {
      const { version: baseVersion } = (await office("GET", `/${entry}`)).body.data;
      const answer = `${method} ${baseVersion}`;
      await office("PUT", `/draft/${entry}`, { changes: { answer }, baseVersion, over: null });
      expect((await office("PUT", `/approval-link/${made.id}`, { isRequired: true })).status).toBe(200);
      await office("PUT", `/draft/schedule/${entry}`, {
        publishAt: new Date(app.clock.now().getTime() + 60_000).toISOString(),
      });
      await pass();
      expect((await draft()).failure).toContain("waits for the approval of Ada Lovelace");
      expect((await office(method, path, body)).status).toBe(200);
      await pass();
      const { failure, publishAt, version } = await draft();
      expect([failure, publishAt]).toEqual([null, null]);
      expect((await office("POST", `/draft/publish/${entry}?over=${version}`)).status).toBe(200);
      expect((await office("GET", `/${entry}`)).body.data.answer).toBe(answer);
    }
  });

  test("that is given at the same moment as another releases the draft, also before it has been missed", async () => {
    const app = await createTestApp(database, {
      config: { smtpUrl: "smtp://127.0.0.1:9", mailFrom: "office@site.example" },
    });
    const { db } = app.deps;
    for (const isMissedBefore of [true, false]) {
      const { office, client, entry } = await setUp(app, { isRequired: true });
      const second = (await office("POST", `/approval/${entry}`, { ...ada, name: "Charles", isRequired: true })).body;
      const other = clientOf(app, second.data.url);
      const publishAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
      await office("PUT", `/draft/schedule/${entry}`, { publishAt });
      const pass = async () => {
        app.clock.pass(60_000);
        await publishDueDrafts(app.deps);
      };
      if (isMissedBefore) await pass();
      else await client.send({ kind: "approved" });
      // Holds the answers back when they have been stored and are not committed.
      const holding = database === "postgres" ? await db.startTransaction().execute() : undefined;
      if (holding) await sql`lock table ${sql.table("outbox")} in share mode`.execute(holding);
      const answers: Promise<unknown>[] = [other.send({ kind: "approved" })];
      await statementWaits(db);
      answers.push(isMissedBefore ? client.send({ kind: "approved" }) : pass());
      await statementWaits(db, 2);
      await holding?.rollback().execute();
      await Promise.all(answers);
      await pass();
      expect((await office("GET", `/draft/${entry}`)).body.data).toBe(null);
    }
  });

  test("that is given does not publish a draft that is saved over at the same moment", async ({ app }) => {
    const { db } = app.deps;
    const { office, client, entry, slug } = await setUp(app, { isRequired: true });
    await client.send({ kind: "approved" });
    const saving = await db.startTransaction().execute();
    await saving
      .updateTable("draft")
      .set({ changes: JSON.stringify({ answer: "Never approved." }), version: sql`version + 1` })
      .where("slug", "=", slug)
      .execute();
    const publishing = office("POST", `/draft/publish/${entry}`);
    await statementWaits(db);
    await saving.commit().execute();

    expect((await publishing).status).toBe(409);
    expect((await office("GET", `/${entry}`)).body.data.answer).toBe("Published.");
    expect((await office("GET", `/draft/${entry}`)).body.data.changes).toEqual({ answer: "Never approved." });
  });

  test("shows a draft for the first time while another process writes", async () => {
    const place = await migratedLocation(database);
    const app = await createTestApp(database, { place });
    const { office, client, save, slug } = await setUp(app);
    await save("Drafted anew.");
    const letGo = await lockRows(database, place, "faq");
    const { ms, answer: page } = await timed(() => client.page());
    await letGo();
    expect(page).toContain("Drafted anew.");
    expect(ms).toBeLessThan(2_000);
    await office("PUT", `/faq/edit/${slug}`, { question: "What is asked now?" });
    expect(await client.page()).toMatch(/What is asked now\?.*Drafted anew\./s);
  });

  test("for an unpublished entry or the site texts also shows them and blocks publishing until approved", async () => {
    const app = await createTestApp(database);
    const { office } = app;
    const { slug } = await makeJob(app, { title: "Secret opening", published: false });
    const job = await office("POST", `/approval/job/${slug}`, { ...ada, isRequired: true });
    const client = clientOf(app, job.body.data.url);
    expect(await client.page()).toContain("Secret opening");
    const publish = (query = "") => office("PUT", `/job/${slug}${query}`, { published: true });
    expect((await publish("?ifApproved=true")).status).toBe(409);
    const many = { action: "publish", entries: [{ slug }] };
    const refused = await office("POST", "/job/bulk", many);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("“Secret opening”: ")]);
    const later = new Date(app.clock.now().getTime() + 14 * dayMs).toISOString();
    const endAt = (endsAt: string) => app.deps.db.updateTable("approvalLink").set({ endsAt }).execute();
    await endAt(app.clock.now().toISOString());
    expect((await office("POST", "/job/bulk", many)).status, "after the link's end").toBe(409);
    expect((await publish("?ifApproved=true")).status, "after the link's end").toBe(409);
    await endAt(later);
    await client.send({ kind: "approved" });
    expect((await publish("?ifApproved=true")).status).toBe(200);

    const changes = { "about.heading": "Drafted heading" };
    await office("PUT", "/draft/site/texts", { changes, baseVersion: 0, base: {}, over: null });
    const made = await office("POST", "/approval/site/texts", { ...ada, isRequired: true, page: "about" });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const texts = clientOf(app, made.body.data.url);
    expect(await texts.page()).toContain("Drafted heading");
    expect((await office("POST", "/draft/publish/site/texts")).status).toBe(409);
    await texts.send({ kind: "approved" });
    expect((await office("POST", "/draft/publish/site/texts")).status).toBe(200);
    expect(await (await app.request("/about")).text()).toContain("Drafted heading");
  });

  test("of several texts of the site does not publish some of them, as they were typed back since", async ({ app }) => {
    const { office } = app;
    const changes = { "about.heading": "Drafted heading", "about.lead": "Drafted lead" };
    const draft = (await office("PUT", "/draft/site/texts", { changes, baseVersion: 0, base: {}, over: null })).body
      .data;
    const made = await office("POST", "/approval/site/texts", { ...ada, isRequired: true, page: "about" });
    await clientOf(app, made.body.data.url).send({ kind: "approved" });
    const save = (paths: (keyof typeof changes)[]) =>
      office("PUT", `/site/edit?draft=${draft.version}`, {
        edits: paths.map((path) => ({ path, value: changes[path] })),
      });

    const part = await save(["about.heading"]);
    expect([part.status, part.body.message]).toEqual([409, expect.stringContaining("not what Ada Lovelace approved")]);
    expect((await save(["about.lead", "about.heading"])).status).toBe(200);
  });

  test("is made once, and mailed once, by a call that is repeated because its answer was lost", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, {
      config: { smtpUrl: mailbox.url, mailFrom: "Jorna <office@site.example>" },
    });
    const { office, entry, list } = await setUp(app, { email: "" });
    const key = "0123456789abcdef0123456789abcdef";
    const ask = (input: object) => office("POST", `/approval/${entry}`, { ...ada, name: "Grace", key, ...input });
    const [[first, second], other] = [await Promise.all([ask({}), ask({})]), await ask({ name: "Barbara" })];
    expect(second.body.data).toEqual(first.body.data);
    expect(other.body.data.url).not.toBe(first.body.data.url);
    expect((await list()).links.map(({ name }: { name: string }) => name)).toEqual([
      "Barbara",
      "Grace",
      "Ada Lovelace",
    ]);
    expect(first.body.data.mailedTo).toBe(ada.email);
    await new MailWorker(app.deps, emailTemplates).sendDue();
    expect(mailbox.received.map(({ text }) => /^(\w+), .* has something ready/m.exec(text ?? "")?.[1]).sort()).toEqual([
      "Barbara",
      "Grace",
    ]);
  });

  test("says that the change was taken back, where its draft was discarded while the client looked", async () => {
    const app = await createTestApp(database);
    const { office, client, entry } = await setUp(app);
    const { html } = await client.look();
    expect((await office("DELETE", `/draft/${entry}`)).status).toBe(200);
    const late = await client.send({ kind: "approved" }, { html });
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("the change has been taken back.")]);
  });

  test("blocks an earlier version, Undo and the site as of an earlier time from publishing, until approved", async () => {
    const app = await createTestApp(database);
    const office = (method: string, path: string, body?: unknown) => {
      app.clock.pass(1_000);
      return app.office(method, path, body);
    };
    const { slug } = await makeJob(app, { description: "First words." });
    await office("PUT", `/job/${slug}`, { description: "Approved words." });
    app.clock.pass(1_000);
    const at = app.clock.now().toISOString();
    await office("POST", "/job/bulk", { action: "unpublish", entries: [{ slug }] });
    const made = await office("POST", `/approval/job/${slug}`, { ...ada, isRequired: true });
    const client = clientOf(app, made.body.data.url);
    const restore = async (version: number) => (await office("PUT", `/history/job/${slug}`, { version })).status;
    const unpublishing = (await office("GET", "/activity/get-all")).body.data.find(
      ({ done }: { done: string }) => done === "Changed the job",
    );
    const undo = async () => (await office("POST", `/activity/undo/${unpublishing.id}`)).status;
    const setBack = async () => {
      const { version, differences } = (await office("GET", `/site-as-of/differences?at=${at}`)).body.data;
      const done = await office("POST", "/site-as-of/restore", { at, version });
      return [differences.map(({ does }: { does: string }) => does), done.body.data.changed];
    };
    const isPublic = async () => (await app.call("GET", `/job/${slug}`)).status === 200;

    expect([await restore(2), await undo(), await setBack()]).toEqual([409, 409, [["kept"], 0]]);
    expect(await isPublic()).toBe(false);
    await client.send({ kind: "approved" });
    expect(await restore(1), "something else than what was approved").toBe(409);
    expect(await isPublic()).toBe(false);
    expect([await undo(), await isPublic()]).toEqual([200, true]);

    await office("POST", "/job/bulk", { action: "unpublish", entries: [{ slug }] });
    expect((await office("PUT", `/approval-link/${made.body.data.id}`, { isRequired: true })).status).toBe(200);
    expect([await setBack(), await isPublic()]).toEqual([[["kept"], 0], false]);
    await office("PUT", `/approval-link/${made.body.data.id}`, { isRequired: false });
    expect([await setBack(), await isPublic()]).toEqual([[["changed"], 1], true]);

    await office("POST", "/job/bulk", { action: "unpublish", entries: [{ slug }] });
    const { version: baseVersion } = (await office("GET", `/job/${slug}`)).body.data;
    await office("PUT", `/draft/job/${slug}`, { changes: { description: "Drafted." }, baseVersion, over: null });
    await office("PUT", `/approval-link/${made.body.data.id}`, { isRequired: true });
    await client.send({ kind: "approved" });
    const many = await office("POST", "/job/bulk", { action: "publish", entries: [{ slug }] });
    expect([many.status, await isPublic()], "without the approved draft").toEqual([409, false]);
    expect((await office("POST", `/draft/publish/job/${slug}`)).status).toBe(200);
    expect((await app.call("GET", `/job/${slug}`)).body.data.description).toBe("Drafted.");
  });

  test("shows what will be published: the draft merged with what was saved since it was begun", async ({ app }) => {
    const { office } = app;
    const { slug, number } = await makeProject(app);
    const [one, two] = [
      await makeDetail(app, { slug }, { description: "One, published." }),
      await makeDetail(app, { slug }, { description: "Two, published." }),
    ];
    const { version, detail } = (await office("GET", `/project/${slug}`)).body.data;
    const drafted = (sections: { _id: string }[]) =>
      sections.map((each) => (each._id === one._id ? { ...each, description: "One, drafted." } : each));
    const draft = { changes: { sections: drafted(detail) }, baseVersion: version, over: null };
    const saved = (await office("PUT", `/draft/project/${slug}`, draft)).body.data;
    await office("PUT", `/project/detail/edit/${slug}/${two._id}`, { description: "Two, saved since." });
    const made = await office("POST", `/approval/project/${slug}`, { ...ada, isRequired: true });
    const client = clientOf(app, made.body.data.url);
    const texts = (html: string) =>
      ["One, drafted.", "Two, published.", "Two, saved since."].map((each) => html.includes(each));

    const early = await office("PUT", `/project/detail/edit/${slug}/${one._id}`, { description: "One, drafted." });
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining("waits for the approval of")]);
    expect(texts(await client.page())).toEqual([true, false, true]);
    const editing = { path: `/details/${number}`, texts: {}, entries: [] };
    const { url } = (await office("POST", "/page-editing/render", editing)).body.data;
    expect(texts(await (await app.request(url)).text()), "while it is edited").toEqual([true, false, true]);
    await client.send({ kind: "approved" });
    const now = (await office("GET", `/project/${slug}`)).body.data;
    const update = (sections: object[]) => office("PUT", `/project/edit/${slug}?draft=${saved.version}`, { sections });
    expect((await update(drafted(detail))).status, "without what was saved since").toBe(409);
    expect((await update(drafted(now.detail))).status).toBe(200);
    expect(texts(await (await app.request(`/details/${number}`)).text())).toEqual([true, false, true]);
  });

  test("cannot be created for a draft that clashes with what was saved since it was begun", async ({ app }) => {
    const { office, entry, slug, client } = await setUp(app);
    await office("PUT", `/faq/edit/${slug}`, { answer: "Saved since." });
    expect(await office("POST", `/approval/${entry}`, ada)).toMatchObject({
      status: 409,
      body: { errors: [{ field: "answer" }] },
    });
    expect((await app.request(`${client.path}/page`)).status).toBe(409);
  });

  test("cannot be created for an invalid draft, and shows a notice if the draft became invalid later", async () => {
    const app = await createTestApp(database);
    const { office, entry, client, save } = await setUp(app);
    await save(" ");
    expect(await office("POST", `/approval/${entry}`, ada)).toMatchObject({
      status: 422,
      body: { errors: [{ field: "answer" }] },
    });
    expect((await client.look()).status).toBe(200);
    const framed = await app.request(`${client.path}/page`);
    expect(framed.status).toBe(409);
    expect(await framed.text()).toContain("This page is being edited");
    expect(framed.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(framed.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'self'");
    expect(await office("POST", `/approval/${entry}`, { ...ada, days: 91 })).toMatchObject({ status: 422 });
    expect(await office("POST", `/approval/${entry}`, { ...ada, email: "nobody" })).toMatchObject({ status: 422 });
    expect((await office("POST", "/approval/quote/x", ada)).status).toBe(404);
    expect((await office("DELETE", "/approval-link/999")).status).toBe(404);
    expect((await office("PUT", "/approval-note/999", { isDone: true })).status).toBe(404);
  });

  test("is deleted with its entry, on erasure of the client, and half a year after it expired", async ({ app }) => {
    const rows = async () => [
      ...(await app.deps.db.selectFrom("approvalLink").select("id").execute()),
      ...(await app.deps.db.selectFrom("approvalNote").select("id").execute()),
    ];
    const one = await setUp(app);
    await one.client.send({ kind: "comment", text: "A word." });
    await one.office("DELETE", `/${one.entry}`);
    expect((await one.client.look()).status).toBe(404);
    await one.office("POST", "/trash/restore", { kind: "faq", id: one.slug });
    expect((await one.client.look()).status).toBe(200);
    await one.office("DELETE", `/${one.entry}`);
    await one.office("DELETE", `/trash/faq/${one.slug}`);
    expect(await rows()).toEqual([]);

    const two = await setUp(app, { isRequired: true });
    await two.client.send({ kind: "comment", text: "A word." });
    const publishAt = new Date(app.clock.now().getTime() + dayMs).toISOString();
    const { version } = (await two.office("GET", `/draft/${two.entry}`)).body.data;
    expect((await two.office("PUT", `/draft/schedule/${two.entry}`, { publishAt, over: version })).status).toBe(200);
    const erased = await two.office("POST", "/data-subject/erase", { email: "ada@CLIENT.example" });
    expect(erased.body.data.erased).toMatchObject({ approvals: 1 });
    expect(await rows()).toEqual([]);
    const [draft] = await app.deps.db.selectFrom("draft").select(["publishAt", "failure"]).execute();
    expect(draft, "nothing that waited for the client is published by itself").toEqual({
      publishAt: null,
      failure: null,
    });

    await two.office("POST", `/approval/${two.entry}`, { ...ada, isRequired: true });
    // The end of a link does not end the wait for it.
    for (const [days, isRequired, left] of [
      [179, 0, 1],
      [181, 1, 1],
      [181, 0, 0],
    ] as const) {
      const endsAt = new Date(app.clock.now().getTime() - days * dayMs).toISOString();
      await app.deps.db.updateTable("approvalLink").set({ endsAt, isRequired }).execute();
      await sweep(app.deps);
      expect(await rows(), `${days} days after its end`).toHaveLength(left);
    }
  });

  test("mails a comment an hour while a client goes on commenting", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, {
      config: { smtpUrl: mailbox.url, mailFrom: "Jorna <office@site.example>" },
    });
    const { client } = await setUp(app, { email: "" });
    for (const text of ["At 0:00", "At 0:50", "At 1:40", "At 2:30"]) {
      await client.send({ kind: "comment", text });
      app.clock.pass(50 * 60_000);
    }
    await new MailWorker(app.deps, emailTemplates).sendDue();
    expect(mailbox.received.map(({ text }) => /At \d:\d\d/.exec(text ?? "")?.[0])).toEqual(["At 0:00", "At 1:40"]);
  });

  test("mails each decision, and only the first of several comments, to the administrator who created it", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, {
      config: { smtpUrl: mailbox.url, mailFrom: "Jorna <office@site.example>" },
    });
    const { client } = await setUp(app, { email: "" });
    for (const text of ["First word.", "Second word."]) await client.send({ kind: "comment", text });
    await client.send({ kind: "approved", text: "Go." });
    await new MailWorker(app.deps, emailTemplates).sendDue();
    expect(mailbox.received.map(({ to, headers }) => [to, headers.subject])).toEqual([
      [[admin.email], "Ada Lovelace has commented on “What is asked?”"],
      [[admin.email], "Ada Lovelace has approved “What is asked?”"],
    ]);
    expect(mailbox.received[0]?.text).toContain("First word.");
    expect(mailbox.received[1]?.text).toMatch(/Go\.[\s\S]*site\.example\/admin\/faq\/update\//);
  });
});
