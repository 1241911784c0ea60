import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { diskAlert } from "#app/features/overview/alerts.service.server.ts";
import { createHeartbeats } from "#app/platform/heartbeats.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
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
    let body = "";
    for await (const chunk of request) body += chunk;
    if (state.status === 200) received.push(JSON.parse(body));
    response.writeHead(state.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { received, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const lead = { fullName: "Ada Lovelace", email: "ada@analytical.example", message: "An engine, please." };

onEveryDatabase("an alert", (database) => {
  test("about mail is shown in the overview and sent to the webhook once at its start and end, without visitor data", async () => {
    const mailbox = await openMailbox();
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url, alertWebhookUrl: receiver.url } });
    const token = await app.logIn();
    const alerts = async () => (await app.call("GET", "/overview", undefined, { token })).body.data.alerts;
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
    const token = await app.logIn();
    const overview = async () => (await app.call("GET", "/overview", undefined, { token })).body.data;
    const health = async () => (await app.call("GET", "/mail/health", undefined, { token })).body.data;
    const worker = new MailWorker(app.deps, emailTemplates);
    expect((await overview()).tasks).not.toContain("mail");
    mailbox.refused = ["ada@analytical.example"];
    await app.call("POST", "/quote/new", lead);
    await worker.sendDue();
    expect((await overview()).alerts).toEqual([]);
    expect(await health()).toMatchObject({ failed: 1 });
    expect(await health()).not.toHaveProperty("trouble");

    mailbox.behaviour = "refuse";
    await app.call("POST", "/quote/new", lead);
    await worker.sendDue();
    const message = "The mail server refuses this recipient for good; 1 mail has failed.";
    expect((await overview()).alerts).toEqual([{ kind: "mail", message }]);
    expect((await overview()).tasks).toContain("mail");
    expect(await health()).toMatchObject({ trouble: message });

    mailbox.behaviour = "accept";
    await app.call("POST", "/mail/retry", undefined, { token });
    await worker.sendDue(true);
    expect((await overview()).alerts).toEqual([]);
    expect((await overview()).tasks).not.toContain("mail");
  });

  test("that the webhook rejects is sent again at the next check", async () => {
    const receiver = await openReceiver();
    const app = await createTestApp(database, { config: { alertWebhookUrl: receiver.url } });
    const look = notifyAlerts(app.deps);
    app.deps.damage = { found: "database disk image is malformed" };
    receiver.state.status = 500;
    await look();
    receiver.state.status = 200;
    await look();
    await look();
    expect(receiver.received).toMatchObject([{ kind: "database", state: "began" }]);
    expect(app.logged.join()).toContain("alert not delivered");
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
  const { body } = await app.call("GET", "/overview", undefined, { token: await app.logIn() });
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
