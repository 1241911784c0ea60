import { expect } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { sha256 } from "#app/platform/secret.server.ts";
import { timeIn } from "#app/shared/day.ts";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { makeFaq } from "#test/make.ts";

const day = 24 * 60 * 60_000;
const password = "Analytical-1843";
const ada = { fullName: "Ada <b>Lovelace</b>", email: "ada@example.com" };

/** A site with a mail server; `mail` sends what waits. */
async function createSite(database: Database) {
  const mailbox = await openMailbox();
  const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
  const worker = new MailWorker(app.deps, emailTemplates);
  const { office } = app;
  const invite = async (person: object = ada) => (await office("POST", "/user/invite", person)).body.data;
  const accept = (token: string) => app.call("POST", "/user/invite/accept", { token, password });
  const mail = async () => {
    await worker.sendDue(true);
    return mailbox.received;
  };
  return { app, mailbox, office, invite, accept, mail };
}

const tokenIn = (text = "", kind = "admin/invite"): string =>
  new RegExp(`http://site\\.example/${kind}/([\\w-]{43})(?![\\w-])`).exec(text)?.[1] ?? "";
const tokenOf = (path: string) => path.split("/").at(-1) ?? "";

/** Everything the database contains, as text. */
async function contents({ deps }: TestApp): Promise<string> {
  const tables = await deps.db.introspection.getTables();
  const rows = [];
  for (const { name } of tables.filter(({ name }) => !/search/i.test(name)))
    rows.push(
      await deps.db
        .selectFrom(name as "outbox")
        .selectAll()
        .execute(),
    );
  return JSON.stringify(rows);
}

