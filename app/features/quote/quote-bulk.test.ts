import { expect, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { insertBulkChangeEntries } from "#app/platform/inbox/bulk-change.repository.server.ts";
import { type BulkKind, changeInBulk } from "#app/platform/inbox/bulk-change.server.ts";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, signIn } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada, makeQuote } from "#test/make.ts";
import { statementWaits } from "#test/waiting-for-lock.ts";
import { shownQuotes } from "./quote-filter.repository.server.ts";

type List = { slug: string; fullName: string; status: string; isSpam: boolean; readAt?: string }[];

async function createInbox(database: Database, count: number, config: object = {}) {
  const app = await createTestApp(database, { config });
  const token = await signIn(app);
  const slugs: string[] = [];
  for (let n = 1; n <= count; n++) slugs.push((await makeQuote(app, { ...ada, fullName: `Lead ${n}` })).slug);
  const { office } = app;
  const list = async (query = ""): Promise<List> => (await office("GET", `/quote/get-all?${query}`)).body.data;
  const names = async (query = "") => (await list(query)).map(({ fullName }) => fullName);
  const bulk = (selection: object, action: string, go?: object) =>
    office("POST", "/quote/bulk", { selection, action, go });
  const undo = (id: number) => office("POST", `/quote/bulk/undo/${id}`);
  return { app, token, slugs, office, list, names, bulk, undo };
}

