import { execFileSync } from "node:child_process";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { vacuumErased } from "#app/platform/erasure.server.ts";
import { findSetting, writeSetting } from "#app/platform/setting.repository.server.ts";
import { dialectOf } from "#db/dialect.ts";
import type { Db } from "#db/schema.ts";
import { createTestApp, onEveryDatabase, onPostgres, type TestApp, test } from "#test/app.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada, makeDetail, makeProject, makeQuote } from "#test/make.ts";
import { uploadPicture } from "#test/upload.ts";
import { sweep } from "../process/worker.ts";

const day = 24 * 60 * 60_000;

/** Words that occur nowhere else, one for each field of a lead. */
const marked = {
  fullName: "Xanthippe Zyzzyva",
  email: "xanthippe.qwertzu@markerdomain.example",
  phoneNumber: "+49 171 99887766",
  message: `Plumbum quicksilver ${"vermilion ".repeat(700)}`,
};
const noted = "Cinnabar is what she asked for.";
const words = [
  "cinnabar",
  "xanthippe",
  "zyzzyva",
  "qwertzu",
  "markerdomain",
  "99887766",
  "plumbum",
  "quicksilver",
  "vermilion",
];

/**
 * Every byte stored after the night that follows an erasure: SQLite's files as they are, or all columns of PostgreSQL's
 * tables after VACUUM, and what its statistics hold.
 */
async function everything({ deps }: TestApp): Promise<string> {
  const look = vacuumErased({ ...deps, now: () => new Date(deps.now().getTime() + day) });
  for (let n = 0; n < 2; n++) expect(await look()).toBeUndefined();
  expect(await findSetting(deps.db, "erasedNotOverwritten")).toBeUndefined();
  const { databaseUrl, dataDir } = deps.config;
  // Read by another process: closing SQLite's files in this one would release its locks.
  if (!databaseUrl) return execFileSync("grep", ["-ra", ""], { cwd: dataDir, encoding: "latin1", maxBuffer: 2 ** 30 });
  await sql`vacuum`.execute(deps.db);
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(deps.db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select ${sql.table(name)}::text as row from ${sql.table(name)}`.execute(
      deps.db,
    );
    texts.push(name, ...rows.map(({ row }) => row));
  }
  texts.push(...(await statistics(deps.db)));
  return texts.join("\n");
}

/** What PostgreSQL's planner remembers of the contents of columns, as their owner and as a superuser sees it. */
async function statistics(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select pg_stats::text as row from pg_stats where schemaname = current_schema()
    union all select pg_statistic::text from pg_statistic join pg_class on pg_class.oid = starelid
    where relnamespace = current_schema()::regnamespace`.execute(db);
  return rows.map(({ row }) => row);
}

/** As PostgreSQL's autovacuum does from time to time. */
const analyze = ({ deps }: TestApp) => sql`analyze`.execute(deps.db);

/** Which of the words still occur in files, tables or log, in any letter case. */
async function left(app: TestApp, searched = words): Promise<string[]> {
  const all = `${await everything(app)}\n${app.logged.join("\n")}`.toLowerCase();
  return searched.filter((word) => all.includes(word));
}

/** Surrounds the marked lead with many others, so that pages fill up and split, and growing rows move. */
async function crowd(app: TestApp, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { slug } = await makeQuote(app, {
      email: `guest${(n * 7919) % 1000}@example.com`,
      message: "m".repeat(n + 1),
    });
    if (n % 3 === 0) await app.office("PUT", `/quote/${slug}`, { isRead: true });
  }
}

/** Lets no activity be stored. @returns lets them be stored again */
async function refuseActivities({ deps: { db } }: TestApp): Promise<() => Promise<void>> {
  if (dialectOf(db) === "sqlite") {
    await sql`create trigger refused before insert on activity begin select raise(abort, 'refused'); end`.execute(db);
    return async () => void (await sql`drop trigger refused`.execute(db));
  }
  await sql`alter table activity add constraint refused check (false) not valid`.execute(db);
  return async () => void (await sql`alter table activity drop constraint refused`.execute(db));
}

const upload = (app: TestApp, colour: string) => uploadPicture(app, colour, 600, 400);

/** Cuts the left part out of a picture. @returns its address */
async function crop(app: TestApp, url: string, width: number): Promise<string> {
  const part = { url, x: 0, y: 0, width, height: 1 };
  return (await app.office("POST", "/picture/crop", part)).body.data.url;
}

