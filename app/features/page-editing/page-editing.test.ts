import { describe, expect } from "vitest";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import { mainPaths } from "#app/shared/public-pages.ts";
import { createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { agora, makeFaq, makeJob, makeProject, makeReview } from "#test/make.ts";
import { timed } from "#test/timed.ts";

interface Rendering {
  path: string;
  texts?: Record<string, unknown>;
  entries?: object[];
}

/** The document of a page for editing. */
async function render(app: TestApp, { path, texts = {}, entries = [] }: Rendering) {
  const { status, body } = await app.office("POST", "/page-editing/render", { path, texts, entries });
  expect(status, JSON.stringify(body)).toBe(201);
  const shown = await app.request(body.data.url);
  return { headers: shown.headers, status: shown.status, html: await shown.text() };
}

type Field = { noun: string; slug: string; field: string; item?: string; section?: string; value: string | number };

/** The fields that a page names, with what stands between their marks. */
function fieldsIn(html: string): (Field & { text: string | undefined })[] {
  const listed = /id="page-fields">([^<]*)</.exec(html)?.[1] ?? "{}";
  return Object.entries(JSON.parse(listed) as Record<string, Field>).map(([number, field]) => ({
    ...field,
    text: new RegExp(`<!--field ${number}-->(.*?)<!--/field ${number}-->`, "s")
      .exec(html)?.[1]
      ?.replace(/<!--.*?-->|<[^>]*>/g, ""),
  }));
}

const fieldAt = (html: string, field: string) => fieldsIn(html).find((each) => each.field === field);

/** The private-use characters by which texts are marked while a page is rendered. */
const leftovers = /[\uF3A0-\uF3BF]|\.739\d|%EF%8E/;

/** What a page says to visitors, tag by tag: without marks and scripts. */
const plainTags = (html: string) =>
  html
    .slice(html.indexOf('<div id="page"'), html.lastIndexOf("</div>"))
    .replace(/<script\b.*?<\/script>|<!--.*?-->|<\/?noscript>| data-fields="[^"]*"/gs, "")
    .split(/(?=<)/);

const visitorPages = [...mainPaths, "/never-there"];

onEveryDatabase("a page rendered for editing", (database) => {
  test("names the field behind each text, number and picture, and leaves no markers in the HTML", async () => {
    const app = await createTestApp(database, { seed: true });
    const project = await makeProject(app, {
      ...agora,
      problem: "A problem.",
      outcomes: [{ figure: "40 %", meaning: "m", source: "s" }],
    });
    const job = await makeJob(app, { title: "Marked job", requirements: ["First line"] });
    await makeFaq(app, { question: "Marked question?", answer: "Marked answer.", bullets: ["Marked bullet"] });
    await makeFaq(app, { question: "Formatted?", answer: "- **One**\n- [Two](https://example.com/)" });
    await makeReview(app, { fullName: "Marked Ada", feedback: "Marked words." });

    const home = await render(app, { path: "/" });
    expect(fieldAt(home.html, "home.heroSlides.0.mainHeading")).toMatchObject({
      noun: "site",
      slug: "texts",
      value: "Where [Ideas] / meet Reality",
      text: "Where Ideas meet Reality",
    });
    expect(fieldAt(home.html, "figures.clients.value")).toMatchObject({ value: 50, text: "50" });
    expect(fieldAt(home.html, "home.heroSlides.1.img")).toMatchObject({ value: expect.stringContaining(".webp") });
    expect(fieldAt(home.html, "feedback")).toMatchObject({ noun: "review" });
    expect(fieldAt(home.html, "projectImage")).toMatchObject({ noun: "project" });
    const about = await render(app, { path: "/about" });
    expect(fieldsIn(about.html).find(({ value }) => value === "Marked bullet")).toMatchObject({
      ...{ noun: "faq", field: "bullets", item: "0", text: "Marked bullet" },
    });
    const details = await render(app, { path: `/details/${project.number}` });
    expect(fieldAt(details.html, "outcomes")).toMatchObject({
      item: expect.stringMatching(/^0\./),
      slug: project.slug,
    });
    expect(fieldAt(details.html, "problem")).toMatchObject({ text: "A problem." });
    const opening = await render(app, { path: `/career/${job.slug}` });
    expect(fieldAt(opening.html, "requirements")).toMatchObject({ text: "First line" });
    const missing = await render(app, { path: "/never-there" });
    expect(fieldAt(missing.html, "notFound.text")).toBeDefined();

    for (const path of [...visitorPages, `/details/${project.number}`, `/career/${job.slug}`]) {
      const { html, headers, status } = await render(app, { path });
      expect(html.match(leftovers), path).toBeNull();
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script(?! type="application\/json" id="page-fields")/);
      expect(headers.get("Content-Security-Policy")).toMatch(/script-src 'none'.*frame-ancestors 'self'.*; sandbox /);
      expect(headers.get("Cache-Control")).toBe("no-store, no-transform");
      expect(plainTags(html), path).toEqual(plainTags(await (await app.request(path)).text()));
    }
  });

  test("shows drafts and, on top of them, unsaved input, even if it is incomplete or invalid", async ({ app }) => {
    const faq = await makeFaq(app, { question: "Published?", answer: "Yes.", bullets: ["One"] });
    const changes = { question: "Drafted?", bullets: ["Drafted bullet"] };
    await app.office("PUT", `/draft/faq/${faq.slug}`, { changes, baseVersion: 1, over: null });

    const drafted = await render(app, { path: "/about" });
    expect(fieldAt(drafted.html, "question")).toMatchObject({ value: "Drafted?", text: "Drafted?" });
    expect(drafted.html).toContain("Drafted bullet");

    const typed = await render(app, {
      path: "/about",
      texts: { "about.valuesHeading": "", "figures.clients.value": 77, "company.timeZone": "no such zone" },
      entries: [{ noun: "faq", slug: faq.slug, changes: { question: "", answer: "Typed.", bullets: 7 } }],
    });
    expect(fieldAt(typed.html, "question")).toMatchObject({ value: "" });
    expect(fieldAt(typed.html, "answer")).toMatchObject({ text: "Typed." });
    expect(fieldAt(typed.html, "bullets")).toMatchObject({ text: "One" });
    expect(fieldAt(typed.html, "about.valuesHeading")).toMatchObject({ value: "" });
    expect(fieldAt(typed.html, "figures.clients.value")).toMatchObject({ value: 77, text: "77" });
    const home = await (await app.request("/about")).text();
    expect(home).toContain("Published?");
    expect(home).not.toMatch(/Drafted|Typed\./);
  });
});

