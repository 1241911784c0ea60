import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { diskAlert } from "#app/features/today/alerts.service.server.ts";
import { createHeartbeats } from "#app/platform/observability/heartbeats.ts";
import { writeSetting } from "#app/platform/setting.repository.server.ts";
import type { Db } from "#db/schema.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { freePort } from "#test/free-port.ts";
import { openMailbox } from "#test/mailbox.ts";
import { emailTemplates } from "../../app/features/mail/templates.service.server.ts";
import { notifyAlerts } from "./alert-notifier.ts";

interface Posted {
  kind: string;
  state: string;
  text: string;
}

/** A real webhook receiver. */
async function openReceiver() {
  const received: Posted[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    if (request.url === "/log-in") return void response.end("Who are you?");
    let body = "";
    for await (const chunk of request) body += chunk;
    if (state.status === 200) received.push(JSON.parse(body));
    response.writeHead(state.status, { Location: "/log-in" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { received, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const lead = { fullName: "Ada Lovelace", email: "ada@analytical.example", message: "An engine, please." };

const readOnly: Record<Database, Record<"refuse" | "allow", (db: Db) => Promise<unknown>>> = {
  sqlite: {
    refuse: (db) =>
      sql`create trigger refuse before insert on setting begin select raise(abort, 'read-only'); end`.execute(db),
    allow: (db) => sql`drop trigger refuse`.execute(db),
  },
  postgres: {
    async refuse(db) {
      await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'read-only' using errcode = '25006'; end $$`.execute(
        db,
      );
      await sql`create trigger refuse before insert on setting execute function refuse()`.execute(db);
    },
    allow: (db) => sql`drop function refuse cascade`.execute(db),
  },
};

onEveryDatabase("an alert", (database) => {
  test("about mail is shown on Today and sent to the webhook once at its start and end, without visitor data", async () => {
    const mailbox = await openMailbox();
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url, alertWebhookUrl: receiver.url } });
    const alerts = async () => (await app.office("GET", "/today")).body.data.alerts;
    const clock = { ms: 0 };
    const worker = new MailWorker(app.deps, emailTemplates, () => clock.ms);
    const look = notifyAlerts(app.deps);
    await look();
    expect([await alerts(), receiver.received]).toEqual([[], []]);

    await mailbox.close();
    await app.call("POST", "/quote/new", lead);
    await worker.sendDue();
    await look();
    await look();
    await notifyAlerts(app.deps)();
    const message = "The mail server refuses connections; 2 mails wait.";
    expect(await alerts()).toEqual([{ kind: "mail", message }]);
    expect(receiver.received).toMatchObject([
      { kind: "mail", state: "began", site: "http://site.example", text: `http://site.example: ${message}` },
    ]);

    await mailbox.open();
    clock.ms += 3_600_000;
    app.clock.pass(3_600_000);
    await worker.sendDue(true);
    expect(mailbox.received).toHaveLength(2);
    await look();
    await look();
    expect([await alerts(), receiver.received.map(({ state }) => state)]).toEqual([[], ["began", "ended"]]);
    for (const secret of Object.values(lead))
      expect(JSON.stringify([receiver.received, app.logged])).not.toContain(secret);
  });

  test("about mail lasts until notification mails are sent again, and is not raised by a visitor's invalid mailbox", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    const today = async () => (await app.office("GET", "/today")).body.data;
    const health = async () => (await app.office("GET", "/mail/health")).body.data;
    const worker = new MailWorker(app.deps, emailTemplates);
    expect((await today()).work.tasks).not.toContain("mail");
    mailbox.refused = ["ada@analytical.example"];
    await app.call("POST", "/quote/new", lead);
    await worker.sendDue();
    expect((await today()).alerts).toEqual([]);
    expect(await health()).toMatchObject({ failed: 1 });
    expect(await health()).not.toHaveProperty("trouble");

    mailbox.behaviour = "refuse";
    await app.call("POST", "/quote/new", lead);
    await worker.sendDue();
    const message = "The mail server knows no such mailbox; 1 mail waits.";
    expect((await today()).alerts).toEqual([{ kind: "mail", message }]);
    expect((await today()).work.tasks).toContain("mail");
    expect(await health()).toMatchObject({ trouble: message });

    mailbox.behaviour = "accept";
    await app.office("POST", "/mail/retry");
    await worker.sendDue(true);
    expect((await today()).alerts).toEqual([]);
    expect((await today()).work.tasks).not.toContain("mail");
  });

  test("about mail ends with an outage, whatever has failed for visitors meanwhile", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    const clock = { ms: 0 };
    const worker = new MailWorker(app.deps, emailTemplates, () => clock.ms);
    const look = async (path: string) => (await app.office("GET", path)).body.data;
    await mailbox.close();
    await app.call("POST", "/subscription/subscribe", { email: "grace@analytical.example" });
    for (let hours = 0; hours < 128; hours += 4) {
      await worker.sendDue();
      clock.ms += 4 * 3_600_000;
      app.clock.pass(4 * 3_600_000);
    }
    const message = "The mail server refuses connections; 1 mail has failed.";
    expect((await look("/today")).alerts).toEqual([{ kind: "mail", message }]);

    await mailbox.open();
    await app.call("POST", "/quote/new", lead);
    await worker.sendDue();
    expect(mailbox.received).toHaveLength(2);
    expect((await look("/today")).alerts).toEqual([]);
    expect(await look("/mail/health")).toMatchObject({ failed: 1, lastError: { kind: "subscription-confirm" } });
  });

  test("that the webhook rejects is sent again at the next check", async () => {
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { alertWebhookUrl: receiver.url } });
    const look = notifyAlerts(app.deps);
    app.deps.damage = { found: "database disk image is malformed" };
    for (const status of [500, 302]) {
      receiver.state.status = status;
      await look();
    }
    receiver.state.status = 200;
    await look();
    await look();
    expect(receiver.received).toMatchObject([{ kind: "database", state: "began" }]);
    expect(app.logged.join()).toMatch(/alert not delivered.*"status":500.*alert not delivered.*"status":302/s);
  });

  test("that cannot be delivered is logged with the reason, and without the webhook's address", async () => {
    const alertWebhookUrl = `http://127.0.0.1:${await freePort()}/secret`;
    const app = await createTestApp(database, { config: { alertWebhookUrl } });
    app.deps.damage = { found: "database disk image is malformed" };
    await notifyAlerts(app.deps)();
    expect(app.logged.join()).toMatch(/alert not delivered.*"error":"ECONNREFUSED"/);
    expect(app.logged.join()).not.toContain("secret");
  });

  test("about mail is not reported as over while the damaged database cannot tell", async () => {
    const mailbox = await openMailbox();
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url, alertWebhookUrl: receiver.url } });
    const worker = new MailWorker(app.deps, emailTemplates);
    const look = notifyAlerts(app.deps);
    mailbox.behaviour = "refuse";
    await app.call("POST", "/quote/new", lead);
    await worker.sendDue();
    await look();
    app.deps.damage = { found: "database disk image is malformed" };
    await look();
    const states = () => receiver.received.map(({ kind, state }) => `${kind} ${state}`);
    expect(states()).toEqual(["mail began", "database began"]);
    expect(app.logged.filter((line) => line.includes("alert ended"))).toEqual([]);

    app.deps.damage = { found: undefined };
    await look();
    expect(states()).toEqual(["mail began", "database began", "database ended"]);
  });

  test("that the webhook has not accepted before a restart is sent by the successor, once", async () => {
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { alertWebhookUrl: receiver.url } });
    receiver.state.status = 500;
    app.deps.heartbeats.silent = () => ["mail"];
    await notifyAlerts(app.deps)();
    receiver.state.status = 200;
    for (const look of [notifyAlerts(app.deps), notifyAlerts(app.deps)]) await look();
    expect(receiver.received).toMatchObject([{ kind: "worker", state: "began" }]);

    receiver.state.status = 500;
    app.deps.heartbeats.silent = () => [];
    const look = notifyAlerts(app.deps);
    app.clock.pass(10 * 60_000);
    await look();
    receiver.state.status = 200;
    await look();
    await look();
    expect(receiver.received.map(({ state }) => state)).toEqual(["began", "ended"]);
  });

  test("whose message a killed process was about to send is sent once its claim has expired", async () => {
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { alertWebhookUrl: receiver.url } });
    app.deps.heartbeats.silent = () => ["mail"];
    await writeSetting(app.deps.db, "alert worker", `posting ${app.deps.now().toISOString()} ended`);
    const look = notifyAlerts(app.deps);
    await look();
    expect(receiver.received).toEqual([]);
    app.clock.pass(60_000);
    await look();
    await look();
    expect(receiver.received).toMatchObject([{ kind: "worker", state: "began" }]);
  });

  test("that ended while the site was restarted is reported as over, and the next one as begun", async () => {
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { alertWebhookUrl: receiver.url } });
    app.deps.heartbeats.silent = () => ["mail"];
    await notifyAlerts(app.deps)();
    app.deps.heartbeats.silent = () => [];
    const look = notifyAlerts(app.deps);
    await look();
    app.clock.pass(10 * 60_000);
    await look();
    await look();
    app.deps.heartbeats.silent = () => ["clean-up"];
    await look();
    expect(receiver.received.map(({ kind, state }) => [kind, state])).toEqual([
      ["worker", "began"],
      ["worker", "ended"],
      ["worker", "began"],
    ]);
    expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text.replace(": ", ": over: "));
  });

  test("that is over for one instance but not for another is reported again", async () => {
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { alertWebhookUrl: receiver.url } });
    const silent = { here: ["mail"], there: ["mail"] };
    const instance = (place: keyof typeof silent) =>
      notifyAlerts({ ...app.deps, heartbeats: { ...app.deps.heartbeats, silent: () => silent[place] } });
    const looks = [instance("here"), instance("there")];
    const states = async () => {
      for (const look of looks) await look();
      return receiver.received.map(({ state }) => state);
    };
    expect(await states()).toEqual(["began"]);
    silent.here = [];
    expect(await states()).toEqual(["began", "ended", "began"]);
    expect(await states()).toEqual(["began", "ended", "began"]);
    silent.there = [];
    expect(await states()).toEqual(["began", "ended", "began", "ended"]);
  });

  test("that the database takes no writes is reported, and its end", async () => {
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { alertWebhookUrl: receiver.url } });
    const look = notifyAlerts(app.deps);
    const { refuse, allow } = readOnly[database];
    await refuse(app.deps.db);
    await look();
    await look();
    await allow(app.deps.db);
    await look();
    await look();
    expect(receiver.received.map(({ kind, state }) => [kind, state])).toEqual([
      ["database", "began"],
      ["database", "ended"],
    ]);
  });
});

test("a background worker that misses its heartbeat interval raises an alert", async () => {
  let ms = 0;
  const heartbeats = createHeartbeats(() => ms);
  const beat = heartbeats.start("mail", 60_000);
  heartbeats.start("clean-up", 120_000);
  ms = 60_001;
  expect(heartbeats.silent()).toEqual(["mail"]);
  beat();
  ms = 121_000;
  expect(heartbeats.silent()).toEqual(["mail", "clean-up"]);

  const app = await createTestApp("sqlite");
  app.deps.heartbeats.silent = heartbeats.silent;
  const { body } = await app.office("GET", "/today");
  expect(body.data.alerts).toEqual([
    {
      kind: "worker",
      message:
        "Background work has stopped or keeps failing (mail, clean-up). The log says why; if it does not, restart the site.",
    },
  ]);
});

test("a disk with less than a tenth free raises an alert", () => {
  const disk = { blocks: 1_000_000, bsize: 4096 };
  expect(diskAlert({ ...disk, bavail: 100_000 })).toEqual([]);
  expect(diskAlert({ ...disk, bavail: 99_999 })).toEqual([
    { kind: "disk", message: "The disk of the data folder is nearly full: 409 MB are free." },
  ]);
});