describe("the VACUUM after an erasure", () => {
  /** A site, a look whether it is time, and at which times (UTC) there was a VACUUM. The night begins at 21:00 UTC. */
  async function openSite(vacuum?: () => Promise<void>) {
    const app = await createTestApp("sqlite");
    const nights: string[] = [];
    const look = vacuumErased({
      ...app.deps,
      vacuum: async () => {
        nights.push(app.deps.now().toISOString());
        await vacuum?.();
      },
    });
    const mark = () => findSetting(app.deps.db, "erasedNotOverwritten");
    return { app, nights, look, mark };
  }

  const erase = async (app: TestApp) =>
    (await app.office("POST", "/data-subject/erase", { email: ada.email })).body.data;

  test("is made in the night, once nobody writes, and only after an erasure", async () => {
    const { app, nights, look, mark } = await openSite();
    const lookAt = async (iso: string) => {
      app.clock.set(iso);
      await look();
    };
    for (const hour of [12, 21, 22]) await lookAt(`2026-05-01T${hour}:00:00.000Z`);
    expect(nights).toEqual([]);

    await lookAt("2026-05-02T20:00:00.000Z");
    expect(await erase(app)).toMatchObject({ vacuumOn: "2026-05-03" });
    for (const minute of [50, 54, 59]) await lookAt(`2026-05-02T20:${minute}:00.000Z`);
    await makeQuote(app);
    await lookAt("2026-05-02T21:04:00.000Z");
    expect(nights).toEqual([]);
    expect(await mark()).toBeDefined();
    await lookAt("2026-05-02T21:09:00.000Z");
    await lookAt("2026-05-03T21:09:00.000Z");
    expect(nights).toEqual(["2026-05-02T21:09:00.000Z"]);
    expect(await mark()).toBeUndefined();
    expect(await erase(app)).toMatchObject({ vacuumOn: "2026-05-05" });
  });

  test("is made by day if the site was off at night, and after two days although people write", async () => {
    const { app, nights, look } = await openSite();
    await erase(app);
    app.clock.pass(day);
    await look();
    // The first one sets the time.
    await erase(app);
    await look();
    expect(nights).toEqual([]);
    await look();
    expect(nights).toEqual(["2026-05-02T12:00:00.000Z"]);

    await erase(app);
    app.clock.pass(2 * day + 1);
    await makeQuote(app);
    await look();
    expect(nights).toHaveLength(2);
  });

  test("is made again an hour after one that failed, and for an erasure during it", async () => {
    let work = (): Promise<unknown> => Promise.reject(new Error("There has to be free space"));
    const { app, nights, look, mark } = await openSite(async () => void (await work()));
    await erase(app);
    app.clock.pass(day);
    expect([await look(), await look()]).toEqual([undefined, 3_600_000]);
    expect(app.logged.join()).toContain("There has to be free space");
    expect(await mark()).toBeDefined();

    work = () => erase(app);
    await look();
    expect(await mark()).toBeDefined();
    work = async () => {};
    for (let n = 0; n < 2; n++) await look();
    expect(nights).toHaveLength(3);
    expect(await mark()).toBeUndefined();
  });

  test("is made for what an earlier version erased, or a clock that was ahead", async () => {
    const { app, nights, look, mark } = await openSite();
    for (const left of ["k4m5n6p7q8r9s2t3", "2027-05-01T12:00:00.000Z k4m5n6p7q8r9s2t3"]) {
      await writeSetting(app.deps.db, "erasedNotOverwritten", left);
      await look();
      await look();
      expect(await mark()).toBeUndefined();
    }
    expect(nights).toHaveLength(2);
  });
});

onPostgres(() => {
  test.each([
    { others: 40, what: "among others" },
    { others: 0, what: "that leaves tables empty" },
  ])("an erasure $what also removes the data from PostgreSQL's statistics", async ({ others }) => {
    const app = await createTestApp("postgres");
    await crowd(app, others);
    const lead = { ...marked, message: "Plumbum quicksilver" };
    for (let n = 0; n < 3; n++) {
      const { slug } = await makeQuote(app, lead);
      await app.office("POST", `/quote/note/${slug}`, { text: noted });
    }
    await app.call("POST", "/subscription/subscribe", { email: marked.email });
    await analyze(app);
    const known = async () => {
      const all = (await statistics(app.deps.db)).join("\n").toLowerCase();
      return words.filter((word) => all.includes(word));
    };
    expect(await known()).toEqual(words.filter((word) => word !== "vermilion"));

    const { body } = await app.office("POST", "/data-subject/erase", { email: marked.email });
    expect(body.data.vacuumOn).toBeNull();
    expect(await left(app)).toEqual([]);
    expect(await known()).toEqual([]);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
  });
});

