import { describe, expect } from "vitest";
import { randomKey } from "#app/shared/random-key.ts";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { agora, agoraVoting, makeDetail, makeProject } from "#test/make.ts";

// Behaviour of projects beyond that of all content types (app/platform/content/content.test.ts).

const noStory = {
  ...{ projectImageAlt: null, projectImageFocus: "", sketchImageAlt: null },
  ...{ problem: "", sketchReason: "", decision: "", clientWords: "", clientType: "", sector: "" },
  ...{ year: null, weeks: null, liveUrl: "", sketchImage: "", disciplines: [], team: [], outcomes: [] },
};

const story = {
  problem: "Nobody knew what a stall costs.",
  sketchImage: "https://example.com/sketch.webp",
  sketchReason: "A map of the market, which no telephone could show.",
  decision: "One list, sorted by price.",
  clientWords: "We found it by ourselves.",
  clientType: "A city council",
  sector: "Public service",
  year: 2026,
  weeks: 14,
  liveUrl: "https://www.agorá.example/market?from=site",
  disciplines: ["Product design", "Web app"],
  team: [
    { role: "Designer", count: 1 },
    { role: "Engineer", count: 3 },
  ],
  outcomes: [
    { figure: "38%", meaning: "fewer calls to the hotline", source: "the council’s call log, May 2026" },
    { figure: "2 min", meaning: "to rent a stall", source: "our usability test with nine traders" },
  ],
};

/** What a visitor reads on the page of the first project. */
async function page(app: TestApp, number = 0) {
  const html = await (await app.request(`/details/${number}`)).text();
  const text = html
    .slice(html.indexOf("<main"), html.indexOf("</main>"))
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");
  return { html, text };
}

