import { Socket } from "node:net";
import os from "node:os";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { afterRestore } from "#app/features/data-subject/erase-visitor-data.service.server.ts";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { mailStates } from "#app/features/mail/outbox.repository.server.ts";
import { recoverOutbox } from "#app/features/mail/outbox.service.server.ts";
import { createMailer, demandsTls } from "#app/features/mail/smtp.service.server.ts";
import { restoredSetting } from "#app/platform/erased-people.server.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { readConfig } from "#process/config.ts";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { MailServer } from "#test/mail-server.ts";
import { openMailbox } from "#test/mailbox.ts";
import { timed } from "#test/timed.ts";
import { emailTemplates } from "./templates.service.server.ts";

/** Phones end a name that they complete with a space. */
const ada = { fullName: "Ada Lovelace ", email: "ada@analytical.example", message: "An engine that\nweaves algebra." };

/** The product with a mail server, and a mail worker that the test runs; `ms` is the worker's own clock. */
async function createPost(database: Database = "sqlite") {
  const mailbox = await openMailbox();
  const app = await createTestApp(database, {
    config: { smtpUrl: mailbox.url, mailFrom: "Jorna <office@site.example>" },
  });
  const clock = { ms: 0 };
  const hire = () => new MailWorker(app.deps, emailTemplates, () => clock.ms);
  const pass = (ms: number) => {
    clock.ms += ms;
    app.clock.pass(ms);
  };
  // Each sender has a different address, since the number of mails per address and day is limited.
  const send = async (fullName = "Ada") => {
    const email = `${fullName.toLowerCase().replaceAll(" ", ".")}@analytical.example`;
    const fields = { ...ada, ...(fullName !== "Ada" && { fullName }), email };
    return (await app.call("POST", "/quote/new", fields)).body.data.slug as string;
  };
  const token = await app.logIn();
  const view = async (slug: string) => (await app.office("GET", `/quote/${slug}`)).body.data;
  return { ...app, mailbox, mailWorker: hire(), hire, pass, send, token, view };
}