onEveryDatabase("the mail with a link for one person", (database) => {
  test("invites somebody, whom its link lets in once, as does the one that is shown", async () => {
    const { app, office, invite, accept, mail } = await createSite(database);

    const shown = await invite();

    expect(shown.mailedTo).toBe(ada.email);
    // However long it waits for the mail server, it says how long the link holds.
    app.clock.pass(6 * day);
    const [received, ...others] = await mail();
    expect(others).toEqual([]);
    expect(received).toMatchObject({ to: [ada.email] });
    expect(received?.text).toContain(`It works once, until ${timeIn("Asia/Karachi", shown.expiresAt)}.`);
    expect(received?.headers).toMatchObject({
      subject: "Grace Hopper invites you to the back office of Jorna",
      "reply-to": expect.stringContaining("Grace Hopper"),
    });
    const [listed] = (await office("GET", "/user/invitations")).body.data;
    expect(listed).toMatchObject({ email: ada.email, mail: { kind: "user-invitation", state: "sent" } });
    const mailed = tokenIn(received?.text);
    expect(mailed).not.toBe("");
    for (const token of [mailed, tokenOf(shown.path)])
      expect((await app.call("POST", "/user/invite/check", { token })).status).toBe(200);
    // A program that takes the sign behind the link for a part of it is led to the link.
    const stuck = await app.request(`/admin/invite/${mailed}.`, { redirect: "manual" });
    expect(stuck.headers.get("location")).toBe(`/admin/invite/${mailed}`);
    expect((await accept(mailed)).status).toBe(201);
    for (const token of [mailed, tokenOf(shown.path)]) expect((await accept(token)).status).toBe(404);
  });

  test("contains a token that is stored nowhere but as a hash, waiting or sent", async () => {
    const { app, office, invite, mail } = await createSite(database);
    const { slug } = await makeFaq(app, { published: false });
    const approval = { name: "Ada", email: "ada@client.example", days: 1 };
    const { url } = (await office("POST", `/approval/faq/${slug}`, approval)).body.data;
    const shown = [tokenOf((await invite()).path), tokenOf(url)];
    const waiting = await contents(app);
    expect(waiting).toContain(sha256(shown[0] ?? ""));
    const [first, second] = await mail();
    const mailed = [tokenIn(first?.text, "approve"), tokenIn(second?.text)];
    const sent = await contents(app);
    expect(sent).toContain(sha256(mailed[0] ?? ""));
    for (const token of [...shown, ...mailed]) {
      expect(token).toHaveLength(43);
      expect([waiting.includes(token), sent.includes(token), app.logged.join().includes(token)]).toEqual([
        false,
        false,
        false,
      ]);
    }
  });

  test("ends with its link: replaced, withdrawn or expired, or with who made it; it is not sent then either", async () => {
    const { app, office, invite, accept, mail, mailbox } = await createSite(database);
    const former = await invite();
    const newer = await invite();
    const [received, ...others] = await mail();
    expect(others).toEqual([]);
    expect((await accept(tokenOf(former.path))).status).toBe(404);
    expect((await app.call("POST", "/user/invite/check", { token: tokenIn(received?.text) })).status).toBe(200);
    await office("DELETE", `/user/invite/${newer.id}`);
    expect((await accept(tokenIn(received?.text))).status).toBe(404);

    const withdrawn = await invite({ ...ada, email: "withdrawn@example.com" });
    await office("DELETE", `/user/invite/${withdrawn.id}`);
    await invite({ ...ada, email: "late@example.com" });
    app.clock.pass(8 * day);
    await mail();
    expect(mailbox.received).toHaveLength(1);
    app.clock.pass(90 * day);
    await sweep(app.deps);
    expect(await app.deps.db.selectFrom("mailedLink").selectAll().execute()).toEqual([]);
  });

  test("works also if an attempt that seemed to fail had arrived", async () => {
    const { app, invite, accept, mail } = await createSite(database);
    await invite();
    const [received] = await mail();
    // As if the answer of the mail server had been lost.
    const dueAt = app.clock.now().toISOString();
    await app.deps.db.updateTable("outbox").set({ state: "waiting", sentAt: null, dueAt }).execute();
    app.clock.pass(59 * 60_000);
    const [, again] = await mail();
    expect(tokenIn(again?.text)).toHaveLength(43);
    expect(tokenIn(again?.text)).not.toBe(tokenIn(received?.text));
    expect((await accept(tokenIn(received?.text))).status).toBe(201);
  });

  test("resets a password, unless the link switches off the second factor, which no mailbox alone may do", async () => {
    const { app, office, invite, accept, mail, mailbox } = await createSite(database);
    await accept(tokenOf((await invite()).path));
    await mail();
    const [, { id }] = (await office("GET", "/user/get-all")).body.data;
    const before = mailbox.received.length;
    const reset = (dropSecondFactor: boolean) => office("POST", `/user/reset-link/${id}`, { dropSecondFactor });

    const { mailedTo, expiresAt } = (await reset(false)).body.data;
    expect(mailedTo).toBe(ada.email);
    app.clock.pass(day - 60_000);
    await mail();
    const mailed = tokenIn(mailbox.received.at(-1)?.text, "admin/reset");
    expect(mailbox.received.at(-1)?.text).toContain(`once, until ${timeIn("Asia/Karachi", expiresAt)}, and`);
    expect((await app.call("POST", "/user/reset/check", { token: mailed })).status).toBe(200);

    for (const _ of [1, 2]) await reset(false);
    await mail();
    expect(mailbox.received).toHaveLength(before + 2);
    // It also replaces one whose mail still waits.
    await reset(false);
    const dropping = (await reset(true)).body.data;
    expect(dropping.mailedTo).toBeUndefined();
    await mail();
    expect(mailbox.received).toHaveLength(before + 2);
    const set = (token: string) => app.call("POST", "/user/reset", { token, newPassword: "Difference-1822" });
    expect((await set(mailed)).status).toBe(404);
    expect((await set(tokenOf(dropping.path))).status).toBe(200);
  });

  test("asks a client for approval, if an address was given; a revoked link is not mailed and opens nothing", async () => {
    const { app, office, mail, mailbox } = await createSite(database);
    const { slug } = await makeFaq(app, { question: "A secret?", published: false });
    const ask = async (email: string) =>
      (await office("POST", `/approval/faq/${slug}`, { name: "Ada", email, days: 2 })).body.data;

    const made = await ask("ada@client.example");
    expect(made.mailedTo).toBe("ada@client.example");
    expect((await ask("")).mailedTo).toBeUndefined();
    const revoked = await ask("charles@client.example");
    await office("DELETE", `/approval-link/${revoked.id}`);

    await mail();
    expect(mailbox.received.map(({ to, headers }) => [to, headers.subject])).toEqual([
      [["ada@client.example"], "Jorna asks for your approval"],
    ]);
    const [received] = mailbox.received;
    expect(received?.text).not.toContain("secret");
    const path = `/approve/${tokenIn(received?.text, "approve")}`;
    expect((await app.request(path)).status).toBe(200);
    expect((await app.request(`${path})`, { redirect: "manual" })).headers.get("location")).toBe(path);
    const { links } = (await office("GET", `/approval/faq/${slug}`)).body.data;
    expect(links.map(({ mail }: { mail?: { state: string } }) => mail?.state)).toEqual([undefined, undefined, "sent"]);
    await office("DELETE", `/approval-link/${made.id}`);
    expect((await app.request(path)).status).toBe(404);
  });

  test("is not sent without a mail server, and the reply says so", async ({ app }) => {
    const { body } = await app.office("POST", "/user/invite", ada);
    expect(body.data.mailedTo).toBeUndefined();
    expect(await app.deps.db.selectFrom("outbox").select("id").execute()).toEqual([]);
  });

  test("to an address that does not exist fails instead of alarming the office, and the invitation says so", async () => {
    const { office, invite, mail, mailbox } = await createSite(database);
    mailbox.behaviour = "refuse";
    await invite();
    await mail();
    const [listed] = (await office("GET", "/user/invitations")).body.data;
    expect(listed.mail).toMatchObject({ state: "failed", lastError: expect.stringContaining("no such mailbox") });
    expect((await office("GET", "/mail/health")).body.data.trouble).toBeUndefined();
  });
});