onEveryDatabase("projects", (database) => {
  test("a project is previewed and created with its sections in one request, and a repeated save adds none twice", async () => {
    const app = await createTestApp(database);
    const sections = ["Stalls", "Prices", "Voting"].map((heading) => ({
      heading,
      description: `${heading} **bold**.`,
    }));
    const headings = ({ detail }: { detail: { heading: string }[] }) => detail.map(({ heading }) => heading);

    const drawn = await app.office("POST", "/preview/new", { noun: "project", body: { ...agora, sections } });
    const preview = await (await app.request(drawn.body.data.url)).text();
    for (const { heading } of sections) expect(preview).toContain(heading);
    const { status, body } = await app.office("POST", "/project/new", { ...agora, sections });
    expect([status, headings(body.data), body.data.version]).toEqual([201, ["Stalls", "Prices", "Voting"], 1]);
    expect((await page(app, body.data.number)).text).toContain("Stalls bold");

    // A save whose reply was lost is repeated with the same ids, made as the form makes them.
    const { slug, detail } = body.data;
    const added = { _id: randomKey(), heading: "Counting" };
    const edited = [added, { ...detail[1], heading: "Fair prices" }, detail[0]];
    for (let times = 0; times < 2; times++) await app.office("PUT", `/project/edit/${slug}`, { sections: edited });
    const stored = (await app.call("GET", `/project/${slug}`)).body.data;
    expect(headings(stored)).toEqual(["Counting", "Fair prices", "Stalls"]);
    expect(stored.detail[0]._id).toBe(added._id);

    const changed = await app.office("POST", "/preview/new", {
      noun: "project",
      slug,
      body: { sections: [{ ...stored.detail[2], heading: "Unsaved stalls" }, stored.detail[1]] },
    });
    const shown = await (await app.request(changed.body.data.url)).text();
    expect([shown.includes("Unsaved stalls"), shown.includes("Counting")]).toEqual([true, false]);
    expect((await page(app, body.data.number)).text).toContain("Counting");

    // An id of another project's section is not taken over.
    const other = await app.office("POST", "/project/new", {
      title: "Other",
      sections: [{ ...added, heading: "Copied" }],
    });
    expect(other.body.data.detail[0]._id).not.toBe(added._id);
    expect(headings((await app.call("GET", `/project/${slug}`)).body.data)).toContain("Counting");
    const refused = await app.office("POST", "/project/new", {
      ...agora,
      sections: [{ heading: "A" }, { heading: " " }],
    });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "sections.1.heading"]);
  });

  test("a duplicate has its own sections and number", async ({ app }) => {
    const project = await makeProject(app, { seam: { rest: 30, step: 9, mid: 52 } });
    const sections = [await makeDetail(app, project), await makeDetail(app, project, { heading: "Counting" })];

    const { data } = (await app.office("POST", `/project/duplicate/${project.slug}`)).body;

    expect(data).toMatchObject({
      number: project.number + 1,
      seam: project.seam,
      detail: sections.map(({ _id, ...words }) => words),
    });
    expect(data.detail.map(({ _id }: { _id: string }) => _id)).not.toEqual(sections.map(({ _id }) => _id));
    await app.office("DELETE", `/project/detail/${data.slug}/${data.detail[0]._id}`);
    const { body } = await app.call("GET", `/project/${project.slug}`);
    expect(body.data.detail).toEqual(sections);
  });

  test("a project with only the fields of the specification has empty defaults and no sections", async ({ app }) => {
    expect(await makeProject(app)).toEqual({
      ...agora,
      slug: "agora",
      number: 0,
      whatWeDid: "",
      drawnImage: "",
      seam: null,
      ...noStory,
      isSample: false,
      detail: [],
      published: true,
      version: 1,
    });
  });

  test("projects are numbered from 0 in order of creation; no number is reused, and an update changes none", async () => {
    const app = await createTestApp(database);
    const first = await makeProject(app, { title: "First" });
    const second = await makeProject(app, { title: "Second" });
    await app.office("DELETE", `/project/${second.slug}`);

    const third = await makeProject(app, { title: "Third" });
    const refused = await app.office("POST", "/project/new", { title: "" });
    const fourth = await makeProject(app, { title: "Fourth" });

    expect(refused.status).toBe(422);
    expect([first, second, third, fourth].map(({ number }) => number)).toEqual([0, 1, 2, 3]);
    const changed = await app.office("PUT", "/project/edit/third", { title: "Renamed", number: 0 });
    expect(changed.body.data).toMatchObject({ slug: "third", number: 2, title: "Renamed" });
  });

  test("projects created concurrently get distinct numbers, and sections distinct positions", async ({ app }) => {
    const made = await Promise.all(Array.from({ length: 6 }, (_, n) => makeProject(app, { title: `Project ${n}` })));

    expect(made.map(({ number }) => number).sort()).toEqual([0, 1, 2, 3, 4, 5]);

    const [project = { slug: "" }] = made;

    await Promise.all(Array.from({ length: 4 }, (_, n) => makeDetail(app, project, { heading: `Section ${n}` })));

    const rows = await app.deps.db.selectFrom("projectDetail").select("position").orderBy("position").execute();
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect((await app.call("GET", `/project/${project.slug}`)).body.data).toMatchObject({ version: 5 });
  });

  test("sections are appended and kept by an update, and visitors can read them alone or with their project", async () => {
    const app = await createTestApp(database);
    const project = await makeProject(app);

    const voting = await makeDetail(app, project);
    const market = await makeDetail(app, project, { heading: "Bazaar" });

    expect(voting).toEqual({
      ...agoraVoting,
      layout: "side",
      imgAlt: null,
      imgFocus: "",
      _id: expect.stringMatching(/^[a-z2-9]{16}$/),
    });
    expect((await app.call("GET", "/project/agora")).body.data.detail).toEqual([voting, market]);
    expect((await app.call("GET", "/project/get-all")).body.data[0].detail).toEqual([voting, market]);
    expect((await app.call("GET", `/project/detail/agora/${voting._id}`)).body).toEqual({ ...voting, data: voting });

    const changed = await app.office("PUT", "/project/edit/agora", agora);
    expect(changed.body.data).toMatchObject({ ...agora, detail: [voting, market] });
    await makeProject(app, { title: "Other" });
    const found = async (q: string) =>
      (await app.call("GET", `/project/get-all?q=${q}`)).body.data.map(({ slug }: { slug: string }) => slug);
    for (const q of ["BAZAAR", encodeURIComponent(voting.description)])
      expect([q, await found(q)]).toEqual([q, ["agora"]]);
    await app.office("DELETE", `/project/detail/agora/${market._id}`);
    expect(await found("bazaar")).toEqual([]);
  });

  test("a section is updated field by field, with or without _id in the body", async ({ app }) => {
    const { _id } = await makeDetail(app, await makeProject(app));
    const path = `/project/detail/edit/agora/${_id}`;

    const whole = await app.office("PUT", path, { ...agoraVoting, heading: "Ballot", _id });
    const part = await app.office("PUT", path, { description: "Secret and equal." });
    const nothing = await app.office("PUT", path, { _id: "another" });

    const expected = {
      ...agoraVoting,
      layout: "side",
      imgAlt: null,
      imgFocus: "",
      heading: "Ballot",
      description: "Secret and equal.",
      _id,
    };
    expect([whole, part, nothing].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(nothing.body.data).toEqual(expected);
    expect((await app.call("GET", "/project/agora")).body.data.detail).toEqual([expected]);
  });

  test("deleting a section removes only that section; deleting it again, or one of a deleted or unknown project, still returns 200", async () => {
    const app = await createTestApp(database);
    const project = await makeProject(app);
    const voting = await makeDetail(app, project);
    const market = await makeDetail(app, project, { heading: "Market" });
    const path = `/project/detail/agora/${voting._id}`;

    const replies = [await app.office("DELETE", path), await app.office("DELETE", path)];

    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, { data: { _id: voting._id } }],
      [200, { data: { _id: voting._id } }],
    ]);
    expect((await app.call("GET", path)).status).toBe(404);
    expect((await app.office("PUT", `/project/detail/edit/agora/${voting._id}`, {})).status).toBe(404);
    const after = (await app.call("GET", "/project/agora")).body.data;
    expect(after.detail).toEqual([market]);
    // Two sections were added and one removed: the second deletion changed nothing, so it created no version.
    expect(after.version).toBe(4);

    await app.office("DELETE", "/project/agora");

    expect((await app.office("DELETE", `/project/detail/agora/${market._id}`)).status).toBe(200);
    expect((await app.office("DELETE", "/project/detail/nobody/none")).status).toBe(200);
  });

  test("administrators get a section with the version for If-Match; without If-Match the last save wins", async () => {
    const app = await createTestApp(database);
    const voting = await makeDetail(app, await makeProject(app));
    const path = `/project/detail/agora/${voting._id}`;
    const { body } = await app.office("GET", path);
    expect(body.data).toEqual({ ...voting, version: 2 });

    const save = (heading: string, headers = {}) =>
      app.office("PUT", `/project/detail/edit/agora/${voting._id}`, { heading }, headers);
    expect((await save("Ballot", { "If-Match": `"${body.data.version}"` })).status).toBe(200);
    const refused = await save("Vote", { "If-Match": `"${body.data.version}"` });
    expect(refused.status).toBe(412);
    expect(refused.body.data).toMatchObject({ slug: "agora", version: 3, detail: [{ heading: "Ballot" }] });
    const stale = await app.office("PUT", "/project/edit/agora", {}, { "If-Match": '"2"' });
    expect(stale.status, "of the project too").toBe(412);
    expect((await save("Vote")).status).toBe(200);
    expect((await app.call("GET", path)).body.data).toEqual({ ...voting, heading: "Vote" });
  });

  test("a section can be read, updated or deleted only under its own project, and of an unpublished one not be read by visitors", async () => {
    const app = await createTestApp(database);
    const { _id } = await makeDetail(app, await makeProject(app));
    await makeProject(app, { title: "Other" });

    expect((await app.call("GET", `/project/detail/other/${_id}`)).status).toBe(404);
    expect((await app.office("PUT", `/project/detail/edit/other/${_id}`, { heading: "Mine" })).status).toBe(404);
    await app.office("DELETE", `/project/detail/other/${_id}`);
    expect((await app.call("GET", `/project/detail/agora/${_id}`)).body.data.heading).toBe("Voting");

    const hidden = await makeDetail(app, await makeProject(app, { title: "Hidden", published: false }));

    expect((await app.call("GET", `/project/detail/hidden/${hidden._id}`)).status).toBe(404);
    expect((await app.office("GET", `/project/detail/hidden/${hidden._id}`)).status).toBe(200);
  });

  test("a project's story is stored, updated by field, searchable, kept in the history and restored from the trash", async () => {
    const app = await createTestApp(database);
    const made = await makeProject(app, story);
    expect(made).toMatchObject({ ...agora, ...story });

    const changed = await app.office("PUT", "/project/edit/agora", { year: null, outcomes: [] });
    expect(changed.body.data).toMatchObject({ ...story, year: null, outcomes: [] });
    const found = await app.call("GET", "/project/get-all?q=hotline%20");
    expect(found.body.data, "figures are no text to search").toEqual([]);
    for (const q of ["public%20service", "web%20app", "sorted%20by"])
      expect([q, (await app.call("GET", `/project/get-all?q=${q}`)).body.data.length]).toEqual([q, 1]);

    const [, first] = (await app.office("GET", "/history/project/agora")).body.data;
    expect(first).toMatchObject({ version: 1, isCurrent: true, data: story });
    await app.office("DELETE", "/project/agora");
    await app.office("POST", "/trash/restore", { kind: "project", id: "agora" });
    expect((await app.call("GET", "/project/agora")).body.data).toEqual(changed.body.data);
  });

  test("the built-in projects are samples without client, figures or quote until an administrator edits them", async () => {
    const app = await createTestApp(database, { seed: true });
    const cases = (await app.call("GET", "/project/get-all")).body.data;
    for (const { title, problem, decision, sketchImage, sketchReason, disciplines, team, isSample, ...rest } of cases) {
      const told = [problem, decision, sketchImage, sketchReason, disciplines, team].every(({ length }) => length > 0);
      expect([title, told, isSample]).toEqual([title, true, true]);
      const { projectImageAlt, sketchImageAlt, detail } = rest;
      for (const alt of [projectImageAlt, sketchImageAlt, ...detail.map(({ imgAlt }: { imgAlt: string }) => imgAlt)])
        expect(alt, `what a picture of ${title} shows`).toMatch(/^[A-Z].{20,200}[.]$/);
      expect(rest).toMatchObject({
        clientType: "",
        clientWords: "",
        outcomes: [],
        year: null,
        weeks: null,
        liveUrl: "",
      });
    }

    const isSample = async (slug: string) => (await app.call("GET", `/project/${slug}`)).body.data.isSample;
    const [first, second, third] = cases;
    await app.office("PUT", `/project/edit/${first.slug}`, { published: true });
    expect(await isSample(first.slug)).toBe(true);
    await app.office("PUT", `/project/edit/${first.slug}`, { description: "Ours." });
    await app.office("PUT", `/project/detail/edit/${second.slug}/${second.detail[0]._id}`, { heading: "Ours" });
    expect([await isSample(first.slug), await isSample(second.slug), await isSample(third.slug)]).toEqual([
      ...[false, false, true],
    ]);
  });

  test("a history state from before stories existed is upgraded to the current shape", async ({ app }) => {
    const { slug } = await makeProject(app);
    const { problem, detail, ...data } = {
      problem: "",
      ...agora,
      whatWeDid: "Much.",
      published: true,
      detail: [agoraVoting],
    };
    await app.deps.db
      .insertInto("change")
      .values({
        ...{ noun: "project", slug, version: 2, action: "update", userId: null, shape: 1 },
        ...{ createdAt: "2026-11-20T10:00:00.000Z", data: JSON.stringify({ ...data, detail }) },
      })
      .execute();
    const [newest] = (await app.office("GET", `/history/project/${slug}`)).body.data;
    expect(newest).toMatchObject({
      isCurrent: true,
      data: { ...data, ...noStory, isSample: false, detail: [{ ...agoraVoting, layout: "side" }] },
    });
  });
});