describe("a page rendered for editing", () => {
  test("shows the years of more projects than it can name, and names no other project's", async ({ app }) => {
    for (let index = 0; index < 55; index++) {
      const year = 2001 + (index % 2);
      const project = { title: `Project ${index}`, technology: "React", year, weeks: 10 };
      await app.office("POST", "/project/new", project);
    }
    const { html } = await render(app, { path: "/portfolio" });
    expect(html).not.toMatch(leftovers);
    const years = [...html.matchAll(/<td[^>]*>(?:<!--field (\d+)-->)?(200[12])(.*?)<\/td>/g)];
    expect(years.length).toBeGreaterThan(50);
    expect(years.filter(([, , , rest = ""]) => rest.replace(/<!--.*?-->/, "") !== "")).toEqual([]);
    const named = years.flatMap(([, number]) => number ?? []);
    expect(new Set(named).size).toBe(named.length);
  });

  test("names the cell behind each text of a list, and renders rows that are being typed", async ({ app }) => {
    const hours = [
      { days: "Every day", time: "" },
      { days: "", time: "10 to 12" },
    ];
    const social = [{ url: "https://github.com/jorna", name: "" }];
    const { html } = await render(app, { path: "/about", texts: { "company.hours": hours, "company.social": social } });
    const cells = fieldsIn(html).filter(({ field }) => /^company.(hours|social)$/.test(field));
    expect(cells.map(({ item, text }) => [item, text])).toEqual([
      ["0.days", "Every day"],
      ["1.time", "10 to 12"],
    ]);
    expect(html).toContain('href="https://github.com/jorna" rel="noopener">GitHub<');
    expect(html).not.toMatch(leftovers);
    const refused = { path: "/", texts: { "company.hours": [3] }, entries: [] };
    expect((await app.office("POST", "/page-editing/render", refused)).status).toBe(422);
  });

  test("has the same tags and classes as the plain page, whatever the length of its texts and figures", async () => {
    const app = await createTestApp("sqlite", { seed: true });
    const keys = ["experience", "clients", "projects"].map((key) => `figures.${key}.value`);
    const long = "Wort".repeat(50);
    const edits = { "home.heroSlides.0.mainHeading": "[Sixteen-letters!] / x", "home.reviewsHeading": long };
    await makeReview(app, { fullName: long, feedback: `${long} `.repeat(20) });
    await makeProject(app, { ...agora, title: long, problem: long });
    for (const figures of [
      [6, 50, 200],
      [0, 9, 1000],
      [12, 99, 999],
      [100, 200, 300],
      [9999, 9999, 99_999],
      [123_456, 1, 1_000_000_000],
    ]) {
      const values = Object.entries({ ...edits, ...Object.fromEntries(keys.map((key, at) => [key, figures[at]])) });
      const body = { edits: values.map(([path, value]) => ({ path, value })) };
      expect((await app.office("PUT", "/site/edit", body)).status).toBe(200);
      for (const path of ["/", "/about"]) {
        const { html } = await render(app, { path });
        expect(plainTags(html), `${path} with ${figures}`).toEqual(plainTags(await (await app.request(path)).text()));
        for (const [at, key] of keys.entries())
          expect(fieldAt(html, key)).toMatchObject({ value: figures[at], text: String(figures[at]) });
      }
    }
  });

  test("is rendered and marked at once, however long a text without spaces it has", async ({ app }) => {
    const long = "7".repeat(50_000);
    await signIn(app);
    const { ms, answer } = await timed(() => render(app, { path: "/", texts: { "engagement.models.0.text": long } }));
    expect(ms).toBeLessThan(3_000);
    expect(fieldAt(answer.html, "engagement.models.0.text")?.text).toBe(long);
  });

  test("names the sections, technologies and sector of a project, and renders drafted sections", async () => {
    const app = await createTestApp("sqlite", { seed: true });
    const { slug, number } = await makeProject(app, { ...agora, technology: "React, Node.js", sector: "Retail" });
    const img = "/pictures/01-learning-token-reward-built.webp";
    const add = (section: object) => app.office("POST", `/project/detail/${slug}`, section);
    await add({ heading: "The search", description: "It finds.", img });
    await add({ heading: "The basket" });
    const path = `/details/${number}`;
    const sections = (html: string) =>
      fieldsIn(html).flatMap(({ noun, field, item, text }) => (field === "sections" ? [[noun, item, text]] : []));

    const stored = (await render(app, { path })).html;
    expect(sections(stored)).toEqual([
      ["project", "0.img", undefined],
      ["project", "0.heading", "The search"],
      ["project", "0.description", "It finds."],
      ["project", "1.heading", "The basket"],
    ]);
    const ids = (await app.call("GET", `/project/${slug}`)).body.data.detail.map(({ _id }: { _id: string }) => _id);
    const ofSections = fieldsIn(stored).flatMap(({ section }) => section ?? []);
    expect(ofSections).toEqual([ids[0], ids[0], ids[0], ids[1]]);
    expect(fieldAt(stored, "technology")).toMatchObject({ value: "React, Node.js" });
    expect(fieldAt(stored, "sector")).toMatchObject({ text: "Retail" });
    expect(stored).toContain(`<body data-entry="project/${slug}"`);
    const portfolio = (await render(app, { path: "/portfolio" })).html;
    expect(fieldAt(portfolio, "technology")).toBeUndefined();
    expect(portfolio).not.toContain("data-entry");

    const { detail } = (await app.office("GET", `/project/${slug}`)).body.data;
    const drafted = [{ ...detail[1], heading: "The drafted basket" }, { heading: "" }, detail[0]];
    const typed = await render(app, { path, entries: [{ noun: "project", slug, changes: { sections: drafted } }] });
    expect(sections(typed.html)).toEqual([
      ["project", "0.heading", "The drafted basket"],
      ["project", "2.img", undefined],
      ["project", "2.heading", "The search"],
      ["project", "2.description", "It finds."],
    ]);
    const first = await makeProject(app, { title: "No section yet" });
    const changes = { sections: [{ heading: "The first section" }] };
    const begun = await render(app, {
      path: `/details/${first.number}`,
      entries: [{ noun: "project", slug: first.slug, changes }],
    });
    expect(sections(begun.html)).toEqual([["project", "0.heading", "The first section"]]);
    expect(await (await app.request(path)).text()).toContain("The basket");
  });

  test("is available to administrators only, and rejects unknown entry types and external addresses", async () => {
    const app = await createTestApp("sqlite");
    const token = await signIn(app);
    const ask = (body: object, by?: object) => app.call("POST", "/page-editing/render", body, by);
    const page = { path: "/", texts: {}, entries: [] };

    expect((await ask(page)).status).toBe(401);
    expect((await ask({ ...page, path: "https://elsewhere.example" }, { token })).status).toBe(422);
    expect((await ask({ ...page, entries: [{ noun: "user", slug: "a", changes: {} }] }, { token })).status).toBe(422);
  });
});

