import { expect } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import type { Config } from "#app/platform/config.ts";
import { solveProofOfWork } from "#app/shared/proof-of-work.ts";
import { honeypotField } from "#app/shared/visitor-signals.ts";
import { createTestApp, onEveryDatabase, signIn, test } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada } from "#test/make.ts";

async function createNewsletter(database: Database, config: Partial<Config> = {}) {
  const mailbox = await openMailbox();
  const app = await createTestApp(database, { config: { ...config, smtpUrl: mailbox.url } });
  const mailWorker = new MailWorker(app.deps, emailTemplates);
  const subscribe = (email: string) => app.call("POST", "/subscription/subscribe", { email });
  const token = await signIn(app);
  const stateOf = async (email: string) => {
    const { body } = await app.office("GET", `/subscription/get-all?q=${encodeURIComponent(email)}`);
    return body.data[0]?.state;
  };
  const linkIn = (index: number) =>
    new URL(/https?:\/\/\S+\/newsletter\/confirm\/\w+/.exec(mailbox.received[index]?.text ?? "")?.[0] ?? "").pathname;
  return { ...app, mailbox, mailWorker, subscribe, token, stateOf, linkIn };
}

onEveryDatabase("the newsletter", (database) => {
  test("a subscriber confirms with the button on the page linked in the mail; opening the link alone does not confirm", async () => {
    const { subscribe, mailWorker, mailbox, request, stateOf, linkIn } = await createNewsletter(database);
    await subscribe("ada@analytical.example");
    await mailWorker.sendDue();
    expect(mailbox.received.map(({ to }) => to)).toEqual([["ada@analytical.example"]]);
    const link = linkIn(0);
    const page = await request(link);
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-store, no-transform"]);
    expect(await page.text()).toContain(`action="${link}"`);
    expect(await stateOf("ada@")).toBe("pending");
    const pressed = await request(link, { method: "POST" });
    expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, link]);
    expect(await stateOf("ada@")).toBe("confirmed");
    expect(await (await request(link)).text()).toContain("Unsubscribe");
  });

  test("one-click unsubscribe from the mail program works (RFC 8058), and the confirmation page subscribes again", async () => {
    const { subscribe, mailWorker, mailbox, request, stateOf, linkIn } = await createNewsletter(database);
    await subscribe("ada@analytical.example");
    await mailWorker.sendDue();
    await request(linkIn(0), { method: "POST" });
    const { headers } = mailbox.received[0] ?? { headers: {} as Record<string, string> };
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const address = new URL(headers["list-unsubscribe"]?.slice(1, -1) ?? "").pathname;
    expect((await request(address)).status).toBe(200);
    expect(await stateOf("ada@")).toBe("confirmed");
    const click = await request(address, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(click.status).toBe(200);
    expect(await stateOf("ada@")).toBe("unsubscribed");
    // Mail programs know no button that confirms: this is answered like the page's own.
    const confirmed = await request(linkIn(0), { method: "POST", body: "List-Unsubscribe=One-Click" });
    expect(confirmed.status).toBe(303);
    expect(await stateOf("ada@")).toBe("confirmed");
  });

  test("everybody of an office behind one client address is asked, however quickly; a robot is told nothing untrue", async () => {
    const { call, mailWorker, mailbox, stateOf, request } = await createNewsletter(database, { rateLimit: true });
    const subscribe = async (email: string, signals: string) => {
      const headers = { "Visitor-Signals": signals, "Idempotency-Key": email };
      const { status, body } = await call("POST", "/subscription/subscribe", { email }, { headers });
      if (status !== 429) return body.data;
      const proof = await solveProofOfWork(email, body.data.proofBits);
      const worked = { ...headers, "Visitor-Signals": `${signals}, proof=${proof}` };
      return (await call("POST", "/subscription/subscribe", { email }, { headers: worked })).body.data;
    };
    expect(await subscribe("robot@office.example", "honeypot")).toMatchObject({ isAsked: false });
    // Without a script too: a password manager may have filled what people do not see.
    const sendForm = async (fields: Record<string, string>) =>
      (await request("/send/subscription", { method: "POST", body: new URLSearchParams(fields) })).headers.get(
        "Location",
      );
    expect(await sendForm({ email: "robot@office.example", [honeypotField]: "x" })).toBe("/sent/subscription/noted");
    const noted = await request("/sent/subscription/noted");
    const words = await noted.text();
    expect([noted.status, words.includes("Thank you for subscribing!"), words.includes("e-mail we just sent")]).toEqual(
      [...[200, true, false]],
    );
    for (let n = 1; n <= 12; n++)
      expect(await subscribe(`person${n}@office.example`, "elapsed=400")).toMatchObject({ isAsked: true });
    await mailWorker.sendDue();
    expect(mailbox.received.map(({ to }) => to[0])).toEqual(
      Array.from({ length: 12 }, (_, n) => `person${n + 1}@office.example`),
    );
    expect(await stateOf("robot@")).toBe("unconfirmed");
    // An address gets three mails a day from strangers.
    for (let n = 1; n <= 3; n++) await call("POST", "/quote/new", { ...ada, email: "full@office.example" });
    expect(await subscribe("full@office.example", "elapsed=400")).toMatchObject({ isAsked: false });
  });

  test.each([".", ",", ")", ">", "%3E", ").", "%29%2C", "”"])(
    "a link of a mail works with %s stuck to its end",
    async (sign) => {
      const { subscribe, mailWorker, request, linkIn } = await createNewsletter(database);
      await subscribe("ada@analytical.example");
      await mailWorker.sendDue();
      const links = [linkIn(0), "/admin/quote/abcd", "/approve/abcd", "/admin/reset/abcd", "/details/1"];
      for (const link of links) {
        const response = await request(`${link}${sign}?ref=mail`);
        expect([response.status, response.headers.get("Location")]).toEqual([301, `${link}?ref=mail`]);
      }
      const list = await request(`/admin/quote?show=spam${sign}`);
      expect([list.status, list.headers.get("Location")]).toEqual([301, "/admin/quote?show=spam"]);
      const elsewhere = await request(`//evil.example/${sign}`);
      expect(elsewhere.headers.get("Location") ?? "/").toMatch(/^\/(?!\/)/);
    },
  );

  test("a mail program may send one-click unsubscribe as a multipart form, and is not redirected", async () => {
    const { subscribe, mailWorker, request, stateOf, linkIn } = await createNewsletter(database);
    await subscribe("ada@analytical.example");
    await mailWorker.sendDue();
    await request(linkIn(0), { method: "POST" });
    const body = new FormData();
    body.set("List-Unsubscribe", "One-Click");
    const click = await request(linkIn(0).replace("confirm", "unsubscribe"), { method: "POST", body });
    expect([click.status, await stateOf("ada@")]).toEqual([200, "unsubscribed"]);
  });

  test("who unsubscribes and subscribes again within the hour gets a mail, though at most three a day", async () => {
    const { token, subscribe, mailWorker, mailbox, request, stateOf, linkIn, office } =
      await createNewsletter(database);
    await subscribe("ada@analytical.example");
    await mailWorker.sendDue();
    for (const mails of [2, 3, 3]) {
      await request(linkIn(0), { method: "POST" });
      await request(linkIn(0).replace("confirm", "unsubscribe"), { method: "POST" });
      await subscribe("ada@analytical.example");
      await subscribe("ada@analytical.example");
      await mailWorker.sendDue();
      expect([mailbox.received.length, await stateOf("ada@")]).toEqual([mails, "pending"]);
    }
    // What was decided before holds no more.
    const [asked] = (await office("GET", "/subscription/get-all")).body.data;
    expect([asked.confirmedAt, asked.unsubscribedAt]).toEqual([undefined, undefined]);
    const headers = { Authorization: `Bearer ${token}` };
    const file = await (await request("/api/subscription/export?state=any", { headers })).text();
    expect(file).toMatch(/,pending,[^,]+ UTC,,http/);
  });

  test("unsubscribing counts for the address: also while it is in the trash, and with the link of an earlier mail", async () => {
    const { subscribe, mailWorker, request, stateOf, linkIn, office } = await createNewsletter(database);
    await subscribe("ada@analytical.example");
    await mailWorker.sendDue();
    await request(linkIn(0), { method: "POST" });
    const first = linkIn(0).replace("confirm", "unsubscribe");
    const unsubscribe = () => request(first, { method: "POST", body: "List-Unsubscribe=One-Click" });
    const [{ slug }] = (await office("GET", "/subscription/get-all")).body.data;
    await office("DELETE", `/subscription/${slug}`);

    const shown = async (link: string) => {
      const page = await request(link);
      return [page.status, /action="[^"]*newsletter\/(\w+)/.exec(await page.text())?.[1]];
    };
    expect(await shown(linkIn(0))).toEqual([404, undefined]);
    expect(await shown(first)).toEqual([200, "unsubscribe"]);
    expect((await unsubscribe()).status).toBe(200);
    expect(await shown(first)).toEqual([200, undefined]);
    await office("POST", "/trash/restore", { kind: "subscription", id: slug });
    expect(await stateOf("ada@")).toBe("unsubscribed");

    await office("DELETE", `/subscription/${slug}`);
    await subscribe("ada@analytical.example");
    await mailWorker.sendDue();
    await request(linkIn(1), { method: "POST" });
    expect(await stateOf("ada@")).toBe("confirmed");
    expect(await (await request(first)).text()).toContain(`action="${first}"`);
    expect((await unsubscribe()).status).toBe(200);
    expect(await stateOf("ada@")).toBe("unsubscribed");
  });

  test("the response does not reveal whether an address is known, and its owner is asked at most once an hour", async () => {
    const { subscribe, mailWorker, mailbox, clock, request, linkIn } = await createNewsletter(database);
    const first = await subscribe("ada@analytical.example");
    const again = await subscribe("ada@analytical.example");
    await mailWorker.sendDue();
    await request(linkIn(0), { method: "POST" });
    const known = await subscribe("ada@analytical.example");
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([known.status, known.body]).toEqual([first.status, first.body]);
    await subscribe("grace@navy.example");
    await subscribe("grace@navy.example");
    clock.pass(61 * 60_000);
    await subscribe("grace@navy.example");
    await mailWorker.sendDue();
    expect(mailbox.received.map(({ to }) => to[0])).toEqual(["ada@analytical.example", "grace@navy.example"]);
    clock.pass(61 * 60_000);
    await subscribe("grace@navy.example");
    await mailWorker.sendDue();
    expect(mailbox.received).toHaveLength(3);
  });

  test("an unknown confirmation link gets 404", async () => {
    const { request } = await createNewsletter(database);
    const nobody = `/newsletter/confirm/${"a".repeat(32)}`;
    expect((await request(nobody)).status).toBe(404);
    expect((await request(nobody, { method: "POST" })).status).toBe(303);
    expect((await request("/newsletter/delete/abc", { method: "POST" })).status).toBe(405);
  });

  test("with a mail server an address can be asked until it is confirmed", async () => {
    const { subscribe, mailWorker, request, linkIn, office } = await createNewsletter(database);
    await subscribe("ada@analytical.example");
    const canAsk = async () => {
      const { body } = await office("GET", "/subscription/get-all");
      return body.data[0].canAsk;
    };
    expect(await canAsk()).toBe(true);
    await mailWorker.sendDue();
    await request(linkIn(0), { method: "POST" });
    expect(await canAsk()).toBe(false);
  });

  test("without a mail server an address is stored as unconfirmed, and its owner cannot be asked", async ({ app }) => {
    await app.call("POST", "/subscription/subscribe", { email: "ada@analytical.example" });
    const { body } = await app.office("GET", "/subscription/get-all");
    expect(body.data).toMatchObject([{ state: "unconfirmed", mail: [], canAsk: false }]);
    const { slug } = body.data[0];
    const asked = await app.office("POST", `/subscription/retry-mail/${slug}`);
    expect([asked.status, asked.body.message]).toEqual([409, expect.stringContaining("No mail server is set up")]);
  });

  test("the export contains confirmed subscribers with unsubscribe links, and spreadsheet formulas are neutralised", async () => {
    const { subscribe, mailWorker, request, linkIn, token } = await createNewsletter(database);
    for (const email of ["=cmd|calc@evil.example", "+ada@analytical.example", "grace@navy.example"])
      await subscribe(email);
    await mailWorker.sendDue();
    await request(linkIn(0), { method: "POST" });
    await request(linkIn(1), { method: "POST" });
    const reply = await request("/api/subscription/export", { headers: { Authorization: `Bearer ${token}` } });
    expect(reply.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const lines = (await reply.text()).trim().split("\r\n");
    expect(lines[0]).toContain("Email,State,Subscribed (UTC),Confirmed (UTC),Unsubscribe address");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual([
      "<=cmd|calc@evil.example>",
      "<+ada@analytical.example>",
    ]);
    expect(lines[1]).toMatch(/http:\/\/site\.example\/newsletter\/unsubscribe\/\w{32}$/);
    const exported = async (query: string) => {
      const filtered = await request(`/api/subscription/export?${query}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      return (await filtered.text()).trim().split("\r\n").length - 1;
    };
    expect([await exported("state=any"), await exported("state=pending"), await exported("state=any&q=navy")]).toEqual([
      3, 1, 1,
    ]);
  });
});