onEveryDatabase("mail", (database) => {
  test("a lead sends one notification to the office and one receipt to the visitor", async () => {
    const { mailbox, mailWorker, send, view } = await createPost(database);
    const slug = await send();
    await mailWorker.sendDue();
    await mailWorker.sendDue();
    expect(mailbox.received.map(({ to, headers }) => [to, headers.subject, headers["reply-to"]])).toEqual([
      [
        ["hello@example.com"],
        `New quote request from Ada Lovelace (${leadReference(slug)})`,
        "Ada Lovelace <ada@analytical.example>",
      ],
      [["ada@analytical.example"], `Your message to Jorna (${leadReference(slug)})`, "Jorna <hello@example.com>"],
    ]);
    expect(mailbox.received[0]?.headers.from).toBe("Jorna <office@site.example>");
    expect(mailbox.received[0]?.text).toContain("Answer this mail to write to Ada Lovelace.");
    expect(mailbox.received[0]?.text).toContain("> weaves algebra.");
    expect(mailbox.received[0]?.text).toContain("An engine that<br>weaves algebra.");
    expect(mailbox.received[0]?.text).toContain(`Reference: ${leadReference(slug)}`);
    expect(mailbox.received.map(({ headers }) => headers["auto-submitted"])).toEqual([
      "auto-generated",
      "auto-replied",
    ]);
    // A mail that cannot be delivered is reported.
    for (const { headers } of mailbox.received)
      expect(headers["x-auto-response-suppress"]).toBe("DR, RN, NRN, OOF, AutoReply");
    expect((await view(slug)).mail).toMatchObject([
      { kind: "quote-notice", state: "sent", attempts: 1 },
      { kind: "quote-receipt", state: "sent", attempts: 1 },
    ]);
  });

  test("mail to an unverified address contains a reference and none of the visitor's input", async () => {
    const { mailbox, mailWorker, call } = await createPost(database);
    const typed = {
      fullName: "Cheap Pills",
      email: "stranger@elsewhere.example",
      phoneNumber: "+1 555 0100 9999",
      message: "Buy this bargain",
    };
    const { body } = await call("POST", "/quote/new", typed);
    await call("POST", "/subscription/subscribe", { email: typed.email });
    await mailWorker.sendDue();
    const theirs = mailbox.received.filter(({ to }) => to.includes(typed.email));
    expect(theirs).toHaveLength(2);
    expect(theirs[0]?.text).toContain(`Reference: ${leadReference(body.data.slug)}`);
    for (const { raw, text, headers } of theirs) {
      for (const words of ["Cheap", "Pills", "555 0100", "Buy", "bargain"]) expect(raw + text).not.toContain(words);
      expect(headers["auto-submitted"]).toMatch(/^auto-/);
    }
  });

  test("an address gets at most three mails a day of any kind, and the office is notified of every lead", async () => {
    const { mailbox, mailWorker, call, pass, office } = await createPost(database);
    const email = "stranger@elsewhere.example";
    const theirs = () =>
      mailbox.received.filter(({ to }) => to.join().toLowerCase().endsWith("@elsewhere.example")).length;
    await call("POST", "/subscription/subscribe", { email });
    await Promise.all(
      [email, email.toUpperCase(), email, "stranger+1@elsewhere.example", "stranger+2@elsewhere.example"].map((email) =>
        call("POST", "/quote/new", { ...ada, email }),
      ),
    );
    await mailWorker.sendDue();
    expect(theirs()).toBe(3);
    expect(mailbox.received.filter(({ to }) => to.includes("hello@example.com"))).toHaveLength(5);
    for (const name of ["ada.l", "a.dal", "a.d.a.l", "adal+1"])
      await call("POST", "/quote/new", { ...ada, email: `${name}@gmail.com` });
    await mailWorker.sendDue();
    expect(mailbox.received.filter(({ to }) => to.join().endsWith("@gmail.com"))).toHaveLength(3);
    pass(61 * 60_000);
    await call("POST", "/subscription/subscribe", { email });
    const [subscription] = (await office("GET", "/subscription/get-all")).body.data;
    await office("POST", `/subscription/retry-mail/${subscription.slug}`);
    await mailWorker.sendDue();
    expect(theirs()).toBe(3);
    pass(24 * 60 * 60_000);
    await call("POST", "/quote/new", { ...ada, email });
    await mailWorker.sendDue();
    expect(theirs()).toBe(4);
  });

  test("the response to a submitted lead contains no mail state", async () => {
    const { call } = await createPost(database);
    const { body } = await call("POST", "/quote/new", ada);
    expect(Object.keys(body.data).sort()).toEqual(["createdAt", "email", "fullName", "message", "slug", "source"]);
  });

  test("a mail worker started after a long outage of the mail server sends at once, without waiting for the backoff", async () => {
    const { mailbox, mailWorker, hire, pass, send } = await createPost(database);
    await mailbox.close();
    await send();
    for (let hour = 0; hour < 24; hour++) {
      await mailWorker.sendDue();
      pass(3_600_000);
    }
    await mailbox.open();
    await hire().sendDue();
    expect(mailbox.received).toHaveLength(2);
  });

  test("200 leads are each accepted within 5 s during a mail outage, and all their mail is sent within a minute after it", async () => {
    const { mailbox, mailWorker, pass, call } = await createPost(database);
    await mailbox.close();
    let n = 0;
    const tookMs: number[] = [];
    const rounds: Promise<unknown>[] = [];
    const visitor = async () => {
      for (let mine = n++; mine < 200; mine = n++) {
        const lead = { ...ada, email: `ada${mine}@analytical.example`, message: `Message ${mine}` };
        const { ms, answer } = await timed(() => call("POST", "/quote/new", lead));
        tookMs.push(ms);
        expect(answer.status).toBe(201);
        if (mine % 20 === 0) rounds.push(mailWorker.sendDue(true));
      }
    };
    await Promise.all(Array.from({ length: 16 }, visitor));
    expect(Math.max(...tookMs)).toBeLessThan(5_000);
    await Promise.all(rounds);
    pass(60 * 60_000);
    await mailbox.open();

    const { ms } = await timed(() => mailWorker.sendDue(true));

    expect(ms).toBeLessThan(60_000);
    const notices = mailbox.received.filter(({ to }) => to.includes("hello@example.com"));
    expect(notices).toHaveLength(200);
    expect(new Set(mailbox.received.map(({ headers }) => headers["message-id"])).size).toBe(400);
    expect(mailbox.received).toHaveLength(400);
  }, 240_000);

  test("mail deferred by the server is retried for three days, then marked as failed, and can be resent manually", async () => {
    const { mailbox, mailWorker, pass, send, view, clock, office } = await createPost(database);
    mailbox.behaviour = "defer";
    const slug = await send();
    const begun = clock.now().getTime();
    let days = 0;
    while ((await view(slug)).mail[1].state === "waiting") {
      await mailWorker.sendDue();
      pass(60 * 60_000);
      days = (clock.now().getTime() - begun) / 86_400_000;
      expect(days).toBeLessThan(5);
    }
    expect(days).toBeGreaterThan(2.9);
    expect((await view(slug)).mail).toMatchObject([
      // The office waits for as long as it takes.
      { state: "waiting", lastError: expect.stringContaining("Try again later") },
      { state: "failed", lastError: expect.stringContaining("Try again later") },
    ]);
    const health = (await office("GET", "/mail/health")).body.data;
    expect(health).toMatchObject({
      isConfigured: true,
      waiting: 1,
      failed: 1,
      lastError: { message: expect.stringContaining("Try again later") },
    });
    const stuck = (await office("GET", "/mail/unsent")).body.data;
    expect(stuck.map(({ kind }: { kind: string }) => kind)).toEqual(["quote-receipt", "quote-notice"]);
    expect(stuck[0]).toMatchObject({
      reference: slug,
      email: ada.email,
      state: "failed",
      lastError: expect.stringContaining("Try again later"),
    });
    expect((await office("POST", `/mail/retry/${slug}`)).body.data).toEqual({ mails: 2 });
    expect((await office("GET", "/mail/unsent")).body.data[0]).toMatchObject({ state: "waiting" });
    mailbox.behaviour = "accept";
    expect((await office("POST", `/quote/retry-mail/${slug}`)).body.data.mail[0]).toMatchObject({
      state: "waiting",
      attempts: 0,
    });
    await mailWorker.sendDue(true);
    expect(mailbox.received).toHaveLength(2);
  });

  test("all mail that waits or has failed is sent again at once, but no receipt to a visitor after three days", async () => {
    const { mailbox, mailWorker, pass, send, office } = await createPost(database);
    mailbox.behaviour = "refuse";
    const old = await send("Old Lead");
    await mailWorker.sendDue();
    pass(3 * 24 * 60 * 60_000);
    const recent = await send("New Lead");
    await mailWorker.sendDue();
    mailbox.behaviour = "accept";
    pass(60_000);
    const retry = async (path: string) => (await office("POST", `/mail/retry${path}`)).body.data;
    expect(await retry("")).toEqual({ mails: 3 });
    await mailWorker.sendDue(true);
    const subjects = mailbox.received.map(({ headers }) => headers.subject).sort();
    expect(subjects).toEqual([
      `New quote request from New Lead (${leadReference(recent)})`,
      `New quote request from Old Lead (${leadReference(old)})`,
      `Your message to Jorna (${leadReference(recent)})`,
    ]);
    expect(await retry(`/${old}`), "chosen by hand").toEqual({ mails: 1 });
  });

  test("a notice that one of several addresses does not take yet is sent again to that one alone", async () => {
    const { mailbox, mailWorker, pass, send, view, office } = await createPost(database);
    const notify = (value: string) => office("PUT", "/site/edit", { edits: [{ path: "company.notifyEmail", value }] });
    await notify("sales@site.example, Boss@Site.Example");
    mailbox.refused = ["Boss@site.example"];
    const slug = await send();
    await mailWorker.sendDue();
    expect((await view(slug)).mail).toMatchObject([
      { state: "waiting", lastError: "The mail server refuses some of its recipients (Boss@site.example)" },
      { state: "sent" },
    ]);
    const recipients = () => mailbox.received.map(({ to }) => to.join());
    expect(recipients()).toEqual(["sales@site.example", "ada@analytical.example"]);
    mailbox.refused = [];
    pass(60_000);
    await mailWorker.sendDue();
    expect(recipients().slice(2)).toEqual(["Boss@site.example"]);
    expect((await view(slug)).mail).toMatchObject([{ state: "sent" }, { state: "sent" }]);

    // A wrong address is told until it is corrected; the corrected one gets what the wrong one did not.
    mailbox.refused = ["Boss@site.example"];
    await send("Grace");
    await mailWorker.sendDue();
    await notify("sales@site.example, chief@site.example");
    pass(60_000);
    await mailWorker.sendDue();
    expect(recipients().slice(3)).toEqual(["sales@site.example", "grace@analytical.example", "chief@site.example"]);
  });

  test("a lead whose answer was refused for good is unanswered again, until somebody decides otherwise or answers", async () => {
    const { mailbox, mailWorker, send, pass, deps, view, office } = await createPost(database);
    const slug = await send();
    await mailWorker.sendDue();
    const statusAfter = async () => {
      await mailWorker.sendDue();
      pass(1_000);
      await sweep(deps);
      return (await view(slug)).status;
    };
    const answer = (key: string) => office("POST", `/quote/reply/${slug}`, { text: `Dear Ada, ${key}`, key });
    mailbox.behaviour = "refuse";
    await answer("k1");
    expect(await statusAfter()).toBe("new");
    await office("PUT", `/quote/${slug}`, { status: "replied" });
    expect(await statusAfter(), "by telephone").toBe("replied");
    await deps.db.updateTable("outbox").set({ triedAt: null }).execute();
    expect(await statusAfter(), "of a mail given up without a try").toBe("replied");
    await answer("k2");
    expect(await statusAfter()).toBe("new");
    mailbox.behaviour = "accept";
    await answer("k3");
    expect(await statusAfter()).toBe("replied");
  });

  test("the list of unsent mail can be paged through to the end", async () => {
    const { mailbox, mailWorker, send, office } = await createPost(database);
    mailbox.behaviour = "refuse";
    for (let n = 0; n < 3; n++) await send(`Ada ${n}`);
    await mailWorker.sendDue();
    const seen: number[] = [];
    for (let before = ""; ; before = `&before=${seen.at(-1)}`) {
      const { body } = await office("GET", `/mail/unsent?limit=4${before}`);
      seen.push(...body.data.map(({ id }: { id: number }) => id));
      if (body.data.length < 4) break;
    }
    expect(seen).toHaveLength(6);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect((await office("GET", "/mail/unsent?before=x")).status).toBe(422);
  });

  test("an old mail that was resent manually is not marked as failed at the next start", async () => {
    const { mailbox, mailWorker, pass, send, deps, office } = await createPost(database);
    const states = async (slug: string) => (await mailStates(deps.db, [slug])).get(slug);
    mailbox.behaviour = "refuse";
    const slug = await send();
    await mailWorker.sendDue();
    pass(10 * 86_400_000);
    mailbox.behaviour = "defer";
    await office("POST", `/quote/retry-mail/${slug}`);
    await mailWorker.sendDue(true);
    await recoverOutbox(deps, true);
    expect(await states(slug)).toMatchObject([{ state: "waiting" }, { state: "waiting" }]);
    // Only time during which the site was running counts.
    for (let hours = 0; hours <= 84; hours += 12) {
      pass(12 * 3_600_000);
      await recoverOutbox(deps, true);
    }
    expect(await states(slug)).toMatchObject([
      { state: "failed", lastError: expect.stringContaining("not set up") },
      { state: "failed" },
    ]);
    expect((await office("GET", "/mail/health")).body.data.trouble).toBe(
      "The mail server was not set up for three days; 1 mail has failed.",
    );
  });

  test("mail is not delayed when the system clock is set forward and back again", async () => {
    const { mailbox, mailWorker, pass, send, clock } = await createPost(database);
    mailbox.behaviour = "defer";
    clock.pass(365 * 86_400_000);
    await send();
    await mailWorker.sendDue();
    clock.pass(-365 * 86_400_000);
    mailbox.behaviour = "accept";
    pass(60_000);
    await mailWorker.sendDue();
    expect(mailbox.received).toHaveLength(2);
  });

  test("mails sent while the clock ran ahead do not count towards the daily limit once it is corrected", async () => {
    const { mailbox, mailWorker, call, clock } = await createPost(database);
    const email = "stranger@elsewhere.example";
    const ask = () => call("POST", "/subscription/subscribe", { email });
    const write = () => call("POST", "/quote/new", { ...ada, email });
    const theirs = () => mailbox.received.filter(({ to }) => to.includes(email)).length;
    clock.pass(365 * 86_400_000);
    for (const post of [ask, write, write, write]) await post();
    await mailWorker.sendDue();
    expect(theirs()).toBe(3);
    clock.pass(-365 * 86_400_000);
    for (const post of [ask, ask]) await post();
    await mailWorker.sendDue();
    expect(theirs()).toBe(4);
    for (const post of [write, write, write]) await post();
    await mailWorker.sendDue();
    expect(theirs()).toBe(6);
  });

  test("each mail is sent once when two workers send at the same time", async () => {
    const { mailbox, mailWorker, hire, send } = await createPost(database);
    for (let n = 0; n < 10; n++) await send(`Ada ${n}`);
    await Promise.all([mailWorker.sendDue(), hire().sendDue()]);
    expect(mailbox.received).toHaveLength(20);
    expect(new Set(mailbox.received.map(({ headers }) => headers["message-id"])).size).toBe(20);
  });

  test("a mail that one worker is sending is left alone by another whose clock is ahead", async () => {
    const { mailbox, mailWorker, send, deps, clock } = await createPost(database);
    await send();
    mailbox.behaviour = "hang";
    const first = mailWorker.sendDue();
    await expect.poll(() => mailbox.begun).toBe(1);
    const now = () => new Date(clock.now().getTime() + 55_000);
    const mailer = createMailer({ smtpUrl: mailbox.url });
    onTestFinished(() => mailer?.close());
    mailbox.behaviour = "accept";
    await new MailWorker({ ...deps, now, mailer }, emailTemplates).sendDue();
    expect(mailbox.received.map(({ to }) => to[0])).toEqual([ada.email]);
    await mailbox.close();
    await first;
  });

  test("after a restore, mail that waited is sent to the office, and to the visitor once somebody retries it", async () => {
    const { mailbox, mailWorker, send, view, deps, office } = await createPost(database);
    const slug = await send();
    const tried = { triedAt: deps.now().toISOString(), lastError: "451 Try again later" };
    await deps.db.updateTable("outbox").set(tried).execute();
    const setting = { name: restoredSetting, value: "{}" };
    await deps.db.insertInto("setting").values(setting).execute();
    await afterRestore(deps);
    await mailWorker.sendDue();
    expect(mailbox.received.map(({ to }) => to)).toEqual([["hello@example.com"]]);
    expect((await view(slug)).mail).toMatchObject([
      { kind: "quote-notice", state: "sent" },
      { kind: "quote-receipt", state: "failed", lastError: expect.stringContaining("restored from a backup") },
    ]);
    const health = (await office("GET", "/mail/health")).body.data;
    expect([health.failed, health.trouble, health.lastError]).toEqual([1, undefined, undefined]);
    await office("POST", `/mail/retry/${slug}`);
    await mailWorker.sendDue();
    expect(mailbox.received.map(({ to }) => to)).toEqual([["hello@example.com"], [ada.email]]);
  });

  test("leads are accepted without a mail server, and configuring one later sends no mail about them", async () => {
    const { call, deps, office } = await createTestApp(database);
    const { body } = await call("POST", "/quote/new", ada);
    expect((await office("GET", `/quote/${body.data.slug}`)).body.data.mail).toEqual([]);
    expect((await office("GET", "/mail/health")).body.data).toMatchObject({
      isConfigured: false,
      waiting: 0,
      failed: 0,
    });
    const mailbox = await openMailbox();
    await new MailWorker({ ...deps, mailer: createMailer({ smtpUrl: mailbox.url }) }, emailTemplates).sendDue();
    expect(mailbox.received).toEqual([]);
  });
});