onEveryDatabase("bulk actions on leads", (database) => {
  test("several leads are deleted in one request and restored by one undo, which may be repeated if its answer was lost", async () => {
    const { slugs, names, bulk, undo } = await createInbox(database, 4);
    const { status, body } = await bulk({ slugs: [...slugs.slice(0, 3), "nobody"] }, "delete");
    expect([status, body.data.changed]).toEqual([200, 3]);
    expect(await names()).toEqual(["Lead 4"]);
    // Of the second it is not known any more what the first has left alone.
    for (const undone of [3, 0]) {
      expect((await undo(body.data.id)).body.data).toEqual({ undone, left: 0, isDone: true });
      expect(await names()).toEqual(["Lead 4", "Lead 3", "Lead 2", "Lead 1"]);
    }
  });

  test("a filter selects leads up to the newest one seen, except those excluded, and undo skips leads changed since", async () => {
    const { app, slugs, names, list, bulk, undo, office } = await createInbox(database, 5);
    await office("PUT", `/quote/${slugs[1]}`, { status: "won" });
    await makeQuote(app, { ...ada, fullName: "Came later" });
    const all = { until: slugs[4], status: "new", except: [slugs[0]] };
    const { body } = await bulk({ all }, "lost");
    expect(body.data.changed).toBe(3);
    expect(await names("status=lost")).toEqual(["Lead 5", "Lead 4", "Lead 3"]);
    expect(await names("status=new")).toEqual(["Came later", "Lead 1"]);
    const { history } = (await office("GET", `/quote/${slugs[2]}`)).body.data;
    expect(history).toMatchObject([{ kind: "status", text: "lost", author: "Grace Hopper" }]);
    await office("PUT", `/quote/${slugs[4]}`, { status: "won" });
    expect((await undo(body.data.id)).body.data).toEqual({ undone: 2, left: 1, isDone: true });
    expect((await list()).map(({ status }) => status)).toEqual(["new", "won", "new", "new", "won", "new"]);
  });

  test("leads found by a search are marked as read, and undo restores each lead's previous state", async () => {
    const { app, slugs, list, bulk, undo, office } = await createInbox(database, 3);
    await office("PUT", `/quote/${slugs[0]}`, { isRead: true });
    const readAt = app.clock.now().toISOString();
    app.clock.pass(60_000);
    const read = await bulk({ all: { until: slugs[2], q: "lead engine" } }, "read");
    expect(read.body.data.changed).toBe(2);
    expect(await list("unread=true")).toEqual([]);
    await undo(read.body.data.id);
    expect((await list()).map((quote) => quote.readAt)).toEqual([undefined, undefined, readAt]);
  });

  test("marking leads as spam removes their pending mail, and undo sends nothing", async () => {
    const mailbox = await openMailbox();
    const { app, slugs, list, bulk, undo } = await createInbox(database, 3, { smtpUrl: mailbox.url });
    const mails = async () => (await list()).map((quote) => (quote as unknown as { mail: unknown[] }).mail.length);
    const spam = await bulk({ slugs: slugs.slice(0, 2) }, "spam");
    expect(await mails()).toEqual([2, 0, 0]);
    expect((await list("spam=true")).length).toBe(2);
    await undo(spam.body.data.id);
    expect((await list("spam=true")).length).toBe(0);
    await new MailWorker(app.deps, emailTemplates).sendDue();
    expect(mailbox.received.filter(({ to }) => to.includes("hello@example.com"))).toHaveLength(1);
  });

  test("marking many as spam takes no more statements than marking a few, and so no longer on a distant database", async () => {
    const statements = { count: 0 };
    const app = await createTestApp(database, { onQuery: () => void statements.count++ });
    const marking = async (count: number) => {
      const slugs: string[] = [];
      for (let n = 0; n < count; n++) slugs.push((await makeQuote(app)).slug);
      statements.count = 0;
      const { body } = await app.office("POST", "/quote/bulk", { selection: { slugs }, action: "spam" });
      expect(body.data.changed).toBe(count);
      return statements.count;
    };
    await marking(1);
    expect(await marking(20)).toBe(await marking(3));
  });

  test("a status set for many says that they were read; undo leaves what has been set again since, if to the same", async () => {
    const { slugs, list, bulk, undo, office } = await createInbox(database, 3);
    const { id } = (await bulk({ slugs }, "won")).body.data;
    expect(await list("unread=true")).toEqual([]);
    for (const status of ["lost", "won"]) await office("PUT", `/quote/${slugs[0]}`, { status });
    expect((await undo(id)).body.data).toEqual({ undone: 2, left: 1, isDone: true });
    expect((await list()).map(({ status, readAt }) => [status, readAt !== undefined])).toEqual([
      ["new", false],
      ["new", false],
      ["won", true],
    ]);
  });

  test("a reply that waits is sent though its lead becomes spam, and undo does not hide a lead answered since", async () => {
    const mailbox = await openMailbox();
    const { app, slugs, list, bulk, undo, office } = await createInbox(database, 1, { smtpUrl: mailbox.url });
    const held = await app.call("POST", "/quote/new", ada, { headers: { "Visitor-Signals": "honeypot" } });
    const { id } = (await bulk({ slugs: [held.body.data.slug] }, "not-spam")).body.data;
    for (const slug of [slugs[0], held.body.data.slug])
      await office("POST", `/quote/reply/${slug}`, { text: "Gladly.", key: "one" });
    await office("PUT", `/quote/${slugs[0]}`, { isSpam: true });
    expect((await undo(id)).body.data).toEqual({ undone: 0, left: 1, isDone: true });
    expect((await list("spam=true")).map(({ slug }) => slug)).toEqual([slugs[0]]);
    await new MailWorker(app.deps, emailTemplates).sendDue();
    expect(mailbox.received.filter(({ headers }) => headers.subject?.startsWith("Re: "))).toHaveLength(2);
  });

  test("undo of Not spam hides no lead that somebody has taken since, and what the filter suspects stays protected by work", async () => {
    const { app, list, bulk, undo, office } = await createInbox(database, 0);
    const hold = async () =>
      (await app.call("POST", "/quote/new", ada, { headers: { "Visitor-Signals": "honeypot" } })).body.data.slug;
    const [one, two] = [await hold(), await hold()];
    const { id } = (await bulk({ slugs: [one, two] }, "not-spam")).body.data;
    app.clock.pass(1_000);
    await office("PUT", `/quote/${one}`, { nextStep: "Call" });
    expect((await undo(id)).body.data).toEqual({ undone: 1, left: 1, isDone: true });
    expect((await list("spam=true")).map(({ slug }) => slug)).toEqual([two]);
    const rows = await app.deps.db.selectFrom("quote").select("spamSince").where("isSpam", "=", 1).execute();
    expect(rows).toEqual([{ spamSince: null }]);
  });

  test("suspected spam that is given to somebody, or marked as replied or won, is no spam; undo hides it again unless somebody goes on", async () => {
    const { app, list, bulk, undo, office } = await createInbox(database, 0, { smtpUrl: "smtp://127.0.0.1:1" });
    const names = ["Owned", "Replied", "Won", "Lost", "Noted"];
    const held: string[] = [];
    for (const fullName of names) {
      const asked = { headers: { "Visitor-Signals": "honeypot" } };
      held.push((await app.call("POST", "/quote/new", { ...ada, fullName }, asked)).body.data.slug);
    }
    const [owned = "", replied = "", won = "", lost = "", noted = ""] = held;
    // By a slip of the hand: it would be erased as spam.
    await office("PUT", `/quote/${won}`, { isSpam: false });
    await office("PUT", `/quote/${won}`, { isSpam: true });
    const [owner] = (await office("GET", "/quote/options")).body.data.owners;
    const assigned = { selection: { slugs: [owned, noted] }, action: "owner", ownerId: owner.id };
    const changes = [
      await office("POST", "/quote/bulk", assigned),
      await bulk({ slugs: [replied] }, "replied"),
      await bulk({ slugs: [won] }, "won"),
      await bulk({ slugs: [lost] }, "lost"),
    ];
    const spam = async () => (await list("spam=true")).map(({ fullName }) => fullName).sort();
    const announced = () =>
      app.deps.db.selectFrom("outbox").select(["subject", "kind"]).where("kind", "=", "quote-receipt").execute();
    expect(await spam()).toEqual(["Lost"]);
    // Nothing is sent about one that has been answered, or that staff had marked.
    expect((await announced()).map(({ subject }) => subject).sort()).toEqual([noted, owned].sort());
    const wanted = await app.deps.db
      .selectFrom("quote")
      .select(["slug", "spamSince"])
      .where("isSpam", "=", 0)
      .execute();
    expect(wanted.map(({ spamSince }) => spamSince)).toEqual([null, null, null, null]);
    await office("POST", `/quote/note/${noted}`, { text: "Called her", key: "one" });
    for (const { body } of changes) expect((await undo(body.data.id)).body.data.left).toBe(0);
    expect(await spam()).toEqual(["Lost", "Owned", "Replied", "Won"]);
    expect((await announced()).map(({ subject }) => subject)).toEqual([noted]);
  });

  test("a bulk change that is undone while it runs goes no further", async () => {
    const { app, slugs, undo } = await createInbox(database, 2);
    let changed = 0;
    const kind: BulkKind<object> = {
      noun: "quote",
      show: shownQuotes,
      async change(db, { id, at }, [entryId = 0]) {
        changed = id;
        await insertBulkChangeEntries(db, id, [{ entryId }]);
        await db.updateTable("quote").set({ deletedAt: at }).where("id", "=", entryId).execute();
        return 1;
      },
      restoreEntries: async () => 0,
    };
    // Once the first portion is stored, the second one is looked up.
    const db = app.deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isSecond = changed > 0 && result.numAffectedRows === undefined;
        if (isSecond) expect((await undo(changed)).body.data).toEqual({ undone: 1, left: 0, isDone: true });
        return result;
      },
    });
    const [first = "", second = ""] = slugs;
    const selection = { slugs: [first, ...Array<string>(499).fill("gone"), second] };
    const change = changeInBulk({ ...app.deps, db }, kind, { selection, action: "delete" }, 1);
    await expect(change).rejects.toThrow("This has been undone meanwhile.");
    const rows = await app.deps.db.selectFrom("quote").select("deletedAt").where("deletedAt", "is", null).execute();
    expect(rows).toHaveLength(2);
  });

  test("undo gives back what a colleague was saving while a status was set for many", async () => {
    const { app, slugs, list, bulk, undo } = await createInbox(database, 1);
    const saving = await app.deps.db.startTransaction().execute();
    await saving.updateTable("quote").set({ status: "won" }).execute();
    const changing = bulk({ slugs }, "lost");
    await statementWaits(app.deps.db);
    await saving.commit().execute();
    const { data } = (await changing).body;
    expect(await list()).toMatchObject([{ status: "lost" }]);
    await undo(data.id);
    expect(await list()).toMatchObject([{ status: "won" }]);
  });

  test("an invalid selection or action gets 422, a visitor gets 401, and a change older than 30 days cannot be undone", async () => {
    const { app, slugs, names, bulk, office } = await createInbox(database, 2);
    for (const [selection, action] of [
      [{}, "delete"],
      [{ slugs, all: { until: slugs[0] } }, "delete"],
      [{ slugs }, "paint"],
      [{ slugs: Array.from({ length: 10_001 }, () => "x") }, "delete"],
    ] as const)
      expect((await bulk(selection, action)).status).toBe(422);
    expect((await bulk({ all: { until: "nobody" } }, "delete")).status).toBe(404);
    expect((await bulk({ slugs: ["nobody"] }, "delete")).body.data.changed).toBe(0);
    expect((await office("GET", "/activity/get-all")).body.data, "nothing was changed").toEqual([]);
    expect((await app.call("POST", "/quote/bulk", { selection: { slugs }, action: "delete" })).status).toBe(401);
    expect(await names()).toEqual(["Lead 2", "Lead 1"]);
    const { body } = await bulk({ slugs }, "won");
    app.clock.pass(31 * 24 * 60 * 60_000);
    await sweep(app.deps);
    for (const id of [body.data.id, "nothing"])
      expect((await app.office("POST", `/quote/bulk/undo/${id}`)).status).toBe(404);
  });

  test("a bulk change that was interrupted can be undone as far as it got; another id or action cannot continue it", async () => {
    const { app, slugs, list, bulk, undo } = await createInbox(database, 1);
    const { id: _, ...copy } = await app.deps.db.selectFrom("quote").selectAll().executeTakeFirstOrThrow();
    for (let from = 0; from < 2_500; from += 500) {
      const copies = Array.from({ length: 500 }, (_, n) => ({ ...copy, slug: `copy${from + n}` }));
      await app.deps.db.insertInto("quote").values(copies).execute();
    }
    const all = { until: "copy2499" };
    const { data } = (await bulk({ all }, "delete")).body;
    expect(data).toEqual({ id: expect.any(Number), changed: 2_000, after: expect.any(Number) });
    for (const [action, id] of [
      ["lost", data.id],
      ["delete", data.id + 1],
    ])
      expect((await bulk({ all }, action, { id, after: data.after })).status).toBe(404);
    expect((await undo(data.id)).body.data).toEqual({ undone: 2_000, left: 0, isDone: false });
    expect((await undo(data.id)).body.data).toEqual({ undone: 0, left: 0, isDone: true });
    expect(await list("limit=1&total=false")).toMatchObject([{ slug: "copy2499" }]);
    expect(slugs).toHaveLength(1);
  });

  test("the export contains only the selected leads", async () => {
    const { app, slugs, token } = await createInbox(database, 3);
    const reply = await app.request("/api/quote/export", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ slugs: [slugs[0], slugs[2]] }),
    });
    const text = await reply.text();
    expect(reply.headers.get("Content-Disposition")).toBe('attachment; filename="quotes.csv"');
    expect([text.includes("Lead 1"), text.includes("Lead 2"), text.includes("Lead 3")]).toEqual([true, false, true]);
    for (const noun of ["quote", "subscription"]) {
      const gone = await app.office("POST", `/${noun}/export`, { all: { until: "gone", except: [] } });
      expect(gone).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
  });

  test("10,000 leads are changed and undone in parts, and a visitor's lead is stored in between", async () => {
    const { app, slugs, bulk, undo, list, office } = await createInbox(database, 1);
    const row = await app.deps.db.selectFrom("quote").selectAll().executeTakeFirstOrThrow();
    const { id: _, ...copy } = row;
    for (let from = 0; from < 10_000; from += 500) {
      const copies = Array.from({ length: 500 }, (_, n) => ({ ...copy, slug: `copy${from + n}` }));
      await app.deps.db.insertInto("quote").values(copies).execute();
    }
    const changing = bulk({ all: { until: "copy9999" } }, "lost");
    let isStored = false;
    const sent = app.call("POST", "/quote/new", { ...ada, fullName: "Meanwhile" }).then(({ status }) => {
      isStored = true;
      return status;
    });

    // Makes as many calls as needed: a browser waits ten seconds for each.
    let { data } = (await changing).body;
    const { id } = data;
    let changed = data.changed;
    let calls = 1;
    for (; data.after !== null; calls++) {
      expect(data).toMatchObject({ id, changed: 2_000 });
      ({ data } = (await bulk({ all: { until: "copy9999" } }, "lost", { id, after: data.after })).body);
      changed += data.changed;
    }
    expect(isStored, "before the last part").toBe(true);
    expect(await sent).toBe(201);
    expect([calls, changed]).toEqual([6, 10_001]);
    expect((await office("GET", "/quote/get-all?status=lost&limit=1")).body.total).toBe(10_001);
    let undone = 0;
    do {
      ({ data } = (await undo(id)).body);
      undone += data.undone;
    } while (!data.isDone);
    expect(undone).toBe(10_001);
    expect((await list("status=lost&limit=1")).length).toBe(0);
    expect(slugs).toHaveLength(1);
  });
});