const office = { headers: { Cookie: "theme=dark; office=1" } };

/** What a response says of itself, apart from the time. */
const headersOf = ({ headers }: Response) =>
  [...headers].filter(([name]) => !["date", "x-request-id", "connection", "keep-alive"].includes(name));

test("visitors get unchanged pages, while an administrator's browser gets an uncached page with an Edit link", async () => {
  const app = await createTestApp("sqlite", { seed: true });
  for (const path of visitorPages) {
    const before = await app.request(path);
    const html = await before.text();
    const edited = await app.request(path, office);
    const theirs = await edited.text();
    const after = await app.request(path);

    expect(await after.text(), path).toBe(html);
    expect(headersOf(after), path).toEqual(headersOf(before));
    // The rules for prefetching name what is never prefetched.
    const page = html.replace(/<script type="speculationrules">.*?<\/script>/, "");
    expect(page).not.toMatch(/\/admin\/|data-fields|<!--field|office=1/);
    expect(theirs).toContain(`<a href="/admin/edit?page=${encodeURIComponent(path)}">Edit</a>`);
    expect(theirs.replace(/<style>@view-transition.*?<\/style>|<nav class="wrap edit-switch".*?<\/nav>/g, "")).toBe(
      html,
    );
    expect(edited.headers.get("Cache-Control")).toBe("private, no-store, no-transform");
    expect(edited.headers.get("Content-Security-Policy")).toMatch(/style-src 'self' 'sha256-[^']+' 'sha256-/);
  }
});

