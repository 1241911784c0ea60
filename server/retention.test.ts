import { expect } from "vitest";
import { eraseOld } from "#app/features/data-subject/erase-visitor-data.service.server.ts";
import { mailStates } from "#app/features/mail/outbox.repository.server.ts";
import { recoverOutbox } from "#app/features/mail/outbox.service.server.ts";
import { purgeTrash } from "#app/features/trash/trash.service.server.ts";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada, makeProject, makeQuote } from "#test/make.ts";
import { statementWaits } from "#test/waiting-for-lock.ts";
import { sweep } from "../process/worker.ts";

const dayMs = 24 * 60 * 60_000;

onEveryDatabase("data with a retention period", (database) => {
  test("is erased even if an earlier step of the clean-up fails", async ({ app }) => {
    await makeProject(app);
    await app.office("DELETE", "/project/agora");
    await start(app);
    const rename = (from: string, to: string) => app.deps.db.schema.alterTable(from).renameTo(to).execute();
    await rename("passwordReset", "elsewhere");
    for (let day = 0; day < 31; day += 0.5) {
      app.clock.pass(dayMs / 2);
      await expect(sweep(app.deps)).rejects.toThrow(/password_reset/);
    }
    await rename("elsewhere", "passwordReset");
    expect((await stored(app)).projects).toBe(0);
  });

  test("survives a clock that is a year ahead for a week", async ({ app }) => {
    await keepFor(app, 60);
    await makeProject(app);
    await app.call("POST", "/quote/new", ada, { headers: { "Idempotency-Key": "one" } });
    const trashed = await makeQuote(app, { fullName: "Grace Hopper" });
    await app.office("DELETE", "/project/agora");
    await app.office("DELETE", `/quote/${trashed.slug}`);
    const before = await stored(app);
    await start(app);

    app.clock.pass(365 * dayMs);
    await run(app, 7);
    app.clock.pass(-365 * dayMs);
    await run(app, 1);

    expect(await stored(app)).toEqual(before);
    expect(before).toEqual({ projects: 1, quotes: 2, keys: 1 });
  });

  test("queued mail survives a start with the clock a year ahead", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    const { slug } = await makeQuote(app);
    await start(app);

    app.clock.pass(365 * dayMs);
    await start(app);

    const mails = (await mailStates(app.deps.db, [slug])).get(slug);
    expect(mails?.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  });

  test("is deleted when it expires, even if the site is started once a day", async ({ app }) => {
    await keepFor(app, 60);
    await makeProject(app);
    await makeQuote(app);
    await app.office("DELETE", "/project/agora");
    await start(app);

    await run(app, 31);
    expect(await stored(app)).toMatchObject({ projects: 0, quotes: 1 });
    for (let day = 31; day <= 60; day++) await run(app, 1, dayMs);
    expect(await stored(app)).toMatchObject({ quotes: 0 });
  });

  test("is kept if somebody keeps it while it is being erased", async ({ app }) => {
    const { db } = app.deps;
    await edit(app, "privacy.keepSpamDays", 30);
    const spam = await makeQuote(app);
    const trashed = await makeQuote(app, { fullName: "Grace Hopper" });
    await app.office("PUT", `/quote/${spam.slug}`, { isSpam: true });
    await app.office("DELETE", `/quote/${trashed.slug}`);
    const later = { ...app.deps, now: () => new Date(app.clock.now().getTime() + 31 * dayMs) };
    const kept: [string, object, () => Promise<unknown>][] = [
      [spam.slug, { isSpam: 0 }, () => eraseOld(later)],
      [trashed.slug, { deletedAt: null }, () => purgeTrash(later)],
    ];

    for (const [slug, change, erase] of kept) {
      const keeping = await db.startTransaction().execute();
      await keeping.updateTable("quote").set(change).where("slug", "=", slug).execute();
      const erasing = erase();
      await statementWaits(db);
      await keeping.commit().execute();
      await erasing;
    }

    expect((await stored(app)).quotes).toBe(2);
  });

  test("that expired while the site was off is deleted after a delay", async ({ app }) => {
    await makeProject(app);
    await app.office("DELETE", "/project/agora");
    await start(app);

    app.clock.pass(40 * dayMs);
    await run(app, 14);
    expect(await stored(app)).toMatchObject({ projects: 1 });
    await run(app, 2);
    expect(await stored(app)).toMatchObject({ projects: 0 });
  });
});

/** What happens when the process starts: a first clean-up, and recovery of mail left in the outbox. */
async function start({ deps }: TestApp): Promise<void> {
  await sweep(deps);
  await recoverOutbox(deps, true);
}

/** Runs the clean-up for a number of days. Two runs a day are enough here; the product runs one every ten minutes. */
async function run(app: TestApp, days: number, everyMs = dayMs / 2): Promise<void> {
  for (let ms = 0; ms < days * dayMs; ms += everyMs) {
    app.clock.pass(everyMs);
    await start(app);
  }
}

const keepFor = (app: TestApp, days: number) => edit(app, "privacy.keepQuotesDays", days);

async function edit(app: TestApp, path: string, value: number): Promise<void> {
  const edits = [{ path, value }];
  expect((await app.office("PUT", "/site/edit", { edits, shortens: true })).status).toBe(200);
}

async function stored({ deps: { db } }: TestApp) {
  const count = async (table: "quote" | "leadKey" | "project") =>
    (await db.selectFrom(table).selectAll().execute()).length;
  return { projects: await count("project"), quotes: await count("quote"), keys: await count("leadKey") };
}
