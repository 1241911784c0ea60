import { describe, expect } from "vitest";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { lockRows } from "#test/lock-rows.ts";
import { agora, makeDetail, makeFaq, makeJob, makeProject, makeReview } from "#test/make.ts";
import { timed } from "#test/timed.ts";

const preview = async (app: TestApp, input: object) => app.office("POST", "/preview/new", input);

/** The page behind a preview link, as anyone with the link sees it. */
async function look(app: TestApp, input: object): Promise<string> {
  const { status, body } = await preview(app, input);
  expect(status, JSON.stringify(body)).toBe(201);
  return (await app.request(body.data.url)).text();
}

const tables = [
  "project",
  "projectDetail",
  "job",
  "faq",
  "review",
  "siteContent",
  "change",
  "counter",
  "contentRevision",
] as const;

/** Everything that a save would change. */
const stored = ({ deps }: TestApp) =>
  Promise.all(tables.map((table) => deps.db.selectFrom(table).selectAll().execute()));

onEveryDatabase("a preview", (database) => {
  test("shows an unsaved project, job, question, review or site text on its page, and saves nothing", async () => {
    const app = await createTestApp(database);
    const before = await stored(app);

    const pages = [
      await look(app, { noun: "project", body: { ...agora, title: "Unsaved project" } }),
      await look(app, { noun: "job", body: { title: "Unsaved job" } }),
      await look(app, { noun: "faq", body: { question: "Unsaved question?", answer: "Yes." } }),
      await look(app, { noun: "review", body: { fullName: "Unsaved Ada", feedback: "Fine." } }),
      await look(app, { noun: "site", body: { edits: [{ path: "company.name", value: "Unsaved name" }] } }),
    ];

    expect(pages.map((html) => /Unsaved \w+/.exec(html.slice(html.indexOf("<body")))?.[0])).toEqual([
      "Unsaved project",
      "Unsaved job",
      "Unsaved question",
      "Unsaved Ada",
      "Unsaved name",
    ]);
    expect(await stored(app)).toEqual(before);
    for (const path of ["/", "/portfolio", "/career", "/about", "/details/0"])
      expect(await (await app.request(path)).text()).not.toContain("Unsaved");
  });

  test("is rendered while the rows it shows are locked", async () => {
    const place = await migratedLocation(database);
    const app = await createTestApp(database, { place });
    const faq = await makeFaq(app, { question: "Held?" });
    const { body } = await preview(app, { noun: "faq", slug: faq.slug, body: { question: "Unsaved question?" } });
    const letGo = await lockRows(database, place, "faq");

    const { ms, answer: page } = await timed(() => app.request(body.data.url));

    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Unsaved question?");
    // Less than a lock is waited for.
    expect(ms).toBeLessThan(4_500);
    await letGo();
  });

  test("expires after 15 minutes and is then deleted", async ({ app }) => {
    const { body } = await preview(app, { noun: "site", body: { edits: [] } });

    app.clock.pass(15 * 60_000 - 1);
    expect((await app.request(body.data.url)).status).toBe(200);
    app.clock.pass(1);
    expect((await app.request(body.data.url)).status).toBe(404);
    await sweep(app.deps);

    expect(await app.deps.db.selectFrom("preview").selectAll().execute()).toEqual([]);
  });
});