test("samples are marked in an administrator's browser, until they are confirmed or replaced", async () => {
  const app = await createTestApp("sqlite", { seed: true });
  const marksOn = async (path: string) => {
    const html = await (await app.request(path, office)).text();
    return /@media screen\{:is\((.*)\)::after\{content:"Sample"/.exec(html)?.[1]?.split(",") ?? [];
  };
  const [project] = (await app.call("GET", "/project/get-all")).body.data;
  const { data: reviews } = (await app.call("GET", "/review/get-all")).body;
  const card = '[data-card]:has([href="/details/0"]) [data-part=title]';
  const head = "[data-case] h1";
  const second = "#reviews [role=group]:nth-child(2) figcaption b";
  expect(await marksOn("/")).toEqual(expect.arrayContaining([card, second]));
  expect(await marksOn("/")).not.toContain(head);
  expect(await marksOn("/portfolio?technology=React")).toContain(card);
  expect(await marksOn("/details/0")).toContain(head);

  await app.office("PUT", `/project/edit/${project.slug}`, { title: project.title });
  await app.office("PUT", `/review/edit/${reviews[1].slug}`, { feedback: "Our own words." });
  const left = await marksOn("/");
  expect(left).not.toContain(card);
  expect(left).not.toContain(second);
  expect(left).toContain(second.replace("2", "3"));
  expect(await marksOn("/details/0")).not.toContain(head);
  expect(await marksOn("/details/1")).toContain(head);

  for (const { slug } of (await app.call("GET", "/project/get-all")).body.data)
    await app.office("DELETE", `/project/${slug}`);
  for (const { slug } of reviews) await app.office("DELETE", `/review/${slug}`);
  expect(await marksOn("/portfolio")).toEqual([]);
});

test("a filtered portfolio is opened for editing as it is filtered", async ({ app }) => {
  await makeProject(app, { ...agora, title: "Filtered in", technology: "Elixir & Rust" });
  await makeProject(app, { ...agora, title: "Filtered out", technology: "Rust" });
  const path = "/portfolio?technology=Elixir%20%26%20Rust";
  const switched = await (await app.request(path, office)).text();
  expect(switched).toContain(`<a href="/admin/edit?page=${encodeURIComponent(path)}">Edit</a>`);
  const { html } = await render(app, { path });
  expect(fieldsIn(html).map(({ value }) => value)).toContain("Filtered in");
  expect(fieldsIn(html).map(({ value }) => value)).not.toContain("Filtered out");
  expect(fieldAt(html, "technology")).toBeUndefined();
});

test("an administrator's browser gets current pages, files and redirects like any visitor", async ({ app }) => {
  const project = await makeProject(app);
  await app.request("/", office);
  await app.office("PUT", "/site/edit", { edits: [{ path: "company.tagline", value: "Edited tagline" }] });

  expect(await (await app.request("/", office)).text()).toContain("Edited tagline");
  const redirect = await app.request(`/details/${project.slug}`, office);
  expect([redirect.status, redirect.headers.get("Location")]).toEqual([301, `/details/${project.number}`]);
  expect((await app.request("/robots.txt", office)).status).toBe(200);
  expect((await app.request("/?x=1", { ...office, method: "HEAD" })).status).toBe(200);
});

test("texts of the public pages can be edited in place; those a new site does not show are listed in the snapshot", async () => {
  const app = await createTestApp("sqlite", { seed: true });
  const job = await makeJob(app);
  const found = new Set<string>();
  for (const path of [...visitorPages, "/details/0", `/career/${job.slug}`, "/sent/quote", "/sent/subscription"])
    for (const { field } of fieldsIn((await render(app, { path })).html)) found.add(field);
  const shown = ["home", "engagement", "about", "figures", "notFound"];
  const missing = contentSections
    .filter(({ key }) => shown.includes(key))
    // What belongs to a picture is edited with it.
    .flatMap(({ fields }) => fields.map(({ path, of }) => ({ path, reachedBy: of ?? path })))
    .flatMap(({ path, reachedBy }) => (found.has(reachedBy) ? [] : [path]));

  expect(missing).toMatchInlineSnapshot(`
    [
      "home.projects.empty",
      "about.teamHeading",
      "about.teamLead",
      "about.termsHeading",
      "about.terms.0.question",
      "about.terms.0.answer",
      "about.terms.1.question",
      "about.terms.1.answer",
      "about.terms.2.question",
      "about.terms.2.answer",
      "about.terms.3.question",
      "about.terms.3.answer",
      "about.terms.4.question",
      "about.terms.4.answer",
      "about.terms.5.question",
      "about.terms.5.answer",
      "about.terms.6.question",
      "about.terms.6.answer",
    ]
  `);
});