onEveryDatabase("permanent erasure", (database) => {
  test("of a visitor's data leaves no byte of it in database, search index and log, and deletes nobody else's", async () => {
    const mailbox = await openMailbox();
    const app = await createTestApp(database, { config: { smtpUrl: mailbox.url } });
    mailbox.behaviour = "refuse";
    await crowd(app, 40);
    const key = { headers: { "Idempotency-Key": "marked" } };
    const { slug } = (await app.call("POST", "/quote/new", marked, key)).body.data;
    await crowd(app, 40);
    await app.call("POST", "/subscription/subscribe", { email: marked.email });
    await new MailWorker(app.deps, emailTemplates).sendDue();
    await app.office("POST", `/quote/note/${slug}`, { text: noted });
    for (const change of [{ isRead: true }, { isSpam: true }, { nextStep: "Send cinnabar" }])
      await app.office("PUT", `/quote/${slug}`, change);
    const trashed = await makeQuote(app, { ...marked, message: "Plumbum" });
    await app.office("DELETE", `/quote/${trashed.slug}`);
    expect(await left(app)).toEqual(words);

    const { body } = await app.office("POST", "/data-subject/erase", { email: marked.email });

    expect(body.data).toMatchObject({
      erased: { quotes: 2, subscriptions: 1, keys: 1 },
      vacuumOn: database === "sqlite" ? "2026-05-02" : null,
    });
    expect(await left(app)).toEqual([]);
    expect((await app.office("GET", "/quote/get-all?q=engine")).body.total).toBe(0);
    expect((await app.office("GET", "/quote/get-all?q=guest&limit=1")).body.total).toBe(80);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
  });

  test("is recorded in Activity in the same transaction, so that nothing is erased without a record", async () => {
    const app = await createTestApp(database);
    const { slug } = await makeQuote(app, marked);
    await app.office("DELETE", `/quote/${slug}`);
    const projectImage = await upload(app, "red");
    const [, hash] = /(\w{32})\.webp/.exec(projectImage) ?? [];
    const erasures = [
      () => app.office("POST", "/data-subject/erase", { email: marked.email }),
      () => app.office("DELETE", `/trash/quote/${slug}`),
      () => app.office("POST", "/trash/bulk", { action: "erase", entries: [{ kind: "quote", id: slug }] }),
      () => app.office("DELETE", `/picture/${hash}`),
    ];
    const allow = await refuseActivities(app);
    for (const erase of erasures) expect((await erase()).status).toBe(500);
    expect((await app.office("GET", "/trash/get-all")).body.data).toHaveLength(1);
    expect((await app.request(projectImage)).status).toBe(200);

    await allow();
    for (const erase of erasures.slice(1)) await erase();
    await erasures[0]?.();

    const { body } = await app.office("GET", "/activity/get-all?limit=3");
    expect(body.data.map((line: { done: string; what: string }) => `${line.done} ${line.what}`.trim())).toEqual([
      "Erased a visitor’s data",
      "Deleted an unused picture for good",
      "Deleted for good 1 entry",
    ]);
  });

  test("of expired data leaves no byte behind", async ({ app }) => {
    await crowd(app, 10);
    const { slug } = await makeQuote(app, marked);
    await app.office("POST", `/quote/note/${slug}`, { text: noted });
    await app.call("POST", "/subscription/subscribe", { email: marked.email });
    const edits = [
      { path: "privacy.keepQuotesDays", value: 365 },
      { path: "privacy.keepSubscriptionsDays", value: 30 },
    ];
    await app.office("PUT", "/site/edit", { edits, shortens: true });
    app.clock.pass(366 * day);
    if (database === "postgres") await analyze(app);
    await sweep(app.deps);
    expect(await left(app)).toEqual([]);
  });

  test("of a project also deletes its history and the pictures used nowhere else, and no other picture", async () => {
    const app = await createTestApp(database);
    const [own, shared, section, old] = await Promise.all(["red", "green", "blue", "white"].map((c) => upload(app, c)));
    const project = await makeProject(app, { title: "Zyzzyva", description: "Quicksilver", projectImage: own });
    await app.office("PUT", `/project/edit/${project.slug}`, { projectImage: old, drawnImage: shared });
    await app.office("PUT", `/project/edit/${project.slug}`, { projectImage: own });
    await makeDetail(app, project, { heading: "Vermilion", img: section });
    await makeProject(app, { title: "Other", projectImage: shared });
    const { version: baseVersion } = (await app.call("GET", `/project/${project.slug}`)).body.data;
    const draft = { changes: { description: "Plumbum" }, baseVersion, over: null };
    await app.office("PUT", `/draft/project/${project.slug}`, draft);
    const link = { name: "Xanthippe", days: 5 };
    expect((await app.office("POST", `/approval/project/${project.slug}`, link)).status).toBe(201);
    const statuses = async () =>
      Promise.all([own, shared, section, old].map(async (url) => (await app.request(url ?? "")).status));
    const [size] = [String(own).replace(".webp", "-480.webp")];
    expect((await app.request(size ?? "")).status).toBe(200);
    await app.office("DELETE", `/project/${project.slug}`);
    expect(await statuses()).toEqual([200, 200, 200, 200]);

    await app.office("DELETE", `/trash/project/${project.slug}`);

    expect(await statuses()).toEqual([404, 200, 404, 404]);
    expect((await app.request(size ?? "")).status).toBe(404);
    expect(await left(app)).toEqual([]);
  });

  test("of a project also deletes what its pictures were cut from, and other crops of it, but not what others show", async () => {
    const app = await createTestApp(database);
    const [whole, shared] = [await upload(app, "red"), await upload(app, "green")];
    const shown = await crop(app, whole, 0.5);
    const smaller = await crop(app, shown, 0.5);
    const unsaved = await crop(app, whole, 0.75);
    const [ofOther, ofShared, ofSharedUnsaved] = await Promise.all([0.4, 0.5, 0.6].map((w) => crop(app, shared, w)));
    const project = await makeProject(app, { projectImage: smaller, drawnImage: ofShared });
    await makeProject(app, { projectImage: shared, drawnImage: ofOther });
    await app.office("DELETE", `/project/${project.slug}`);
    const pictures = [whole, shown, smaller, unsaved, shared, ofOther, ofShared, ofSharedUnsaved].map(String);
    const size = unsaved.replace(".webp", "-480.webp");
    const known = (url: string) => ({ headers: { "If-None-Match": `"${url.replace("/uploads/", "")}"` } });
    expect((await app.request(size)).status).toBe(200);
    expect((await app.request(whole, known(whole))).status).toBe(304);

    await app.office("DELETE", `/trash/project/${project.slug}`);

    const statuses = await Promise.all(pictures.map(async (url) => (await app.request(url)).status));
    expect(statuses).toEqual([404, 404, 404, 404, 200, 200, 404, 200]);
    for (const url of [whole, size]) expect((await app.request(url, known(url))).status).toBe(404);
    const named = await app.deps.db.selectFrom("pictureName").select("hash").execute();
    expect(named.map(({ hash }) => `/uploads/${hash}.webp`).sort()).toEqual([shared, ofOther, ofSharedUnsaved].sort());
    const rows = await app.deps.db.selectFrom("pictureCrop").select("whole").execute();
    expect(rows.map((row) => row.whole)).toEqual([shared, shared].map((url) => /\w{32}/.exec(url)?.[0]));
  });

  test("of a project section also removes it from the project's revisions, which keep the other sections", async () => {
    const app = await createTestApp(database);
    const project = await makeProject(app);
    const img = await upload(app, "black");
    const { _id } = await makeDetail(app, project, { heading: "Vermilion", description: "Plumbum", img });
    const kept = await makeDetail(app, project, { heading: "Kept" });
    await app.office("DELETE", `/project/detail/${project.slug}/${_id}`);
    expect(await left(app)).toEqual(["plumbum", "vermilion"]);
    await app.office("DELETE", `/trash/project-detail/${_id}`);
    expect(await left(app)).toEqual([]);
    expect((await app.request(img)).status).toBe(404);
    const { body } = await app.office("GET", `/history/project/${project.slug}`);
    expect(body.data[0].data.detail).toMatchObject([{ _id: kept._id }]);
  });

  test("of expired entries in the trash also deletes their pictures", async ({ app }) => {
    const projectImage = await upload(app, "red");
    const project = await makeProject(app, { title: "Zyzzyva", projectImage });
    await app.office("DELETE", `/project/${project.slug}`);
    app.clock.pass(31 * day);
    await sweep(app.deps);
    expect((await app.request(projectImage)).status).toBe(404);
    expect(await left(app)).toEqual([]);
  });
});
