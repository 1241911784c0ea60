import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { createMailer } from "#app/features/mail/smtp.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, signIn } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada, charles, makeQuote } from "#test/make.ts";
import { timed } from "#test/timed.ts";

async function createInbox(database: Database) {
  const app = await createTestApp(database);
  const token = await signIn(app);
  const list = async (query: string) => (await app.office("GET", `/quote/get-all?${query}`)).body;
  const names = async (query: string) => (await list(query)).data.map(({ fullName }: { fullName: string }) => fullName);
  const mark = (slug: string, change: object) => app.office("PUT", `/quote/${slug}`, change);
  return { ...app, app, token, list, names, mark };
}

onEveryDatabase("the inbox", (database) => {
  test("finds leads by word prefix, part of an address or digits of a phone number, in any script", async () => {
    const { app, names, list } = await createInbox(database);
    await makeQuote(app, { ...ada, email: "ada@analytical-engine.example", message: "Où est l’Ärztehaus?" });
    await makeQuote(app, { ...charles, fullName: "Charles Babbage", message: "差分机 を作りたい" });
    for (const q of [
      "engine",
      "analytical-engine.example",
      "@analytical",
      "ADA lovel",
      "arztehaus",
      "Ärzte",
      "ada example",
    ])
      expect([q, await names(`q=${encodeURIComponent(q)}`)]).toEqual([q, ["Ada Lovelace"]]);
    for (const q of ["442079", "+44 20", "分机", "babb"])
      expect([q, await names(`q=${encodeURIComponent(q)}`)]).toEqual([q, ["Charles Babbage"]]);
    expect(await names(`q=${encodeURIComponent("’")}`)).toEqual(["Ada Lovelace"]);
    expect((await list("q=nobody")).total).toBe(0);
    expect((await list(`q=${encodeURIComponent('"); drop table quote; -- *')}`)).total).toBe(0);
  });

  test("filters by source and read state, counts leads, and pages after the last lead seen", async () => {
    const { app, names, list, mark, office } = await createInbox(database);
    const slugs: string[] = [];
    for (const n of [1, 2, 3, 4, 5])
      slugs.push((await makeQuote(app, { fullName: `Visitor ${n}`, ...(n % 2 ? {} : { phoneNumber: "123" }) })).slug);
    expect(await names("source=contact")).toEqual(["Visitor 4", "Visitor 2"]);
    expect((await mark(slugs[4] ?? "", { isRead: true })).body.data.readAt).toBe(app.clock.now().toISOString());
    expect(await names("unread=true&limit=2")).toEqual(["Visitor 4", "Visitor 3"]);
    expect(await names("unread=false")).toEqual(["Visitor 5"]);
    await mark(slugs[4] ?? "", { isRead: false });
    const page = await list(`limit=2&before=${slugs[3]}`);
    expect([page.data.map(({ fullName }: { fullName: string }) => fullName), page.total]).toEqual([
      ["Visitor 3", "Visitor 2"],
      5,
    ]);
    const found = await list(`q=visitor&limit=2&before=${slugs[3]}&total=false`);
    expect([found.data.map(({ fullName }: { fullName: string }) => fullName), found.total]).toEqual([
      ["Visitor 3", "Visitor 2"],
      undefined,
    ]);
    const { body } = await office("GET", `/quote/counts?since=${slugs[2]}`);
    expect(body.data).toEqual({ total: 5, unread: 5, spam: 0, newest: slugs[4], fresh: 2 });
  });

  test("returns the correct total for each filter, not counting leads in the trash", async () => {
    const { app, list, mark, office } = await createInbox(database);
    const slugs: string[] = [];
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) slugs.push((await makeQuote(app, { fullName: `Visitor ${n}` })).slug);
    const [first = "", second = "", third = "", fourth = ""] = slugs;
    for (const slug of [first, second, third]) await mark(slug, { isSpam: true });
    for (const slug of [third, fourth]) await office("DELETE", `/quote/${slug}`);
    await mark(slugs[7] ?? "", { isRead: true });

    for (const [query, length] of [
      ["limit=2", 6],
      ["limit=2&offset=2", 6],
      ["limit=2&spam=true", 2],
      ["limit=2&spam=false", 4],
      ["limit=2&unread=true", 5],
      ["limit=2&unread=true&spam=false", 3],
      ["limit=2&source=quote", 6],
      ["limit=2&q=visitor", 6],
      ["limit=2&q=visitor&spam=false", 4],
      ["limit=2&q=visitor&spam=true", 2],
    ] as const)
      expect([query, (await list(query)).total]).toEqual([query, length]);
    const { body } = await office("GET", "/quote/counts");
    expect(body.data).toMatchObject({ total: 6, unread: 3, spam: 2, newest: slugs[7] });
  });

  test("a lead restored from the trash does not count as one that has just arrived", async () => {
    const { app, office } = await createInbox(database);
    const counts = async (query = "") => (await office("GET", `/quote/counts${query}`)).body.data;
    await makeQuote(app, { fullName: "First" });
    const { slug } = await makeQuote(app, { fullName: "Second" });
    await office("DELETE", `/quote/${slug}`);
    const { newest } = await counts();
    await office("POST", "/trash/restore", { kind: "quote", id: slug });
    expect(await counts(`?since=${newest}`)).toMatchObject({ total: 2, unread: 2, fresh: 0 });
    await makeQuote(app, { fullName: "Third" });
    expect(await counts(`?since=${newest}`)).toMatchObject({ total: 3, fresh: 1 });
  });

  test("shows suspected spam marked as such and sends no mail for it; unmarking it sends the mail once", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    const mailWorker = new MailWorker(app.deps, emailTemplates);
    const sent = await app.call("POST", "/quote/new", ada, {
      headers: { "Visitor-Signals": "elapsed=9000, honeypot" },
    });
    expect(sent.status).toBe(201);
    await mailWorker.sendDue();
    expect(mailbox.received).toEqual([]);
    for (const query of ["", "?spam=true", "?q=engine", "?source=quote", "?limit=1"])
      expect((await app.office("GET", `/quote/get-all${query}`)).body.data).toMatchObject([
        { fullName: ada.fullName, isSpam: true, spamReason: expect.any(String) },
      ]);
    expect((await app.office("GET", "/quote/get-all?spam=false")).body.data).toEqual([]);
    const counts = await app.office("GET", "/quote/counts");
    expect(counts.body.data).toMatchObject({ total: 1, unread: 0, spam: 1, newest: sent.body.data.slug, fresh: 0 });
    const change = (isSpam: boolean) => app.office("PUT", `/quote/${sent.body.data.slug}`, { isSpam });
    expect((await change(false)).body.data).toMatchObject({
      isSpam: false,
      mail: [{ state: "waiting" }, { state: "waiting" }],
    });
    await change(false);
    await mailWorker.sendDue();
    expect(mailbox.received).toHaveLength(2);
    await change(true);
    await change(false);
    await mailWorker.sendDue();
    expect(mailbox.received).toHaveLength(2);
  });

  test("sends nothing about what staff had marked as spam, about an answered lead, or about an old one", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database);
    const bulk = async (slugs: string[], action: string) =>
      (await app.office("POST", "/quote/bulk", { selection: { slugs }, action })).body.data.id;
    const change = (slug: string, body: object) => app.office("PUT", `/quote/${slug}`, body);
    const hold = async () =>
      (await app.call("POST", "/quote/new", ada, { headers: { "Visitor-Signals": "honeypot" } })).body.data.slug;
    const before = [(await makeQuote(app)).slug, (await makeQuote(app)).slug];
    const [held, answered, old] = [await hold(), await hold(), await hold()];
    // Mail is set up only now.
    Object.assign(app.deps, { mailer: createMailer({ smtpUrl: mailbox.url }) });

    const id = await bulk(before, "spam");
    await app.office("POST", `/quote/bulk/undo/${id}`);
    await change(before[0] as string, { isSpam: true });
    await change(before[0] as string, { isSpam: false });
    await bulk(before, "spam");
    await bulk(before, "not-spam");
    await change(answered, { status: "replied" });
    await bulk([answered], "not-spam");
    await bulk([held], "not-spam");
    app.clock.pass(4 * 24 * 3_600_000);
    await change(old, { isSpam: false });

    const rows = await app.deps.db.selectFrom("outbox").select(["subject", "kind"]).orderBy("id").execute();
    expect(rows).toEqual([
      { subject: held, kind: "quote-notice" },
      { subject: held, kind: "quote-receipt" },
    ]);
  });

  test("sends what the filter held back though somebody marks it as spam again before it has gone", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    const { body } = await app.call("POST", "/quote/new", ada, { headers: { "Visitor-Signals": "honeypot" } });
    const seen: string[] = [];
    for (const isSpam of [false, true, false]) {
      await app.office("PUT", `/quote/${body.data.slug}`, { isSpam });
      const lead = (await app.office("GET", `/quote/${body.data.slug}`)).body.data;
      seen.push(`${lead.mail.length} ${lead.spamReason ? "reason" : "none"}`);
    }
    expect(seen).toEqual(["2 none", "0 reason", "2 none"]);
  });

  test("marks a lead as spam on two signals, or on links without browser signals, but not on one signal alone", async () => {
    const { call, names, list, request } = await createInbox(database);
    const links = `${ada.message} https://a.example https://b.example https://c.example`;
    const send = (fullName: string, message: string, signals: string) =>
      call("POST", "/quote/new", { ...ada, fullName, message }, { headers: { "Visitor-Signals": signals } });
    await call("POST", "/quote/new", ada);
    await send("Quick", "Hello", "elapsed=80");
    await send("Links", links, "elapsed=90000");
    await send("Restored", links, "draft");
    await send("Both", links, "elapsed=80");
    await send("Odd", links, "elapsed=soon, proof=<>, nonsense");
    await call("POST", "/quote/new", { ...ada, fullName: "Bare", message: "See www.a.example" });
    await call("POST", "/quote/new", { ...ada, fullName: "Look at https://a.example" });
    for (const [fullName, message] of [
      ["Plain form", links],
      ["Plain with a link", "Our shop is https://a.example"],
    ])
      await request("/send/contact", {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ ...charles, fullName, message } as Record<string, string>),
      });
    expect(await names("spam=true")).toEqual(["Plain form", "Look at https://a.example", "Bare", "Odd", "Both"]);
    expect(await names("spam=false")).toEqual(["Plain with a link", "Restored", "Links", "Quick", "Ada Lovelace"]);
    expect((await list("spam=true")).data[0].spamReason).toMatch(/links/);
  });

  test("counts addresses with a path as links also without a scheme, but no bare domain, technology or pair of names", async () => {
    const { call, list } = await createInbox(database);
    const send = (message: string, signals = "") =>
      call("POST", "/quote/new", { ...ada, message }, { headers: { "Visitor-Signals": signals } });
    const suspected = [
      "Go to pills.example.com/x and cheap.shop/y",
      "(bit.ly/3xY), t.me/abc",
      "Cheap at example.com/pills.",
      "Example.com/pills-2026",
      "See example.com/brief and example.com/plan",
      "Booking.com/Airbnb beat Expedia.com/Hotels",
    ];
    const ordinary = [
      "Our site is example.com",
      "example.com, example.org and example.ru",
      "Like Booking.com/Airbnb",
      "Like booking.com/airbnb.com.",
      "and/or, TCP/IP, 24/7, 25.11.2026/26.11.2026, v1.2.3/1.2.4, package.json/x, src/app.ts/main",
      "React.js/Node.js, Next.js/Express.js, ASP.NET/C#, VB.NET/Java, Socket.io/Redis",
      "Write to ada@example.com/grace@example.com and/or call 1.500/2.000",
      "a.".repeat(5_000),
    ];
    const quick = ["a.com/1 b.com/2 c.com/3", "https://www.a.example https://www.b.example"];
    const { ms } = await timed(async () => {
      for (const message of [...suspected, ...ordinary]) await send(message);
      for (const message of quick) await send(message, "elapsed=80");
    });

    const messages = async (query: string) =>
      (await list(query)).data.map(({ message }: { message: string }) => message);
    expect(await messages("spam=true")).toEqual([quick[0], ...suspected.toReversed()]);
    expect(await messages("spam=false")).toEqual([quick[1], ...ordinary.toReversed()]);
    // It is to end what never ends; the database, which may be starved, has its share of it.
    expect(ms).toBeLessThan(20_000);
  });

  test("mails the office at most once a day how many unread leads are held back as suspected spam", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    const mailWorker = new MailWorker(app.deps, emailTemplates);
    const suspect = async () =>
      (await app.call("POST", "/quote/new", ada, { headers: { "Visitor-Signals": "honeypot" } })).body.data.slug;
    const look = async () => {
      await sweep(app.deps);
      await mailWorker.sendDue();
      return mailbox.received.splice(0).map(({ to, headers, text }) => {
        expect(to).toEqual(["hello@example.com"]);
        expect(headers["auto-submitted"]).toBe("auto-generated");
        expect(text).not.toContain(ada.fullName);
        return headers.subject;
      });
    };
    expect(await look()).toEqual([]);
    await suspect();
    await suspect();
    expect(await look()).toEqual(["2 messages are held back as suspected spam"]);
    await suspect();
    app.clock.pass(12 * 3_600_000);
    expect(await look()).toEqual([]);
    const own = (await app.call("POST", "/quote/new", ada)).body.data.slug;
    await app.office("PUT", `/quote/${own}`, { isSpam: true });
    const read = await suspect();
    await app.office("PUT", `/quote/${read}`, { isRead: true });
    app.clock.pass(13 * 3_600_000);
    expect(await look()).toEqual(["1 message is held back as suspected spam"]);
    app.clock.pass(25 * 3_600_000);
    expect(await look()).toEqual([]);
    expect((await app.office("GET", "/quote/counts")).body.data.spam).toBe(5);
  });

  test("returns 429 with a proof-of-work challenge above the rate limit, and accepts a proof for one message only", async () => {
    const app = await createTestApp(database, { config: { rateLimit: true } });
    for (let n = 0; n < 10; n++) await app.call("POST", "/quote/new", { ...ada, message: `${n}` });
    const key = { headers: { "Idempotency-Key": "eleventh" } };
    const refused = await app.call("POST", "/quote/new", ada, key);
    expect([refused.status, refused.body.data]).toEqual([429, { proofBits: 16 }]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const proof = workFor("eleventh", refused.body.data.proofBits);
    const sendAs = (key: string, signals: string) =>
      app.call("POST", "/quote/new", ada, { headers: { "Idempotency-Key": key, "Visitor-Signals": signals } });
    expect((await sendAs("eleventh", "proof=nowork")).status).toBe(429);
    expect((await sendAs("eleventh", `proof=${proof}`)).status).toBe(201);
    expect((await sendAs("twelfth", `proof=${proof}`)).status).toBe(429);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(429);
  });

  test("exports the filtered leads with spreadsheet formulas neutralised", async () => {
    const { app, request, token } = await createInbox(database);
    await makeQuote(app, { fullName: "=1+1", message: 'He said "hi",\nthen left' });
    await makeQuote(app, { ...charles, fullName: "@Charles" });
    await makeQuote(app, { fullName: "Other", message: "a;=1+1\n\n  @2, =3" });
    const reply = await request("/api/quote/export?source=quote", { headers: { Authorization: `Bearer ${token}` } });
    const text = await reply.text();
    expect(reply.headers.get("Content-Disposition")).toBe('attachment; filename="quotes.csv"');
    const [, other, line] = text.split("\r\n");
    expect(other, "nor where a semicolon is expected").toContain(`"a;'=1+1\n\n  '@2, =3"`);
    expect(line).toContain(`quote,"'=1+1",ada@example.com,,`);
    expect(line).toContain(`,"He said ""hi"",\nthen left",no,`);
    expect(text).not.toContain("Charles");
    expect((await request("/api/quote/export")).status).toBe(401);
  });

  test("exports times in UTC, and no cell that a spreadsheet would convert to a number, date or formula", async () => {
    const { app, request, token } = await createInbox(database);
    const numbers = ["03001234567", "300", "0300.1234567", "(042) 35780000"];
    for (const phoneNumber of numbers) await makeQuote(app, { ...charles, phoneNumber });
    await makeQuote(app, { ...charles, phoneNumber: "+92 300 1234567", message: "1/2", fullName: "May 5" });
    await makeQuote(app, { ...charles, phoneNumber: "0300-1234567", message: "1e5", fullName: "TRUE" });
    await makeQuote(app, { ...charles, phoneNumber: "(042) 1", message: "+1+2345678", fullName: "+(1)" });
    await makeQuote(app, { ...charles, phoneNumber: "1 2", message: "2026-05-01T12:30Z", fullName: "10 am" });
    const reply = await request("/api/quote/export", { headers: { Authorization: `Bearer ${token}` } });
    const lines = (await reply.text()).trim().split("\r\n");
    expect(lines[0]).toContain("Received (UTC),Source,");
    const shown = ["Full name", "Email", "Phone number", "Message", "Suspected spam"];
    const columns = shown.map((name) => (lines[0] ?? "").split(",").indexOf(name));
    const cellsOf = (line: string) => columns.map((column) => line.split(",")[column]);
    expect(lines.slice(1).map(cellsOf)).toEqual([
      ['"10 am\t"', charles.email, "tel:1 2", '"2026-05-01T12:30Z\t"', "no"],
      [`"'+(1)"`, charles.email, "tel:(042) 1", `"'+1+2345678"`, "no"],
      ['"TRUE\t"', charles.email, "tel:0300-1234567", '"1e5\t"', "no"],
      ['"May 5\t"', charles.email, "tel:+92 300 1234567", '"1/2\t"', "no"],
      ...numbers
        .toReversed()
        .map((number) => [charles.fullName, charles.email, `tel:${number}`, charles.message, "no"]),
    ]);
    expect(lines[2]).toMatch(/^2026-05-01 12:00:00 UTC,contact,/);
  });
});

function workFor(key: string, bits: number): string {
  for (let n = 0; ; n++)
    if (parseInt(createHash("sha256").update(`${key}:${n}`).digest("hex").slice(0, 8), 16) >>> (32 - bits) === 0)
      return String(n);
}