describe("projects", () => {
  test("a section requires a heading, a valid image address and an existing project", async ({ app }) => {
    await makeProject(app);
    const add = (body: object, slug = "agora") => app.office("POST", `/project/detail/${slug}`, body);

    expect(await add({ description: "No heading." })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "heading" }] },
    });
    expect(await add({ ...agoraVoting, img: "javascript:alert(1)" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "img" }] },
    });
    expect((await add(agoraVoting, "nobody")).status).toBe(404);
    expect((await add({ heading: "Alone" })).body.data).toMatchObject({ heading: "Alone", description: "", img: "" });
  });

  test("an image field accepts an asset or https address, and rejects script, data and other URLs", async () => {
    const app = await createTestApp("sqlite");
    await makeProject(app);
    const save = async (projectImage: string) =>
      (await app.office("PUT", "/project/edit/agora", { projectImage, drawnImage: projectImage })).status;

    for (const fine of ["", "/assets/a.svg", "https://example.com/a"])
      expect([fine, await save(fine)]).toEqual([fine, 200]);
    for (const bad of ["javascript:alert(1)", "data:image/png;base64,AA", "//example.com/a.png", "/\\example.com", "x"])
      expect([bad, await save(bad)]).toEqual([bad, 422]);
  });

  test("a seam can be a number, an object or null, and any other value gets 422", async ({ app }) => {
    await makeProject(app);
    const save = async (seam: unknown) => {
      const { status, body } = await app.office("PUT", "/project/edit/agora", { seam });
      return status === 200 ? (await app.call("GET", "/project/agora")).body.data.seam : [status, body.errors];
    };

    expect(await save(40)).toEqual({ rest: 40, step: 9, mid: 52 });
    expect(await save({ rest: 26, step: 27, mid: 71.2 })).toEqual({ rest: 26, step: 27, mid: 71.2 });
    expect(await save(null)).toBe(null);
    const refused = (message: string, field = "seam") => [422, [{ field, message }]];
    expect(await save(1_000)).toEqual(refused("Seam has to be a rest position from -60 to 110 per cent."));
    expect(await save({ rest: 26, mid: 5_212 })).toEqual(
      refused("Seam, height has to be a number from 0 to 100.", "seam.mid"),
    );
    expect(await save("left")).toEqual(refused("Seam has to be a rest position from -60 to 110 per cent."));
  });

  test.each([
    [{ year: 26 }, "year", "Year has to be a whole number from 1900 to 2200."],
    [{ year: "soon" }, "year", "Year has to be a whole number from 1900 to 2200."],
    [{ weeks: 0 }, "weeks", "Weeks has to be a whole number from 1 to 1000."],
    [{ liveUrl: "javascript:alert(1)" }, "liveUrl", "Live link has to be an address that begins with http:// or"],
    [{ liveUrl: "agora.example" }, "liveUrl", "Live link has to be an address that begins with http:// or https://."],
    [{ sketchImage: "data:image/png;base64,AA" }, "sketchImage", "Rejected sketch has to be an uploaded image"],
    [{ team: [{ role: "Designer", count: 0 }] }, "team.0.count", "Team, role: People has to be a whole number"],
    [{ team: [{ role: " ", count: 1 }] }, "team.0.role", "Team, role: Role is required."],
    [{ outcomes: [{ figure: "38%", meaning: "fewer calls", source: "" }] }, "outcomes.0.source", "Source is required."],
    [{ outcomes: Array(4).fill(story.outcomes[0]) }, "outcomes", "Outcome figures may have at most 3 entries."],
    [{ problem: "x".repeat(301) }, "problem", "Problem may have at most 300 characters."],
  ])("a story with %o gets 422 naming the field", async (wrong, field, message) => {
    const app = await createTestApp("sqlite");
    const { status, body } = await app.office("POST", "/project/new", { ...agora, ...wrong });
    expect([status, body.errors[0]]).toEqual([422, { field, message: expect.stringContaining(message) }]);
  });

  test("the project page shows the story, and omits the parts that are empty", async ({ app }) => {
    await makeProject(app, story);
    const told = await page(app);
    for (const words of [
      ...[story.problem, story.sketchReason, story.decision, story.clientWords, story.sector, "2026", "14"],
      ...["Product design", "Designer, Engineer × 3", "Four people", "38%", "fewer calls to the hotline"],
      "Source: the council’s call log, May 2026",
    ])
      expect(told.text).toContain(words);
    expect(told.html).toContain('<li dir="auto">Product design</li>');
    expect(told.html).toMatch(/<figcaption [^>]*dir="auto">A city council</);
    expect(told.html).toContain('<a href="https://www.agorá.example/market?from=site" rel="noopener">agorá.example');
    expect(told.html).toMatch(/<img[^>]*src="https:\/\/example.com\/sketch.webp"/);

    await makeProject(app, { title: "Plain" });
    const plain = await page(app, 1);
    for (const words of ["The problem", "Rejected", "The decision", "The team", "Source", "Sector", "Weeks", "Live"])
      expect(plain.text).not.toContain(words);

    await makeProject(app, { ...story, title: "Silent", whatWeDid: "" });
    const silent = await page(app, 2);
    expect(silent.text).toContain("Product design");
    expect(silent.text).not.toContain("What we did");
  });

  test("a preview shows an unsaved story, and the public page does not", async ({ app }) => {
    const { slug } = await makeProject(app);
    const preview = { noun: "project", slug, body: story };
    const { status, body } = await app.office("POST", "/preview/new", preview);
    expect(status).toBe(201);
    const html = await (await app.request(body.data.url)).text();
    for (const words of [story.problem, story.decision, "Engineer", "38%"]) expect(html).toContain(words);
    expect((await page(app)).text).not.toContain(story.problem);
  });

  test("a section is rendered with its layout, which defaults to side", async ({ app }) => {
    const project = await makeProject(app);
    const { _id } = await makeDetail(app, project);
    for (const layout of ["full", "pair", "close-up"]) await makeDetail(app, project, { layout });
    const layouts = async () =>
      (await app.call("GET", "/project/agora")).body.data.detail.map(({ layout }: { layout: string }) => layout);

    expect(await layouts()).toEqual(["side", "full", "pair", "close-up"]);
    const change = (layout: string) => app.office("PUT", `/project/detail/edit/agora/${_id}`, { layout });
    expect((await change("pair")).body.data.layout).toBe("pair");
    expect(await change("diagonal")).toMatchObject({ status: 422, body: { errors: [{ field: "layout" }] } });
    const drawn = [...(await page(app)).html.matchAll(/<section class="([^"]*)"><div class="[^"]*crop/g)];
    // Of a pair the item alone has a class.
    const layoutIn = (classes: string) => ["close", "full", "side"].find((name) => classes.includes(name)) ?? "pair";
    expect(drawn.map(([, classes = ""]) => layoutIn(classes))).toEqual(["pair", "full", "pair", "close"]);
  });
});