onEveryDatabase("a reply to a lead", (database) => {
  test("is sent once even if submitted repeatedly, appears in the history, and sets the status to replied", async () => {
    const mailbox = await openMailbox();
    const { app, slugs, office, names } = await createInbox(database, 1, { smtpUrl: mailbox.url });
    const reply = (key: string, text = "We would love to.\nWhen?") =>
      office("POST", `/quote/reply/${slugs[0]}`, { text, key });
    const worker = new MailWorker(app.deps, emailTemplates);
    expect((await reply("one")).status).toBe(201);
    await reply("one");
    await worker.sendDue();
    expect((await reply("one")).body.data).toMatchObject({
      status: "replied",
      readAt: expect.any(String),
      history: [
        { kind: "reply", text: "We would love to.\nWhen?", author: "Grace Hopper", mail: { state: "sent" } },
        { kind: "status", text: "replied" },
      ],
    });
    expect((await reply("one", "We would rather not.")).status).toBe(409);
    await worker.sendDue();
    const theirs = mailbox.received.filter(({ headers }) => headers.subject?.startsWith("Re: "));
    expect(theirs).toHaveLength(1);
    const reference = slugs[0]?.slice(0, 4).toUpperCase();
    expect(theirs[0]).toMatchObject({ to: [ada.email], headers: { "reply-to": "Jorna <hello@example.com>" } });
    expect(theirs[0]?.headers.subject).toContain(`(${reference}-`);
    expect(theirs[0]?.headers["auto-submitted"]).toBeUndefined();
    expect(theirs[0]?.text).toContain("We would love to.\r\nWhen?");
    expect(theirs[0]?.text).toContain(`> ${ada.message}`);
    expect(await names("q=love")).toEqual(["Lead 1"]);
    for (const key of ["two", "three", "four", "five"]) await reply(key, `Answer ${key}`);
    await office("DELETE", `/quote/${slugs[0]}`);
    await worker.sendDue();
    expect(mailbox.received.filter(({ headers }) => headers.subject?.startsWith("Re: "))).toHaveLength(5);
  });

  test("is refused if a colleague has answered what its writer has not seen; who is answered is no spammer", async () => {
    const { url: smtpUrl } = await openMailbox();
    const { app, office, list } = await createInbox(database, 0, { smtpUrl });
    const held = await app.call("POST", "/quote/new", ada, { headers: { "Visitor-Signals": "honeypot" } });
    const reply = (key: string, seen: number | null) =>
      office("POST", `/quote/reply/${held.body.data.slug}`, { text: `Answer ${key}`, key, seen });
    const [first, ...others] = await Promise.all([reply("one", null), reply("two", null)]).then((both) =>
      both.toSorted((a, b) => a.status - b.status),
    );
    expect([first?.status, others[0]?.status]).toEqual([201, 409]);
    expect(others[0]?.body.message).toMatch(/^Somebody has answered meanwhile\./);
    const [{ id, text }] = first?.body.data.history ?? [];
    expect((await reply(text.slice(7), null)).status, "the same once more").toBe(201);
    expect((await reply("three", id)).body.data.history).toHaveLength(3);
    expect(await list()).toMatchObject([{ status: "replied", isSpam: false }]);
  });

  test("gets 409 without a mail server; the reply templates come from the site texts", async () => {
    const { slugs, office } = await createInbox(database, 1);
    const { status, body } = await office("POST", `/quote/reply/${slugs[0]}`, { text: "Gladly.", key: "one" });
    expect([status, body.message]).toEqual([409, "No mail server is set up. Answer with your own mail program."]);
    expect((await office("GET", `/quote/${slugs[0]}`)).body.data).toMatchObject({ status: "new", history: [] });
    await office("PUT", "/site/edit", { edits: [{ path: "mail.replies.0.text", value: "Dear {visitor}" }] });
    const { data } = (await office("GET", "/quote/options")).body;
    expect([data.canSend, data.templates[0]]).toMatchObject([false, { text: "Dear {visitor}" }]);
  });
});