// What a mail server does is the same to every database.
describe("mail", () => {
  test("a machine whose name is no domain's greets the mail server as the site", async () => {
    const named = vi.spyOn(os, "hostname").mockReturnValue("3f2a9c41b7d0");
    onTestFinished(() => named.mockRestore());
    const { mailbox, mailWorker, send } = await createPost();
    await send();
    await mailWorker.sendDue();
    expect(mailbox.received.map(({ client }) => client)).toEqual(["site.example", "site.example"]);
  });

  test("mail whose connection drops before the server confirms it is sent again with the same Message-ID", async () => {
    const { mailbox, mailWorker, pass, send } = await createPost();
    mailbox.behaviour = "takeAndDrop";
    await send();
    await mailWorker.sendDue();
    mailbox.behaviour = "accept";
    pass(60_000);
    await mailWorker.sendDue();
    const ids = mailbox.received.map(({ headers }) => headers["message-id"]);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
  });

  test("a mail server that takes forty seconds over a text gets it once", async () => {
    const { mailbox, mailWorker, pass, send, view } = await createPost();
    // To sockets time passes fifty times as fast.
    const { setTimeout: wait } = Socket.prototype;
    const hurried = vi.spyOn(Socket.prototype, "setTimeout");
    hurried.mockImplementation(function (this: Socket, ms, ...onTimeout) {
      return wait.call(this, ms / 50, ...onTimeout);
    });
    onTestFinished(() => hurried.mockRestore());
    mailbox.answerMs = 800;
    const slug = await send();
    for (let minute = 0; minute < 3; minute++) {
      await mailWorker.sendDue();
      pass(60_000);
    }
    expect(mailbox.received).toHaveLength(2);
    expect((await view(slug)).mail).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  });

  test("a hanging mail server delays no request, and gets all mail once it responds again", async () => {
    const { deps, mailbox, send, pass } = await createPost();
    const clock = { ms: 0 };
    const mailWorker = new MailWorker(
      { ...deps, mailer: createMailer({ smtpUrl: mailbox.url }, 600) },
      emailTemplates,
      () => clock.ms,
    );
    mailbox.behaviour = "hang";
    await send("Ada");
    const hanging = mailWorker.sendDue();
    const { ms } = await timed(async () => {
      for (let n = 0; n < 10; n++) await send(`Grace ${n}`);
    });
    // Less than the ten would take if each waited for the mail server.
    expect(ms).toBeLessThan(5_000);
    await hanging;
    expect(mailbox.received).toHaveLength(0);
    mailbox.behaviour = "accept";
    clock.ms += 60_000;
    pass(60_000);
    await mailWorker.sendDue();
    expect(mailbox.received).toHaveLength(22);
  });

  test("a mail server that takes one mail and then none for a while gets all that waits, and none has failed meanwhile", async () => {
    const { mailbox, mailWorker, pass, send, office } = await createPost();
    let left = 0;
    Object.defineProperty(mailbox, "answer", {
      get: () => (left-- > 0 ? undefined : "421 4.7.0 Too much mail, try again later"),
    });
    const people = 16;
    for (let n = 0; n < people; n++) await send(`Grace ${n}`);
    for (let round = 0; round < 2 * people + 2; round++) {
      left = 1;
      await mailWorker.sendDue();
      pass(5_000);
    }
    const { waiting, failed } = (await office("GET", "/mail/health")).body.data;
    expect([waiting, failed, mailbox.received.length]).toEqual([0, 0, 2 * people]);
  });

  test("a mail that brings the mail server down each time fails at last, and holds up no other", async () => {
    const { mailbox, mailWorker, pass, send, office } = await createPost();
    Object.assign(mailbox, { answer: "421 4.3.0 Closing", answered: "grace.0@analytical.example" });
    const people = 12;
    for (let n = 0; n < people; n++) {
      await send(`Grace ${n}`);
      for (let round = 0; round < 4; round++) {
        await mailWorker.sendDue(true);
        pass(4 * 3_600_000);
      }
    }
    const { waiting, failed } = (await office("GET", "/mail/health")).body.data;
    expect([waiting, failed, mailbox.received.length]).toEqual([0, 1, 2 * people - 1]);
  });

  test.each([
    ["away", 60_000, "ECONNREFUSED"],
    ["defer", 60 * 60_000, ""],
    ["drop", 60 * 60_000, ""],
  ] as const)(
    "leads are accepted while the mail server is out of order (%s), and their mail is sent exactly once within %i ms after it",
    async (mood, withinMs, reason) => {
      const { mailbox, mailWorker, pass, send, view } = await createPost();
      if (mood === "away") await mailbox.close();
      else mailbox.behaviour = mood;
      const slugs = [await send("Ada"), await send("Grace"), await send("Edith")];
      for (let minute = 0; minute < (mood === "away" ? 60 : 5); minute++) {
        await mailWorker.sendDue();
        pass(60_000);
      }
      expect(mailbox.received).toHaveLength(0);
      const waiting = (await view(slugs[0] ?? "")).mail[0];
      expect(waiting).toMatchObject({ state: "waiting", lastError: expect.stringContaining(reason) });
      if (mood === "away") expect(waiting.attempts).toBeGreaterThan(3);

      if (mood === "away") await mailbox.open();
      else mailbox.behaviour = "accept";
      pass(withinMs);
      await mailWorker.sendDue();

      expect(mailbox.received).toHaveLength(6);
      expect(new Set(mailbox.received.map(({ headers }) => headers["message-id"])).size).toBe(6);
    },
  );

  test("mail to a mailbox that does not exist fails at once with a plain-language error, and its address is not logged", async () => {
    const { mailbox, mailWorker, send, view, logged, deps } = await createPost();
    mailbox.behaviour = "refuse";
    const slug = await send();
    await mailWorker.sendDue();
    const [notice, receipt] = (await view(slug)).mail;
    // The office's own mail waits until its mailbox is there.
    for (const [mail, state] of [
      [notice, "waiting"],
      [receipt, "failed"],
    ])
      expect(mail).toMatchObject({
        state,
        attempts: 1,
        lastError: expect.stringMatching(/^The mail server knows no such mailbox \(.*550 No such mailbox.*\)$/),
      });
    const told = logged.join() + JSON.stringify(await deps.db.selectFrom("outbox").selectAll().execute());
    expect(told).toContain("No such mailbox");
    expect(told).not.toMatch(/ada@|analytical|hello@/);
  });

  test.each([
    ["552 5.2.2 Mailbox full", "waiting"],
    ["535 5.7.8 Authentication credentials invalid", "waiting"],
    ["550 5.1.1 The account does not exist", "failed"],
  ])("answered %s, a visitor's mail is %s, and the office's waits for as long as it takes", async (answer, state) => {
    const { mailbox, mailWorker, pass, send, deps, office } = await createPost();
    const states = async () => (await mailStates(deps.db, [slug])).get(slug);
    mailbox.answer = answer;
    const slug = await send();
    for (let hours = 0; hours < 96; hours += 4) {
      await mailWorker.sendDue();
      if (hours === 0) expect(await states()).toMatchObject([{ state: "waiting" }, { state }]);
      pass(4 * 3_600_000);
    }
    expect(await states()).toMatchObject([{ state: "waiting" }, {}]);
    const health = await office("GET", "/mail/health");
    expect(health.body.data.trouble).toMatch(/^The mail server .* waits?/);
    mailbox.answer = undefined;
    for (let hours = 0; hours < 8; hours += 4) {
      pass(4 * 3_600_000);
      await mailWorker.sendDue();
    }
    expect(mailbox.received.filter(({ to }) => to.includes("hello@example.com"))).toHaveLength(1);
  });

  test("a visitor's address beyond ASCII never endangers the notice", async () => {
    const { mailbox, mailWorker, call } = await createPost();
    for (const utf8 of ["unknown", "offered and refused", "offered"] as const) {
      await mailbox.close();
      mailbox.received.length = 0;
      mailbox.utf8 = utf8;
      await mailbox.open();
      for (const email of [`jørgen.${utf8.length}@example.dk`, "अदा@उदाहरण.भारत", "ada@bücher.example"])
        await call("POST", "/quote/new", { ...ada, email, message: `${ada.message} ${utf8}` });
      await mailWorker.sendDue();
      const notices = mailbox.received.filter(({ to }) => to.includes("hello@example.com"));
      const isTaken = utf8 === "offered";
      expect(notices.map(({ headers, isUtf8 }) => [headers["reply-to"], isUtf8])).toEqual([
        [isTaken ? "Ada Lovelace <jørgen.7@example.dk>" : undefined, isTaken],
        [isTaken ? "Ada Lovelace <अदा@उदाहरण.भारत>" : undefined, isTaken],
        ["Ada Lovelace <ada@xn--bcher-kva.example>", false],
      ]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: matches all ASCII characters
      for (const { raw, isUtf8 } of notices) expect(/^[\x00-\x7f]*$/.test(raw)).toBe(!isUtf8);
      expect(notices[0]?.text).toContain(`To answer, write to jørgen.${utf8.length}@example.dk`);
    }
    const others = mailbox.received.filter(({ to }) => !to.includes("hello@example.com"));
    expect(others.map(({ to, isUtf8 }) => [to[0], isUtf8])).toEqual([
      ["jørgen.7@example.dk", true],
      ["अदा@उदाहरण.भारत", true],
      [expect.stringMatching(/^ada@(bücher|xn--bcher-kva)\.example$/), false],
    ]);
  });

  test("a server that takes no address beyond ASCII keeps no other mail waiting", async () => {
    const { mailbox, mailWorker, call, send, view } = await createPost();
    mailbox.utf8 = "offered and refused";
    const { body } = await call("POST", "/quote/new", { ...ada, email: "jørgen@example.dk" });
    await send("Grace");
    await mailWorker.sendDue();
    expect((await view(body.data.slug)).mail).toMatchObject([
      { kind: "quote-notice", state: "sent" },
      { kind: "quote-receipt", state: "failed", lastError: expect.stringContaining("5.6.7") },
    ]);
    expect(mailbox.received.map(({ to }) => to[0])).toEqual([
      "hello@example.com",
      "hello@example.com",
      "grace@analytical.example",
    ]);
  });

  test("notices go to several addresses, and visitors answer to the public one", async () => {
    const { mailbox, mailWorker, send, office } = await createPost();
    const set = (path: string, value: string) => office("PUT", "/site/edit", { edits: [{ path, value }] });
    const { status, body } = await set("company.notifyEmail", "sales@site.example, nobody");
    expect([status, body.message]).toEqual([422, expect.stringContaining("with commas between them")]);
    await set("company.notifyEmail", "Sales <sales@site.example>; boss@site.example");
    await send("Ada");
    await set("company.email", "hello@site.example");
    await send("Grace");
    await mailWorker.sendDue();
    expect(mailbox.received.map(({ to, headers }) => [to, headers["reply-to"]])).toEqual([
      [["sales@site.example", "boss@site.example"], "Ada Lovelace <ada@analytical.example>"],
      [["ada@analytical.example"], "Jorna <hello@site.example>"],
      [["sales@site.example", "boss@site.example"], "Grace <grace@analytical.example>"],
      [["grace@analytical.example"], "Jorna <hello@site.example>"],
    ]);
  });

  test("the mails about a lead are one conversation, and say when it arrived", async () => {
    const { mailbox, mailWorker, send, office } = await createPost();
    const slug = await send();
    await mailWorker.sendDue();
    await office("POST", `/quote/reply/${slug}`, { text: "Dear Ada", key: "k1" });
    await mailWorker.sendDue();
    const [notice, receipt, reply] = mailbox.received.map(({ headers }) => headers);
    const begun = `<${leadReference(slug).toLowerCase()}@site.example>`;
    expect([notice?.references, receipt?.references]).toEqual([begun, begun]);
    expect([reply?.references, reply?.["in-reply-to"]]).toEqual([
      `${begun} ${receipt?.["message-id"]}`,
      receipt?.["message-id"],
    ]);
    expect(reply?.subject).toBe(`Re: ${receipt?.subject}`);
    for (const { text } of mailbox.received) expect(text).toMatch(/Received: \d+ \w+ \d{4} at [\d:]+ (PKT|GMT\+5)/);
  });

  test("the retry backoff does not depend on the wall clock", async () => {
    const { mailbox, deps, send } = await createPost();
    await mailbox.close();
    await send();
    const mailWorker = new MailWorker(deps, emailTemplates);
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    await mailWorker.sendDue();
    vi.setSystemTime(Date.now() - 86_400_000);
    vi.advanceTimersByTime(10_000);
    await mailbox.open();
    await mailWorker.sendDue();
    expect(mailbox.received).toHaveLength(2);
  });

  test("a test mail reports success or the mail server's error message", async () => {
    const { mailbox, office } = await createPost();
    expect((await office("POST", "/mail/test", {})).body.data).toMatchObject({
      isSent: true,
      to: "hello@example.com",
    });
    mailbox.behaviour = "refuse";
    expect((await office("POST", "/mail/test", { to: "grace@navy.example" })).body.data).toMatchObject({
      isSent: false,
      answer: expect.stringContaining("No such mailbox"),
    });
    expect(mailbox.received).toHaveLength(1);

    Object.assign(mailbox, { behaviour: "accept", refused: ["boss@site.example"] });
    const edits = [{ path: "company.notifyEmail", value: "sales@site.example, boss@site.example" }];
    await office("PUT", "/site/edit", { edits });
    expect((await office("POST", "/mail/test", {})).body.data).toMatchObject({
      isSent: false,
      to: "boss@site.example",
    });
    expect(mailbox.received.at(-1)?.to).toEqual(["sales@site.example"]);
  });

  test("visitor input cannot inject mail headers or recipients, and appears only as visible text", async () => {
    const { mailbox, mailWorker, call } = await createPost();
    // What is entered as a name, and how the recipient sees it in Subject and Reply-To.
    const hostile: [string, string][] = [
      ["Ada\r\nBcc: eve@evil.example", "Ada Bcc: eve@evil.example"],
      ['Ada" <eve@evil.example>', 'Ada" <eve@evil.example>'],
      ["Ada\nSubject: Free", "Ada Subject: Free"],
      ["Ada\n\n-- \nOpen: //evil.example", "Ada -- Open: //evil.example"],
      ["Ada\u2028X-Evil: 1", "Ada X-Evil: 1"],
      ["Ada\u0085\u000b\u0007X-Evil: 1", "Ada X-Evil: 1"],
      ["=?utf-8?Q?=0D=0ABcc:_eve@evil.example?=", "= ?utf-8?Q?=0D=0ABcc:_eve@evil.example?="],
      ["Ada =?utf-8?B?RnJlZQ==?= =?utf-8?B?IQ==?=", "Ada = ?utf-8?B?RnJlZQ== ?= = ?utf-8?B?IQ== ?="],
      ["Ada, eve@evil.example", "Ada, eve@evil.example"],
      ["أدا\u202eلوفلايس\u2066", "أدا لوفلايس"],
      ["A\u200bd\u200da\ufeff", "A d\u200da"],
      ["نیک\u200cفر", "نیک\u200cفر"],
      ["Ä".repeat(199), `${"Ä".repeat(119)}…`],
    ];
    for (const [index, [fullName]] of hostile.entries())
      await call("POST", "/quote/new", {
        ...ada,
        email: `ada${index}@analytical.example`,
        fullName,
        message: `.\r\n.\r\nBcc: eve@evil.example\r\n\r\n${fullName}`,
      });
    await mailWorker.sendDue();
    expect(mailbox.received).toHaveLength(hostile.length * 2);
    const expected = [
      ..."auto-submitted content-type date from in-reply-to message-id mime-version references".split(" "),
      ..."reply-to subject to x-auto-response-suppress".split(" "),
    ];
    for (const { to, headerNames, headers, raw, text } of mailbox.received) {
      // No line of a name passes for one of ours, in text or HTML.
      expect(text.split("<!doctype")[0]).not.toMatch(/^Open: /m);
      expect(text).not.toContain("write to Ada<br>");
      expect(to.join()).toMatch(/^(hello@example\.com|ada\d+@analytical\.example)$/);
      expect(new Set(headerNames).size).toBe(headerNames.length);
      expect(expected).toEqual(expect.arrayContaining([...headerNames]));
      for (const value of Object.values(headers))
        expect(value.replace(/[\u200c\u200d]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|=\?/u);
      // RFC 5322, 2.1.1
      for (const line of raw.split("\r\n\r\n", 1)[0]?.split("\r\n") ?? []) expect(line.length).toBeLessThan(998);
    }
    const notices = mailbox.received.filter(({ to }) => to.includes("hello@example.com"));
    const byAddress = new Map(
      notices.map(({ headers }) => [Number(/ada(\d+)@/.exec(headers["reply-to"] ?? "")?.[1]), headers]),
    );
    for (const [index, [, read]] of hostile.entries()) {
      const { subject, "reply-to": replyTo } = byAddress.get(index) ?? {};
      const named = read.length <= 80 ? read : `${read.slice(0, 79)}…`;
      expect(subject).toMatch(/ \([A-Z\d]{4}-[A-Z\d]{4}\)$/);
      expect(subject?.replace(/ \([^()]*\)$/, "")).toBe(`New quote request from ${named}`);
      expect(nameIn(replyTo ?? "")).toBe(read);
    }
  });
});

test.each([
  // What the server may answer otherwise tomorrow.
  ["530 5.7.0 Must issue a STARTTLS command first", false],
  ["550 5.4.5 Daily user sending limit exceeded", false],
  ["550 5.7.1 Message refused by policy", false],
  ["550 relay not permitted", false],
  ["550 Authentication is required", false],
  ["554 5.7.1 Relay access denied", false],
  ["554 No SMTP service here", false],
  ["553 5.1.8 Sender address rejected", false],
  ["452 4.2.2 Mailbox full", false],
  ["550 Administrative prohibition", false],
  ["550 Verification failed", false],
  ["553 Invalid HELO", false],
  ["550 Mailbox temporarily unavailable", false],
  ["550 Mailbox disabled: over quota", false],
  ["550 Recipient not allowed by policy", false],
  ["550 <ada@example.com>: mail from an invalid PTR record is refused", false],
  ["550 5.2.1 The user you are trying to contact is receiving mail too quickly", false],
  // What RFC 3463 calls permanent for this address.
  ["550 5.1.10 Recipient not found", true],
  ["553 5.1.3 Bad recipient address syntax", true],
  ["550 5.2.1 This mailbox is disabled", true],
  ["550 User unknown", true],
  ["550 No such mailbox here", true],
  ["551 This account doesn't exist", true],
  ["553 Mailbox name not allowed", true],
])("the answer %s is final for its recipient: %s", async (answer, isPermanent) => {
  const mailbox = await openMailbox();
  mailbox.answer = answer;
  const mailer = createMailer({ smtpUrl: mailbox.url });
  onTestFinished(() => mailer?.close());
  const office = { name: "Jorna", address: "office@site.example" };
  const mail = { from: office, subject: "", text: "-", html: "-", messageId: "<1@site.example>", date: new Date() };

  await expect(mailer?.send({ ...mail, to: { name: "", address: "ada@quota.example" } })).rejects.toMatchObject({
    isPermanent,
  });
});

test.each([
  [`"Jorna, Lahore" <office@site.example>`, `"Jorna, Lahore" <office@site.example>`],
  [`"Jorna" <office@site.example>`, "Jorna <office@site.example>"],
  ["<office@site.example>", "Jorna <office@site.example>"],
])("a sender set as %s is shown without the quotes of its name", async (mailFrom, from) => {
  const mailbox = await openMailbox();
  const app = await createTestApp("sqlite", { config: { smtpUrl: mailbox.url, mailFrom } });
  await app.call("POST", "/quote/new", ada);
  await new MailWorker(app.deps, emailTemplates).sendDue();
  expect(mailbox.received[0]?.headers.from).toBe(from);
});

/** The display name in front of the address, without the quotes that RFC 5322 puts around some names. */
const nameIn = (mailbox: string): string =>
  mailbox
    .replace(/ <[^<>]*>$/, "")
    .replace(/^"(.*)"$/, "$1")
    .replace(/\\(.)/g, "$1");

test("a mail is sent once though the database was away for minutes after it", async () => {
  const { deps, mailbox, mailWorker, pass, send } = await createPost("postgres");
  await send();
  // A sequence counts also what is rolled back.
  const refusal = `create sequence tries; create function refuse() returns trigger language plpgsql as
    $$begin perform nextval('tries'); raise exception 'no' using errcode = '57P03'; end$$`;
  await sql.raw(refusal).execute(deps.db);
  const tries = async () => {
    const { rows } = await sql<{ count: number }>`select last_value as count from tries`.execute(deps.db);
    return Number(rows[0]?.count);
  };
  await sql`create trigger refuse before update on outbox for each row when (new.state = 'sent') execute function refuse()`.execute(
    deps.db,
  );
  const sending = mailWorker.sendDue();
  await expect.poll(() => mailbox.received.length).toBe(1);
  pass(120_000);
  const before = await tries();
  await expect.poll(tries).toBeGreaterThan(before + 1);
  await sql`drop function refuse cascade`.execute(deps.db);
  await sending;
  await mailWorker.sendDue();
  expect(new Set(mailbox.received.map(({ headers }) => headers["message-id"])).size).toBe(mailbox.received.length);
});

test("a certificate that is not accepted, here an expired one, is reported with what to do, and that is enough", async () => {
  const mailbox = new MailServer();
  mailbox.hasTls = true;
  await mailbox.open();
  onTestFinished(() => mailbox.close());
  const office = { name: "Jorna", address: "office@site.example" };
  const content = { subject: "", text: "-", html: "-", messageId: "<1@a.example>" };
  const mail = { from: office, to: office, ...content, date: new Date() };
  const send = async (smtpUrl: string) => {
    const mailer = createMailer({ smtpUrl });
    onTestFinished(() => mailer?.close());
    await mailer?.send(mail);
  };
  await expect(send(mailbox.url)).rejects.toMatchObject({
    message: expect.stringMatching(
      /NODE_EXTRA_CA_CERTS.+SMTP_URL=smtp:\/\/localhost:25\?ignoreTLS=true \(certificate has expired\)$/,
    ),
    isServerFault: true,
  });
  const { smtpUrl } = readConfig({ SMTP_URL: `${mailbox.url}?ignoreTLS=true` });
  await send(smtpUrl ?? "");
  expect(mailbox.received).toHaveLength(1);
});

test.each([
  [{ SMTP_HOST: "mail.example.com", SMTP_PORT: "587" }, true],
  [{ SMTP_HOST: "mail.example.com", SMTP_USER: "ada", SMTP_PASSWORD: "secret" }, true],
  [{ SMTP_URL: "smtp://ada:secret@mail.example.com:587" }, true],
  [{ SMTP_URL: "smtp://mail.example.com:587?ignoreTLS=true" }, false],
  [{ SMTP_URL: "smtp://mail.example.com:25" }, false],
  [{ SMTP_HOST: "localhost", SMTP_PORT: "587" }, false],
  [{ SMTP_URL: "smtp://[::1]:587" }, false],
])("whether mail by %j goes out encrypted or not at all: %s", (settings, isDemanded) => {
  expect(demandsTls(readConfig(settings).smtpUrl ?? "")).toBe(isDemanded);
});
