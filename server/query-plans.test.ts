import { expect, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { retryMail } from "#app/features/mail/outbox.repository.server.ts";
import { recoverOutbox } from "#app/features/mail/outbox.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { findSubscription } from "#app/features/subscription/subscription.repository.server.ts";
import { purgeUnusedPictures } from "#app/features/upload/unused-pictures.service.server.ts";
import { pregenerateOne } from "#app/features/upload/upload.service.server.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { mainPaths } from "#app/shared/public-pages.ts";
import { createTestApp, onEveryDatabase, signIn, type TestApp } from "#test/app.ts";
import { type DataLocation, freshLocation, migratedLocation } from "#test/data-location.ts";
import { openMailbox } from "#test/mailbox.ts";
import { ada, charles, makeDetail, makeEntry, makeFaq, makeProject, makeQuote } from "#test/make.ts";
import { fullScans, pictureReads, type Statement, sqlitePlan } from "#test/query-plans.ts";
import { uploadPicture } from "#test/upload.ts";
import { readBuiltInPictures } from "../process/built-in.ts";
import { sweep } from "../process/worker.ts";

/** Tables that grow over the years and with the number of visitors. */
const growing = [
  "quote",
  "quote_event",
  "activity",
  "bulk_change_entry",
  "subscription",
  "change",
  "lead_key",
  "outbox",
  "session",
  "approval_note",
];
/** Written by staff and read in full to render pages; statements on their trash read only the rows they show. */
const managed = [
  ...contentTypes.map(({ table }) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  "project_detail",
];
const isTrashOf = (table: string, sql: string) =>
  new RegExp(`(?:"${table}"\\.| )"deleted_at" (?:is not null|<)`).test(sql);

const day = 24 * 60 * 60 * 1000;

onEveryDatabase("query plans", (database) => {
  test("no statement scans a growing table (leads, subscribers, revisions, queued mail, keys) or the trash", async () => {
    const { app, statements, scans } = await recorded();
    await useEverything(app);

    const found = await scans();

    expect(statements.size).toBeGreaterThan(120);
    for (const table of growing) expect([...statements.keys()].some((sql) => sql.includes(`"${table}"`))).toBe(true);
    expect(found.map(({ table, sql }) => `${table}: ${sql}`)).toEqual([]);
  });

  test("no statement reads a picture that the response does not contain", async () => {
    const { app, statements, place } = await recorded();
    await usePictures(app);

    const asked = [...statements.values()].filter(({ sql }) => /\bupload(_variant)?\b/.test(sql));
    expect(asked.length).toBeGreaterThan(6);
    expect(pictureReads(place, asked)).toEqual([]);
  });

  if (database === "sqlite")
    test("a query for a picture's width that has to read past its bytes is detected", async () => {
      const { place } = await recorded();
      const statement = { sql: 'select "width" from "upload" where "hash" = ?', parameters: [""] };
      expect(pictureReads(place, [statement])).toEqual([{ table: "upload", sql: statement.sql }]);
    });

  if (database === "sqlite")
    test("the chart of leads reads the leads of its weeks alone, by their age", async () => {
      const { app, statements, place } = await recorded();
      expect((await app.office("GET", "/today")).status).toBe(200);
      const chart = [...statements.values()].filter(({ sql }) => /from "quote" .*group by/s.test(sql));
      expect(chart).toHaveLength(1);
      expect(sqlitePlan(place, chart[0] as Statement)).toContain("quote_by_age");
    });

  if (database === "sqlite")
    test("the feed reads of each history the states until a project was published, not all of them", async () => {
      const { app, statements, place } = await recorded();
      await makeProject(app);
      expect((await app.request("/feed.xml")).status).toBe(200);
      const [dates] = [...statements.values()].filter(({ sql }) => sql.includes('"data" like'));
      expect(sqlitePlan(place, dates as Statement)).toMatch(
        /COVERING INDEX change_by_entry \(noun=\?\)[\s\S]*INDEX change_by_entry \(noun=\? AND slug=\?\)/,
      );
    });

  test.each([
    ["outbox_next", "outbox"],
    ["faq_trash", "faq"],
  ])("without the index %s a full scan is detected", async (index, table) => {
    const { app, scans } = await recorded(freshLocation(database));
    const { slug } = await makeFaq(app);
    for (const path of [`/history/faq/${slug}`, "/trash/get-all"]) await app.office("GET", path);
    await sweep(app.deps);
    await retryMail(app.deps.db, app.clock.now());
    expect(await scans()).toEqual([]);

    await app.deps.db.schema.dropIndex(index).execute();

    expect((await scans()).map((scan) => scan.table)).toContain(table);
  });

  async function recorded(place: Promise<DataLocation> = migratedLocation(database)) {
    const where = await place;
    const mailbox = await openMailbox();
    const statements = new Map<string, Statement>();
    const app = await createTestApp(database, {
      place: where,
      config: { smtpUrl: mailbox.url, mailFrom: "Jorna <office@site.example>" },
      onQuery: ({ sql, parameters }) => {
        const text = sql.trim();
        if (/^(with|select|update|delete|insert)\b/.test(text)) statements.set(text, { sql: text, parameters });
      },
    });
    const scans = async () =>
      (await fullScans(where, [...statements.values()])).filter(
        ({ table, sql }) => growing.includes(table) || (managed.includes(table) && isTrashOf(table, sql)),
      );
    return { app, statements, scans, place: where };
  }
});

/** Everything that queries pictures: uploads, pages, sizes generated on demand and in advance, built-in pictures. */
async function usePictures(app: TestApp): Promise<void> {
  const url = await uploadPicture(app, "#0e3127", 500, 300);
  await makeProject(app, { projectImage: url });
  await readBuiltInPictures(app.deps);
  const { body } = await app.office("GET", "/picture/get-all");
  const before = encodeURIComponent(`${body.data[0].createdAt} ${body.data[0].hash}`);
  await app.office("GET", `/picture/get-all?before=${before}`);
  await purgeUnusedPictures(app.deps);
  const sizes = [480, 640].flatMap((width) => ["webp", "avif"].map((format) => `-${width}.${format}`));
  await Promise.all(sizes.map((size) => app.request(url.replace(".webp", size))));
  for (const path of [url, "/", "/portfolio", "/details/0", "/share/portfolio.png"]) await app.request(path);
  await pregenerateOne(app.deps);
}

/** A day of staff and visitors: every call that reads or writes a growing table. */
async function useEverything(app: TestApp): Promise<void> {
  const { office } = app;
  await visit(app);
  await readInbox(app, office);
  await manage(app, office);
  await work(app, office);
  await approve(app);
}

type Office = (method: string, path: string, body?: unknown) => ReturnType<TestApp["call"]>;

async function visit(app: TestApp): Promise<void> {
  for (const body of [ada, charles, ada])
    await app.call("POST", "/quote/new", body, { headers: { "Idempotency-Key": JSON.stringify(body) } });
  for (const email of ["ada@example.com", "ADA@example.com", "charles@example.com"])
    await app.call("POST", "/subscription/subscribe", { email });
  await app.request("/send/quote", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(ada),
  });
  const token = (await findSubscription(app.deps.db, { emailKey: "ada@example.com" }))?.token ?? "";
  for (const choice of ["confirm", "unsubscribe"])
    await app.request(`/newsletter/${choice}/${token}`, { method: "POST", body: "List-Unsubscribe=One-Click" });
  for (const path of [...mainPaths, "/details/0", `/newsletter/confirm/${token}`]) await app.request(path);
}

async function readInbox(app: TestApp, office: Office): Promise<void> {
  const { slug } = await makeQuote(app);
  for (const filter of [
    "",
    "source=contact",
    "source=contact&spam=false",
    "unread=true",
    "unread=false",
    "unread=true&spam=false",
    "spam=true",
    "spam=false",
    "status=new",
    "status=won&spam=false",
    "owner=1",
    `q=${leadReference(slug)}`,
    "q=engine",
    "q=grace",
    "q=grace engine",
    "q=%23",
  ])
    for (const part of ["limit=50", "limit=50&offset=50", `limit=50&before=${slug}`])
      await office("GET", `/quote/get-all?${filter}&${part}`);
  await office("GET", `/quote/counts?since=${slug}`);
  await office("GET", `/quote/${slug}`);
  for (const change of [{ isRead: true }, { isSpam: true }, { isSpam: false }])
    await office("PUT", `/quote/${slug}`, change);
  await office("PUT", `/quote/${slug}`, { status: "won", ownerId: 1, nextStep: "Call", nextStepOn: "2026-05-04" });
  await office("POST", `/quote/note/${slug}`, { text: "Met at the opera.", key: "one" });
  await office("POST", `/quote/reply/${slug}`, { text: "Gladly.", key: "two" });
  await office("GET", "/quote/options");
  for (const selection of [
    { slugs: [slug] },
    { all: { until: slug, q: "engine", except: [slug] } },
    { all: { until: slug } },
  ])
    for (const action of ["replied", "read", "unread", "spam", "not-spam", "owner", "delete"]) {
      const { body } = await office("POST", "/quote/bulk", { selection, action, ownerId: 1 });
      await office("POST", `/quote/bulk/undo/${body.data.id}`);
    }
  await office("POST", `/quote/retry-mail/${slug}`);
  await office("GET", "/subscription/get-all?limit=50");
  await office("GET", "/subscription/get-all?limit=50&offset=50");
  for (const filter of ["q=ada", "q=ada&state=confirmed", "state=confirmed"])
    await office("GET", `/subscription/get-all?${filter}&limit=50`);
  for (const path of ["quote", "subscription"]) await exported(app, `/${path}/export?q=ada`);
  const { body } = await office("GET", "/subscription/get-all");
  for (const path of ["quote", "subscription"]) await exported(app, `/${path}/export`);
  await office("POST", `/subscription/retry-mail/${body.data[0].slug}`);
  const { slug: newest } = body.data[0];
  for (const selection of [{ slugs: [newest] }, { all: { until: newest, q: "ada" } }, { all: { until: newest } }]) {
    const changed = await office("POST", "/subscription/bulk", { selection, action: "delete" });
    await office("POST", `/subscription/bulk/undo/${changed.body.data.id}`);
  }
  await office("DELETE", `/subscription/${newest}`);
  for (let page = (await office("GET", "/activity/get-all?limit=5")).body.data; page.length > 0; ) {
    for (const { id, undo } of page) {
      await office("GET", `/activity/${id}`);
      if (undo.can) await office("POST", `/activity/undo/${id}`);
    }
    page = (await office("GET", `/activity/get-all?limit=5&before=${page.at(-1).id}`)).body.data;
  }
  await office("DELETE", `/quote/${slug}`);
}

async function approve(app: TestApp): Promise<void> {
  const { office } = app;
  const { slug } = await makeFaq(app, { published: false });
  const made = (await office("POST", `/approval/faq/${slug}`, { name: "Ada", days: 1, isRequired: true })).body.data;
  const path = new URL(made.url).pathname;
  const { 1: seen = "" } = /name="seen" value="(\w+)"/.exec(await (await app.request(path)).text()) ?? [];
  for (const kind of ["comment", "approved"])
    await app.request(path, {
      method: "POST",
      body: new URLSearchParams({ kind, text: "A word.", name: "", spot: "", seen, formKey: kind }),
    });
  const [link] = (await office("GET", `/approval/faq/${slug}`)).body.data.links;
  expect(link.answer).toBe("approved");
  await office("PUT", `/approval-note/${link.notes[0].id}`, { isDone: true });
  await office("GET", "/today");
  await office("POST", "/faq/bulk", { action: "publish", entries: [{ slug }] });
  await office("DELETE", `/approval-link/${link.id}`);
}

async function exported(app: TestApp, path: string): Promise<void> {
  await (await app.request(`/api${path}`, { headers: { Authorization: `Bearer ${await signIn(app)}` } })).text();
}

async function manage(app: TestApp, office: Office): Promise<void> {
  const entries = await Promise.all(
    contentTypes.map(async (type) => ({ type, path: type.path, slug: (await makeEntry(type)(app)).slug })),
  );
  for (const { type, path, slug } of entries) {
    const change = (type.calls?.update ?? `/${path}/edit/:slug`).replace(":slug", slug);
    await office("PUT", change, { [type.title]: "Other words" });
    await office("GET", `/${path}/get-all?q=words&limit=5`);
    await office("GET", `/history/${type.name}/${slug}`);
    await office("GET", `/history/${type.name}/${slug}?before=99&limit=5`);
    await office("PUT", `/sort-order/${type.name}`, { slugs: [slug] });
  }
  const project = await makeProject(app);
  const detail = await makeDetail(app, project);
  await office("DELETE", `/project/detail/${project.slug}/${detail._id}`);
  const remove = async () => {
    for (const { path, slug } of entries) await office("DELETE", `/${path}/${slug}`);
  };
  await remove();
  const { body } = await office("GET", "/trash/get-all");
  for (const { kind, id } of body.data) await office("POST", "/trash/restore", { kind, id });
  await remove();
  for (const { kind, id } of body.data) await office("DELETE", `/trash/${kind}/${id}`);
}

async function work(app: TestApp, office: Office): Promise<void> {
  for (const path of ["/today", "/site/history", "/mail/health", "/mail/unsent", "/user/sessions", "/user/me"])
    await office("GET", path);
  await new MailWorker(app.deps, emailTemplates).sendDue(true);
  await office("POST", "/mail/retry", {});
  await recoverOutbox(app.deps, true);
  await office("GET", "/data-subject/expired?quotes=365&spam=30&subscriptions=30");
  await office("POST", "/data-subject/erase", { email: ada.email });
  app.clock.pass(4_000 * day);
  await sweep(app.deps);
}
