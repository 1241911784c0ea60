import { expect, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { insertUser } from "#app/features/user/user.repository.server.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada, charles, makeQuote } from "#test/make.ts";

const edith = { fullName: "Edith <b>Clarke</b>", email: "edith@office.example" };

/** An office of Grace, who is logged in, and Edith, with a mail server. */
async function createOffice(database: Database, config?: object) {
  const mailbox = await openMailbox();
  const app = await createTestApp(database, { config: config ?? { smtpUrl: mailbox.url } });
  const at = app.clock.now();
  const { id: edithsId } = await insertUser(app.deps.db, { ...edith, passwordHash: "", at });
  const { office } = app;
  const [grace] = (await office("GET", "/quote/options")).body.data.owners;
  const give = (slug: string, ownerId: number | null) => office("PUT", `/quote/${slug}`, { ownerId });
  const bulk = async (selection: object, ownerId: number | null) =>
    (await office("POST", "/quote/bulk", { selection, action: "owner", ownerId })).body;
  const view = async (slug: string) => (await office("GET", `/quote/${slug}`)).body.data;
  const names = async (query: string) =>
    (await office("GET", `/quote/get-all?${query}`)).body.data.map(({ fullName }: { fullName: string }) => fullName);
  const mailWorker = new MailWorker(app.deps, emailTemplates);
  /** What Edith finds in her mail a minute later. */
  const edithsMail = async () => {
    app.clock.pass(60_000);
    await mailWorker.sendDue();
    return mailbox.received.filter(({ to }) => to.includes(edith.email));
  };
  return { app, office, give, bulk, view, names, edithsMail, edithsId, gracesId: grace.id as number };
}

onEveryDatabase("the owner of a lead", (database) => {
  test("is mailed when somebody else assigns one, with a link, in the conversation of the lead", async () => {
    const { app, give, view, edithsMail, edithsId } = await createOffice(database);
    const { slug } = await makeQuote(app, { ...ada, message: "An <i>engine</i>" });

    expect((await give(slug, edithsId)).status).toBe(200);

    expect((await view(slug)).history).toMatchObject([
      { kind: "owner", text: edith.fullName, mail: { kind: "quote-owner", state: "waiting" } },
    ]);
    const [mail, ...others] = await edithsMail();
    expect(others).toEqual([]);
    expect(mail?.headers).toMatchObject({
      subject: `Assigned to you: Ada Lovelace (${leadReference(slug)})`,
      "reply-to": expect.stringContaining("Grace Hopper"),
      references: `<${leadReference(slug).toLowerCase()}@${new URL(app.deps.config.publicUrl).hostname}>`,
      "auto-submitted": "auto-generated",
    });
    expect(mail?.text).toContain("Grace Hopper has assigned the message of Ada Lovelace to you");
    expect(mail?.text).toContain(`${app.deps.config.publicUrl}/admin/quote/${slug}`);
    expect(mail?.text).toContain("An &lt;i&gt;engine&lt;/i&gt;");
    expect((await view(slug)).history[0].mail).toMatchObject({ state: "sent" });
  });

  test("is not mailed about one taken by oneself, given on or taken back within the minute, or deleted meanwhile", async () => {
    const { app, office, give, edithsMail, edithsId, gracesId } = await createOffice(database);
    const slugs: string[] = [];
    for (let n = 0; n < 4; n++) slugs.push((await makeQuote(app)).slug);
    const [taken = "", givenOn = "", takenBack = "", deleted = ""] = slugs;
    await give(taken, gracesId);
    for (const slug of [givenOn, takenBack, deleted]) await give(slug, edithsId);
    await give(givenOn, gracesId);
    await give(takenBack, null);
    await office("DELETE", `/quote/${deleted}`);
    expect(await edithsMail()).toEqual([]);
    expect(await app.deps.db.selectFrom("outbox").select("id").where("kind", "=", "quote-owner").execute()).toEqual([]);
  });

  test("gets one mail for many that are assigned at once; undo gives each back to its owner before", async () => {
    const { app, office, give, bulk, view, names, edithsMail, edithsId, gracesId } = await createOffice(database);
    const slugs: string[] = [];
    for (let n = 1; n <= 50; n++) slugs.push((await makeQuote(app, { ...ada, fullName: `Lead ${n}` })).slug);
    await give(slugs[0] ?? "", gracesId);

    const { data } = await bulk({ all: { until: slugs.at(-1) } }, edithsId);

    expect(data).toMatchObject({ changed: 50, after: null });
    expect(await names(`owner=${edithsId}`)).toHaveLength(50);
    const mails = await edithsMail();
    expect(mails.map(({ headers }) => headers.subject)).toEqual(["Assigned to you: 50 messages"]);
    expect(mails[0]?.text).toContain("Grace Hopper has assigned 50 messages to you");
    expect(mails[0]?.text).toContain(`${leadReference(slugs[49] ?? "")}: Lead 50`);
    expect(mails[0]?.text).toContain("And 30 more.");
    expect(mails[0]?.text).toContain(`/admin/quote?owner=${edithsId}`);
    const [activity] = (await office("GET", "/activity/get-all?limit=1")).body.data;
    expect(activity).toMatchObject({
      done: `Assigned to ${edith.fullName}:`,
      what: "50 messages",
      undo: { can: true },
    });

    expect((await office("POST", `/quote/bulk/undo/${data.id}`)).body.data).toMatchObject({ undone: 50, left: 0 });

    expect(await names(`owner=${edithsId}`)).toEqual([]);
    expect(await view(slugs[0] ?? "")).toMatchObject({ owner: { id: gracesId } });
    const events = (await view(slugs[1] ?? "")).history.map(({ text }: { text: string }) => text);
    expect(events).toEqual([edith.fullName, ""]);
    expect(await edithsMail()).toHaveLength(1);
  });

  test("gets one mail for more than one transaction changes, without those that turn out to be spam", async () => {
    const { app, office, bulk, edithsMail, edithsId } = await createOffice(database);
    const { slug } = await makeQuote(app);
    const { id: _, ...copy } = await app.deps.db.selectFrom("quote").selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: 600 }, (_, n) => ({ ...copy, slug: `copy${n}` }));
    await app.deps.db.insertInto("quote").values(copies).execute();
    expect((await bulk({ all: { until: "copy599" } }, edithsId)).data.changed).toBe(601);
    await office("PUT", `/quote/${slug}`, { isSpam: true });
    expect((await edithsMail()).map(({ headers }) => headers.subject)).toEqual(["Assigned to you: 600 messages"]);
  });

  test("is mailed about a lead that was spam only for a moment", async () => {
    const { app, office, give, edithsMail, edithsId } = await createOffice(database);
    const { slug } = await makeQuote(app);
    const spam = await makeQuote(app);
    for (const each of [slug, spam.slug]) await give(each, edithsId);
    for (const each of [slug, spam.slug]) await office("PUT", `/quote/${each}`, { isSpam: true });
    await office("PUT", `/quote/${slug}`, { isSpam: false });
    expect((await edithsMail()).map(({ headers }) => headers.subject)).toEqual([
      `Assigned to you: Ada Lovelace (${leadReference(slug)})`,
    ]);
  });

  test("gets no mail about an assignment of many that is undone within the minute", async () => {
    const { app, office, bulk, edithsMail, edithsId } = await createOffice(database);
    const { slug } = await makeQuote(app);
    const { data } = await bulk({ slugs: [slug] }, edithsId);
    await office("POST", `/quote/bulk/undo/${data.id}`);
    expect(await edithsMail()).toEqual([]);
  });

  test("is an administrator, also of many; without a mail server nothing is queued", async () => {
    const { app, bulk, give, edithsId } = await createOffice(database, {});
    const { slug } = await makeQuote(app);
    expect(await bulk({ slugs: [slug] }, 4711)).toMatchObject({ errors: [{ field: "ownerId" }] });
    await give(slug, edithsId);
    expect(await app.deps.db.selectFrom("outbox").select("id").execute()).toEqual([]);
  });

  test("is found by a search for their name, alone or with words of the lead", async () => {
    const { app, bulk, give, names, edithsId, gracesId } = await createOffice(database);
    const engine = await makeQuote(app);
    const other = await makeQuote(app, charles);
    const wrote = await makeQuote(app, { ...ada, fullName: "Edith Wharton" });
    await give(engine.slug, edithsId);
    await give(other.slug, gracesId);
    for (const [q, found] of [
      ["clarke", [ada.fullName]],
      ["CLARK", [ada.fullName]],
      ["edith", ["Edith Wharton", ada.fullName]],
      ["edith engine", ["Edith Wharton", ada.fullName]],
      ["clarke lovelace", [ada.fullName]],
      ["clarke babbage", []],
      ["grace hopper", [charles.fullName]],
    ] as const) {
      expect([q, await names(`q=${encodeURIComponent(q)}`)]).toEqual([q, found]);
      expect([q, await names(`q=${encodeURIComponent(q)}&limit=1`)]).toEqual([q, found.slice(0, 1)]);
    }
    // All that such a search finds, and no more, are changed in bulk.
    expect((await bulk({ all: { until: wrote.slug, q: "clarke" } }, null)).data.changed).toBe(1);
    expect(await names("q=clarke")).toEqual([]);
  });
});