describe("a preview", () => {
  test("is rendered on a site with built-in content and pictures", async () => {
    const app = await createTestApp("sqlite", { seed: true });

    expect(await look(app, { noun: "faq", body: { question: "Unsaved question?", answer: "Yes." } })).toContain(
      "Unsaved question?",
    );
    expect(await look(app, { noun: "review", body: { fullName: "Unsaved Ada", feedback: "Fine." } })).toContain(
      "Unsaved Ada",
    );
  });

  test("shows the changed fields of an entry together with its unchanged ones", async ({ app }) => {
    const project = await makeProject(app);
    await makeDetail(app, project);

    const html = await look(app, { noun: "project", slug: project.slug, body: { description: "Other words." } });

    expect(html).toContain("Other words.");
    expect(html).toContain("Voting");
    expect(html).toContain("<h1");
    expect(html).not.toContain("A market place for citizens.");
  });

  test("shows the unpublished entry it was created for, and no other unpublished one", async ({ app }) => {
    const shown = await makeFaq(app, { question: "This draft?", published: false });
    await makeFaq(app, { question: "Another draft?", published: false });

    const html = await look(app, { noun: "faq", slug: shown.slug, body: { published: false } });

    expect(html).toContain("This draft?");
    expect(html).not.toContain("Another draft?");
    expect(await (await app.request("/about")).text()).not.toContain("This draft?");
  });

  test("of a question or review opens at its section, with the previewed question first", async ({ app }) => {
    const first = await makeFaq(app, { question: "First?" });
    const last = await makeFaq(app, { question: "Last?" });
    await makeReview(app);

    const about = await preview(app, { noun: "faq", slug: last.slug, body: {} });
    const html = await (await app.request(about.body.data.url)).text();

    expect(about.body.data.url).toMatch(/^\/preview\/[\w-]{43}#questions$/);
    expect(html.indexOf("Last?")).toBeLessThan(html.indexOf("First?"));
    expect(html).toContain('id="questions"');
    expect((await preview(app, { noun: "review", body: { fullName: "A", feedback: "B" } })).body.data.url).toMatch(
      /#reviews$/,
    );
    expect((await app.call("GET", "/faq/get-all")).body.data).toEqual([first, last]);
  });

  test("of site texts is shown on the page that contains them", async ({ app }) => {
    await makeProject(app);
    // Only a project that another one follows leads to the next.
    await makeProject(app);
    const on = (page: string, path: string) =>
      look(app, { noun: "site", page, body: { edits: [{ path, value: "Unsaved words" }] } });

    for (const [page, path] of [
      ["home", "home.services.heading"],
      ["portfolio", "portfolio.lead"],
      ["details", "details.next"],
      ["about", "about.valuesHeading"],
      ["career", "career.heading"],
      ["quote", "quotePanel.lead"],
      ["not-found", "notFound.text"],
      ["gone", "gone.text"],
    ] as const)
      expect((await on(page, path)).split("<body")[1], page).toContain("Unsaved words");
  });

  test("of a text being reset no longer shows the edited text, and saves nothing", async ({ app }) => {
    await app.office("PUT", "/site/edit", { edits: [{ path: "company.tagline", value: "Edited tagline" }] });

    const html = await look(app, {
      noun: "site",
      page: "home",
      body: { edits: [{ path: "company.tagline", value: null }] },
    });

    expect(html).not.toContain("Edited tagline");
    expect((await app.office("GET", "/site/get-all")).body.data).toHaveLength(1);
  });

  test("is rejected like a save, with 422 naming the invalid field", async ({ app }) => {
    expect(await preview(app, { noun: "project", body: { title: " " } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "title" }] },
    });
    expect(
      await preview(app, { noun: "project", body: { title: "A", projectImage: "javascript:alert(1)" } }),
    ).toMatchObject({
      status: 422,
      body: { errors: [{ field: "projectImage" }] },
    });
    expect(
      await preview(app, { noun: "site", body: { edits: [{ path: "company.phone", value: "call me" }] } }),
    ).toMatchObject({
      status: 422,
      body: { errors: [{ field: "company.phone" }] },
    });
    expect((await preview(app, { noun: "job", slug: "nobody", body: {} })).status).toBe(404);
    expect((await preview(app, { noun: "quote", body: {} })).status).toBe(422);
    expect((await preview(app, { noun: "site", page: "/admin", body: { edits: [] } })).status).toBe(422);
  });

  test("can be framed only by the site itself, allows no forms, is not cached, and opens links in a new tab", async () => {
    const app = await createTestApp("sqlite");
    const { body } = await preview(app, { noun: "site", body: { edits: [] } });

    const { headers, status } = await app.request(body.data.url);

    expect(status).toBe(200);
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'self'");
    expect(headers.get("Content-Security-Policy")).toMatch(/; sandbox (?!.*allow-forms)(?!.*allow-top-navigation)/);
    expect(headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(headers.get("Cache-Control")).toBe("no-store, no-transform");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(await (await app.request(body.data.url)).text()).toContain('<base target="_blank">');
    expect((await app.request("/admin")).headers.get("Content-Security-Policy")).toContain("frame-src 'self'");
    expect((await app.request("/")).headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  });

  test("of an entry deleted in the meantime gets a 404 page, as an unknown preview address does", async ({ app }) => {
    const { slug } = await makeJob(app);
    const { body } = await preview(app, { noun: "job", slug, body: {} });
    await app.office("DELETE", `/job/${slug}`);

    const page = await app.request(body.data.url);

    expect(page.status).toBe(404);
    expect(page.headers.get("Content-Type")).toContain("text/html");

    expect((await app.request("/preview/1")).status).toBe(404);
    expect((await app.request(`/preview/${"a".repeat(43)}`)).status).toBe(404);
  });
});
