import { describe, expect, vi } from "vitest";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { type AnyEntry, type ContentType, fieldsOfKind } from "#app/shared/content-type.ts";
import { startWorker, sweep } from "#process/worker.ts";
import { addUser, createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { makeDetail, makeEntry, makeFaq, makeJob, makeProject } from "#test/make.ts";
import { publishDueDrafts } from "./due-drafts.service.server.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The calls of one administrator. */
function officeOf(app: TestApp) {
  const call = app.office;
  return {
    call,
    view: async (noun: string, slug: string) => (await call("GET", `/draft/${noun}/${slug}`)).body.data,
    save: (
      noun: string,
      { slug, version }: { slug: string; version: number },
      changes: object,
      over: string | null = null,
    ) => call("PUT", `/draft/${noun}/${slug}`, { changes, baseVersion: version, over }),
    schedule: (noun: string, slug: string, ms: number) =>
      call("PUT", `/draft/schedule/${noun}/${slug}`, {
        publishAt: new Date(app.clock.now().getTime() + ms).toISOString(),
      }),
    publish: (noun: string, slug: string) => call("POST", `/draft/publish/${noun}/${slug}`),
    history: async (noun: string, slug: string) => (await call("GET", `/history/${noun}/${slug}`)).body.data,
    activity: async () =>
      (await call("GET", "/activity/get-all")).body.data as {
        id: string;
        done: string;
        what: string;
        author: string;
        undo: { can: boolean };
      }[],
    drafts: async () => (await call("GET", "/today")).body.data.work.drafts,
  };
}

const publishDue = ({ deps }: Pick<TestApp, "deps">) => publishDueDrafts(deps);

const read = async (app: TestApp, { path }: ContentType, slug: string): Promise<AnyEntry> =>
  (await app.call("GET", `/${path}/${slug}`)).body.data;

const faqOf = async (app: TestApp, slug: string) => (await app.call("GET", `/faq/${slug}`)).body.data;

onEveryDatabase("a draft", (database) => {
  describe.each(contentTypes.map((type) => [type.name, type] as const))("of a %s", (noun, type) => {
    test("is shown in its preview but not to visitors until it is published, by hand or on schedule", async () => {
      const app = await createTestApp(database);
      const office = officeOf(app);
      const entry = await makeEntry(type)(app);
      const { slug } = entry;
      const field = fieldsOfKind(type, "longText", "text").findLast((name) => name !== type.title) ?? type.title;
      const changes = { [field]: "Only drafted.", [type.title]: "Drafted title" };
      const page = async () => (await app.request(type.page(entry).replace(/#.*/, ""))).text();

      const saved = await office.save(noun, entry, changes);
      expect([saved.status, saved.body.data]).toEqual([
        200,
        expect.objectContaining({ changes, baseVersion: 1, author: "Grace Hopper", publishAt: null, failure: null }),
      ]);
      expect(saved.body.data.base).toEqual({ [field]: entry[field], [type.title]: entry[type.title] });
      const preview = await office.call("POST", "/preview/new", {
        noun,
        slug,
        body: (await office.view(noun, slug)).changes,
      });
      expect(await (await app.request(preview.body.data.url)).text()).toContain("Drafted title");
      expect(await page()).not.toContain("Drafted title");
      expect(await read(app, type, slug)).toEqual(entry);
      expect((await office.call("GET", `/drafts/${noun}?slugs=${slug},nobody`)).body.data).toEqual([
        { slug, publishAt: null, failure: null },
      ]);
      expect(await office.drafts()).toMatchObject({ count: 1, overdue: 0, first: [{ noun, slug, isOverdue: false }] });

      expect((await office.publish(noun, slug)).body.data).toEqual({ slug, version: 2 });
      expect(await read(app, type, slug)).toMatchObject({ ...changes, version: 2 });
      expect(await page()).toContain("Drafted title");
      expect((await office.history(noun, slug))[0]).toMatchObject({ version: 2, author: "Grace Hopper" });
      expect([await office.view(noun, slug), (await office.publish(noun, slug)).status]).toEqual([null, 404]);
      expect((await office.activity())[0]).toMatchObject({ what: "Drafted title", author: "Grace Hopper" });

      await office.save(noun, { slug, version: 2 }, { [field]: "Later." });
      expect((await office.schedule(noun, slug, 5 * minuteMs)).status).toBe(200);
      await publishDue(app);
      expect((await read(app, type, slug))[field]).toBe("Only drafted.");
      app.clock.pass(5 * minuteMs);
      await publishDue(app);
      expect((await read(app, type, slug))[field]).toBe("Later.");
      expect((await office.history(noun, slug))[0]).toMatchObject({ version: 3, author: "Grace Hopper" });
      expect(await office.drafts()).toEqual({ count: 0, overdue: 0, first: [] });
    });
  });

  test("is merged on publishing with changes saved meanwhile, and gets 409 if both changed the same field", async () => {
    const app = await createTestApp(database);
    const office = officeOf(app);
    const faq = await makeFaq(app);
    const { slug } = faq;
    const edit = (body: object) => office.call("PUT", `/faq/edit/${slug}`, body);
    const { version } = (await office.save("faq", faq, { answer: "Drafted." })).body.data;
    await edit({ question: "Saved meanwhile?" });
    expect((await office.publish("faq", slug)).status).toBe(200);
    expect(await faqOf(app, slug)).toMatchObject({ question: "Saved meanwhile?", answer: "Drafted.", version: 3 });

    const later = (await office.save("faq", { slug, version: 3 }, { answer: "Mine." })).body.data;
    expect(later.version).not.toBe(version);
    await edit({ answer: "Theirs." });
    const refused = await office.publish("faq", slug);
    expect([refused.status, refused.body.errors]).toEqual([409, [expect.objectContaining({ field: "answer" })]]);
    expect(refused.body.message).toContain("Answer");
    expect(await faqOf(app, slug)).toMatchObject({ answer: "Theirs.", version: 4 });
    // Begun over a version that is no longer the newest: what it was typed over is in the history.
    const before = (await office.save("faq", { slug, version: 3 }, { answer: "Mine.", bullets: ["a"] }, later.version))
      .body;
    expect(before.data.base).toEqual({ answer: "Drafted.", bullets: [] });
    // Whoever has chosen saves over the newest version.
    await office.save("faq", { slug, version: 4 }, { answer: "Chosen." }, before.data.version);
    expect((await office.publish("faq", slug)).status).toBe(200);
    expect((await faqOf(app, slug)).answer).toBe("Chosen.");
    expect((await office.save("faq", { slug, version: 99 }, { answer: "x" })).status).toBe(409);
  });

  test("of a project includes its sections, and changes to different sections or fields are merged", async () => {
    const app = await createTestApp(database);
    const office = officeOf(app);
    const { slug } = await makeProject(app);
    const [one, two] = [
      await makeDetail(app, { slug }, { heading: "One" }),
      await makeDetail(app, { slug }, { heading: "Two" }),
    ];
    const project = async () => (await app.call("GET", `/project/${slug}`)).body.data;
    const { detail, version } = await project();
    const sections = detail.map((each: { _id: string }) =>
      each._id === one._id ? { ...each, heading: "Drafted" } : each,
    );
    await office.save("project", { slug, version }, { sections: [...sections, { heading: "New" }] });
    await office.call("PUT", `/project/detail/edit/${slug}/${two._id}`, { heading: "Saved meanwhile" });
    expect((await office.publish("project", slug)).status).toBe(200);
    const after = await project();
    expect(after.detail.map(({ heading }: { heading: string }) => heading)).toEqual([
      "Drafted",
      "Saved meanwhile",
      "New",
    ]);

    const again = after.detail.map((each: { _id: string }) =>
      each._id === one._id ? { ...each, heading: "Mine" } : each,
    );
    await office.save("project", after, { sections: again });
    await office.call("PUT", `/project/detail/edit/${slug}/${one._id}`, { heading: "Theirs" });
    expect((await office.publish("project", slug)).body.message).toContain("Details");

    // A save that does not name the sections leaves them drafted.
    const { version: known } = await office.view("project", slug);
    await office.call("PUT", `/project/edit/${slug}?draft=${known}`, { title: "Renamed" });
    expect((await office.view("project", slug)).changes.sections).toHaveLength(3);

    // Within one section, different fields are merged too; a save that names the sections contains their draft.
    const now = await project();
    const both = now.detail.map((each: { _id: string }) =>
      each._id === two._id ? { ...each, heading: "Mine" } : each,
    );
    await office.call("DELETE", `/draft/project/${slug}`);
    await office.save("project", now, { sections: both });
    await office.call("PUT", `/project/detail/edit/${slug}/${two._id}`, { description: "Theirs." });
    await office.publish("project", slug);
    expect((await project()).detail[1]).toMatchObject({ heading: "Mine", description: "Theirs." });
    const { version: last } = (await office.save("project", await project(), { sections: again })).body.data;
    await office.call("PUT", `/project/edit/${slug}?draft=${last}`, { sections: again });
    expect(await office.view("project", slug)).toBe(null);
    await office.save("project", await project(), { sections: both });

    // A section that is erased for good leaves the draft too.
    await office.call("DELETE", `/project/detail/${slug}/${one._id}`);
    await office.call("DELETE", `/trash/project-detail/${one._id}`);
    const left = JSON.stringify(await app.deps.db.selectFrom("draft").selectAll().execute());
    expect([left.includes(one._id), left.includes(two._id)]).toEqual([false, true]);
  });

  test("of the site texts is published on schedule with a version per text, and rejected on a conflict", async () => {
    const app = await createTestApp(database);
    const office = officeOf(app);
    const [tagline, phone] = ["company.tagline", "company.phone"];
    const save = (changes: object, base: object, over: string | null) =>
      office.call("PUT", "/draft/site/texts", { changes, base, baseVersion: 0, over });
    const edit = (value: string, query = "") =>
      office.call("PUT", `/site/edit${query}`, { edits: [{ path: tagline, value }] });
    const home = async () => (await app.request("/")).text();
    const saved = await save({ [tagline]: "Drafted line", nowhere: "x" }, { [tagline]: null }, null);
    expect(saved.body.data).toMatchObject({ changes: { [tagline]: "Drafted line" }, base: { [tagline]: null } });
    expect(await office.drafts()).toMatchObject({ first: [{ noun: "site", title: "Site texts" }] });
    expect(await home()).not.toContain("Drafted line");
    await office.schedule("site", "texts", minuteMs);
    app.clock.pass(minuteMs);
    await publishDue(app);
    expect(await home()).toContain("Drafted line");
    const [version] = await office.history("site", tagline);
    expect(version).toMatchObject({ action: "create", author: "Grace Hopper" });

    const second = (await save({ [tagline]: "Mine", [phone]: "call me" }, { [tagline]: "Drafted line" }, null)).body
      .data;
    expect((await office.schedule("site", "texts", minuteMs)).body.errors[0].field).toBe(phone);
    await edit("Theirs");
    const third = (await save({ [tagline]: "Mine" }, { [tagline]: "Drafted line" }, second.version)).body.data;
    expect((await office.publish("site", "texts")).body.errors).toEqual([expect.objectContaining({ field: tagline })]);
    await edit("Chosen", `?draft=${third.version}`);
    expect(await office.view("site", "texts")).toBe(null);
    expect((await save({}, {}, null)).status).toBe(200);
    await office.call("DELETE", "/draft/site/texts");
    const discarded = (await office.activity()).find(({ done }) => done === "Discarded the draft of");
    expect(discarded).toMatchObject({ what: "the Site texts", undo: { can: true } });
    expect((await office.save("site", { slug: "other", version: 0 }, {})).status).toBe(404);
  });

  test("that was due while the server was down is published at start and listed as late in the activity", async () => {
    const place = await migratedLocation(database);
    const before = await createTestApp(database, { place });
    const office = officeOf(before);
    const faq = await makeFaq(before);
    await office.save("faq", faq, { answer: "On time." });
    await office.schedule("faq", faq.slug, minuteMs);
    await before.close();

    const app = await createTestApp(database, { place, hasAdmin: false });
    app.clock.pass(dayMs);
    const stop = startWorker(app.deps);
    const again = officeOf(app);
    const isSaid = async () => (await again.activity()).some(({ done }) => done.startsWith("Published late"));
    await vi.waitFor(async () => expect(await isSaid()).toBe(true), { timeout: 30_000 });
    expect((await faqOf(app, faq.slug)).answer).toBe("On time.");
    await stop();
  });

  test("that is due is published only once when several instances run", async () => {
    const place = await migratedLocation(database);
    const app = await createTestApp(database, { place });
    const other = database === "postgres" ? await createTestApp(database, { place, hasAdmin: false }) : app;
    const office = officeOf(app);
    const faqs = [];
    for (let n = 0; n < 5; n++) {
      const faq = await makeFaq(app, { question: `Question ${n}?` });
      await office.save("faq", faq, { answer: `Answer ${n}.` });
      await office.schedule("faq", faq.slug, minuteMs);
      faqs.push(faq);
    }
    for (const each of new Set([app, other])) each.clock.pass(minuteMs);
    await Promise.all([publishDue(app), publishDue(other), publishDue(app), publishDue(other)]);
    for (const { slug } of faqs)
      expect((await office.history("faq", slug)).map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect((await office.activity()).filter(({ done }) => done.includes("Could not publish"))).toEqual([]);
    const lines = [...new Set([app, other])].flatMap(({ logged }) => logged);
    expect(lines.filter((line) => line.includes('"draft published"'))).toHaveLength(5);
    expect(await office.drafts()).toMatchObject({ count: 0 });
  });

  test("that cannot be published on schedule is kept and listed as overdue with the reason", async ({ app }) => {
    const office = officeOf(app);
    const [invalid, deleted, clashing] = [
      await makeFaq(app),
      await makeJob(app),
      await makeFaq(app, { question: "Clash?" }),
    ];
    const { version } = (await office.save("faq", invalid, { answer: "Valid." })).body.data;
    await office.save("job", deleted, { location: "Karachi" });
    await office.save("faq", clashing, { answer: "Mine." });
    expect((await office.schedule("faq", invalid.slug, -1)).body.errors[0].field).toBe("publishAt");
    const scheduled = (await office.schedule("faq", invalid.slug, minuteMs)).body.data;
    expect((await office.save("faq", invalid, { question: " " }, version)).status).toBe(412);
    await office.save("faq", invalid, { question: " " }, scheduled.version);
    for (const [noun, { slug }] of [
      ["job", deleted],
      ["faq", clashing],
    ] as const)
      await office.schedule(noun, slug, 2 * minuteMs);
    await office.call("DELETE", `/job/${deleted.slug}`);
    await office.call("PUT", `/faq/edit/${clashing.slug}`, { answer: "Theirs." });
    app.clock.pass(3 * minuteMs);
    expect(await office.drafts()).toMatchObject({ count: 2 });
    await publishDue(app);
    await publishDue(app);

    // That of what is in the trash is listed once it is back.
    expect(await office.drafts()).toMatchObject({ count: 2, overdue: 2, first: [{ noun: "faq" }, { noun: "faq" }] });
    await office.call("POST", "/trash/restore", { kind: "job", id: deleted.slug });
    expect(await office.drafts()).toMatchObject({
      count: 3,
      overdue: 3,
      first: [
        { slug: invalid.slug, isOverdue: true, failure: "Question is required." },
        { slug: deleted.slug, title: "Compiler engineer", failure: expect.stringContaining("was in the trash") },
        { slug: clashing.slug, failure: expect.stringContaining("Answer") },
      ],
    });
    expect((await faqOf(app, invalid.slug)).question).toBe(invalid.question);
    const failed = (await office.activity()).filter(({ done }) => done.startsWith("Could not publish"));
    expect(failed).toHaveLength(3);

    // An invalid one cannot be given a new time; once corrected it can.
    expect((await office.schedule("faq", invalid.slug, minuteMs)).status).toBe(422);
    const { version: now } = await office.view("faq", invalid.slug);
    await office.save("faq", invalid, { question: "Corrected?" }, now);
    await office.schedule("faq", invalid.slug, minuteMs);
    app.clock.pass(minuteMs);
    await publishDue(app);
    expect((await faqOf(app, invalid.slug)).question).toBe("Corrected?");
  });

  test("can be restored unchanged after it was discarded, also from Activity, unless a newer draft exists", async () => {
    const app = await createTestApp(database);
    const office = officeOf(app);
    const faq = await makeFaq(app);
    const { slug } = faq;
    await office.save("faq", faq, { answer: "Kept." });
    const { version: _, ...draft } = (await office.schedule("faq", slug, dayMs)).body.data;
    const discard = () => office.call("DELETE", `/draft/faq/${slug}`);
    const restore = () => office.call("POST", `/draft/restore/faq/${slug}`);

    expect([(await discard()).status, (await discard()).status, await office.view("faq", slug)]).toEqual([
      200,
      200,
      null,
    ]);
    expect((await restore()).body.data).toMatchObject(draft);
    expect((await restore()).status).toBe(409);
    await discard();
    const undone = (await office.activity()).find(({ done, undo }) => undo.can && done === "Discarded the draft of");
    expect(undone?.what).toBe(faq.question);
    await office.call("DELETE", `/faq/${slug}`);
    const refused = await office.call("POST", `/activity/undo/${undone?.id}`);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("restore that first")]);
    await office.call("POST", "/trash/restore", { kind: "faq", id: slug });
    expect((await office.call("POST", `/activity/undo/${undone?.id}`)).status).toBe(200);
    expect(await office.view("faq", slug)).toMatchObject(draft);

    await discard();
    await office.save("faq", faq, { answer: "Newer." });
    expect((await restore()).status).toBe(409);
    expect((await office.view("faq", slug)).changes).toEqual({ answer: "Newer." });
    await discard();
    app.clock.pass(31 * dayMs);
    await sweep(app.deps);
    expect((await officeOf(app).call("POST", `/draft/restore/faq/${slug}`)).status).toBe(404);
  });

  test("that is typed back to what its entry says is listed nowhere, unless it has a time", async ({ app }) => {
    const office = officeOf(app);
    const faq = await makeFaq(app);
    const listed = async () => [
      (await office.drafts()).count,
      (await office.call("GET", `/drafts/faq?slugs=${faq.slug}`)).body.data.length,
    ];
    const { version } = (await office.save("faq", faq, { answer: "A slip of the hand." })).body.data;
    expect(await listed()).toEqual([1, 1]);
    await office.save("faq", faq, {}, version);
    expect(await listed()).toEqual([0, 0]);
    await office.schedule("faq", faq.slug, minuteMs);
    expect(await listed()).toEqual([1, 1]);
  });

  test("that is restored after its time comes back without one, and is not published", async ({ app }) => {
    const office = officeOf(app);
    const faq = await makeFaq(app);
    await office.save("faq", faq, { answer: "Never to be seen." });
    await office.schedule("faq", faq.slug, minuteMs);
    await office.call("DELETE", `/draft/faq/${faq.slug}`);
    app.clock.pass(minuteMs);
    expect((await office.call("POST", `/draft/restore/faq/${faq.slug}`)).body.data).toMatchObject({
      changes: { answer: "Never to be seen." },
      publishAt: null,
    });
    await publishDue(app);
    expect(await faqOf(app, faq.slug)).toEqual(faq);
    expect(await office.view("faq", faq.slug)).not.toBe(null);
  });

  test("gets 412 when another administrator has saved or published it in the meantime", async ({ app }) => {
    const [ada, grace] = [officeOf(app), officeOf(app)];
    const faq = await makeFaq(app);
    const first = (await ada.save("faq", faq, { answer: "Ada's." })).body.data;
    const refused = await grace.save("faq", faq, { answer: "Grace's." });
    expect([refused.status, refused.body.data.changes]).toEqual([412, { answer: "Ada's." }]);
    const second = (await grace.save("faq", faq, { answer: "Both." }, first.version)).body.data;
    expect((await ada.save("faq", faq, { answer: "Ada's." }, first.version)).body.data.changes).toEqual({
      answer: "Both.",
    });
    await ada.publish("faq", faq.slug);
    const gone = await grace.save("faq", faq, { answer: "Typed meanwhile." }, second.version);
    expect([gone.status, gone.body.data]).toEqual([412, null]);
    const [one, other] = await Promise.all(
      [1, 2].map((n) => ada.save("faq", { ...faq, version: 2 }, { answer: `${n}` })),
    );
    expect([one?.status, other?.status].sort()).toEqual([200, 412]);
  });

  test("is not discarded, published or given a time by a call that names another state of it or another draft", async () => {
    const app = await createTestApp(database);
    const office = officeOf(app);
    const faq = await makeFaq(app);
    const seen = (await office.save("faq", faq, { answer: "Ada's." })).body.data.version;
    const now = (await office.save("faq", faq, { answer: "Ada's.", question: "Grace's?" }, seen)).body.data;
    const publishAt = new Date(app.clock.now().getTime() + dayMs).toISOString();
    const calls = async (slug: string, over: string) => [
      await office.call("PUT", `/draft/schedule/faq/${slug}?over=${over}`, { publishAt }),
      await office.call("POST", `/draft/publish/faq/${slug}?over=${over}`),
      await office.call("DELETE", `/draft/faq/${slug}?over=${over}`),
    ];
    for (const { status, body } of await calls(faq.slug, seen)) expect([status, body.data]).toEqual([412, now]);
    expect(await office.view("faq", faq.slug)).toEqual(now);

    const other = await makeFaq(app, { question: "Another?" });
    const theirs = (await office.save("faq", other, { answer: "Another draft." })).body.data;
    for (const { status } of await calls(other.slug, now.version)) expect(status).toBe(412);
    expect([await office.view("faq", faq.slug), await office.view("faq", other.slug)]).toEqual([now, theirs]);

    const timed = await office.call("PUT", `/draft/schedule/faq/${faq.slug}?over=${now.version}`, { publishAt });
    expect(timed.status).toBe(200);
    const { version } = timed.body.data;
    expect((await office.call("POST", `/draft/publish/faq/${faq.slug}?over=${version}`)).status).toBe(200);
    const gone = await office.call("DELETE", `/draft/faq/${faq.slug}?over=${version}`);
    expect([gone.status, gone.body.message]).toEqual([412, expect.stringContaining("published or discarded")]);
    for (const status of [200, 200])
      expect((await office.call("DELETE", `/draft/faq/${other.slug}?over=${theirs.version}`)).status).toBe(status);
    expect((await office.call("DELETE", `/draft/faq/${other.slug}?over=x`)).status).toBe(422);
  });

  test("is removed by a save of the entry that names its version, and kept by any other save", async ({ app }) => {
    const office = officeOf(app);
    const faq = await makeFaq(app);
    const first = (await office.save("faq", faq, { answer: "Drafted." })).body.data;
    const edit = (query: string) => office.call("PUT", `/faq/edit/${faq.slug}${query}`, { answer: "Saved." });
    await edit("");
    await edit("?draft=0.1");
    expect(await office.view("faq", faq.slug)).toMatchObject({ changes: { answer: "Drafted." } });
    await edit(`?draft=${first.version}`);
    expect(await office.view("faq", faq.slug)).toBe(null);
  });

  test("is neither removed nor half published by a save that contains an earlier state of it", async ({ app }) => {
    const office = officeOf(app);
    const faq = await makeFaq(app);
    const first = (await office.save("faq", faq, { answer: "Mine." })).body.data;
    const theirs = { baseVersion: first.baseVersion, over: first.version, changes: { answer: "Theirs." } };
    await office.call("PUT", `/draft/faq/${faq.slug}`, theirs);
    const late = await office.call("PUT", `/faq/edit/${faq.slug}?draft=${first.version}`, { answer: "Mine." });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining("changed this draft")]);
    expect((await office.call("GET", `/faq/${faq.slug}`)).body.data.answer).toBe(faq.answer);
    expect(await office.view("faq", faq.slug)).toMatchObject({ changes: { answer: "Theirs." } });

    const heading = "about.heading";
    const draftTexts = (value: string, over: string | null) =>
      office.call("PUT", "/draft/site/texts", { changes: { [heading]: value }, base: {}, baseVersion: 0, over });
    const own = (await draftTexts("Mine", null)).body.data;
    await draftTexts("Theirs", own.version);
    const edits = [{ path: heading, value: "Mine" }];
    expect((await office.call("PUT", `/site/edit?draft=${own.version}`, { edits })).status).toBe(409);
    expect(await office.view("site", "texts")).toMatchObject({ changes: { [heading]: "Theirs" } });
  });

  test("makes an unpublished entry public when published, unless the draft itself sets it to unpublished", async () => {
    const app = await createTestApp(database);
    const office = officeOf(app);
    const hidden = await makeFaq(app, { published: false });
    await office.save("faq", hidden, {});
    await office.publish("faq", hidden.slug);
    expect(await faqOf(app, hidden.slug)).toMatchObject({ published: true, version: 2 });
    await office.save("faq", { ...hidden, version: 2 }, { published: false });
    await office.publish("faq", hidden.slug);
    expect((await app.call("GET", `/faq/${hidden.slug}`)).status).toBe(404);
  });

  test("does not bring back at its time what has been taken off the site since that was set", async ({ app }) => {
    const office = officeOf(app);
    const [off, back, hidden] = [
      await makeFaq(app, { question: "Taken off?" }),
      await makeFaq(app, { question: "Taken off and put back?" }),
      await makeFaq(app, { question: "Not public yet?", published: false }),
    ];
    const scheduled = [];
    for (const faq of [off, back, hidden]) {
      await office.save("faq", faq, { answer: "Drafted." });
      scheduled.push((await office.schedule("faq", faq.slug, minuteMs)).body.data);
    }
    // A form would take what is remembered of the entry for a value that somebody has changed.
    expect(Object.keys(scheduled[0].base)).toEqual(["answer"]);
    const set = (action: string, { slug }: { slug: string }) =>
      office.call("POST", "/faq/bulk", { action, entries: [{ slug }] });
    await set("unpublish", off);
    await set("unpublish", back);
    await set("publish", back);
    // Whoever writes the draft need not have seen it.
    await office.save("faq", off, { answer: "Drafted, and written on." }, scheduled[0].version);
    app.clock.pass(minuteMs);
    await publishDue(app);

    expect((await app.call("GET", `/faq/${off.slug}`)).status).toBe(404);
    expect((await office.view("faq", off.slug)).failure).toBe(
      "The entry has been taken off the site since this time was set. Set a time again, or publish it now.",
    );
    for (const { slug } of [back, hidden]) expect((await faqOf(app, slug)).answer).toBe("Drafted.");

    await office.schedule("faq", off.slug, minuteMs);
    app.clock.pass(minuteMs);
    await publishDue(app);
    expect((await faqOf(app, off.slug)).answer).toBe("Drafted, and written on.");
  });

  test("is erased with its entry, and restored with it from the trash", async ({ app }) => {
    const office = officeOf(app);
    const faq = await makeFaq(app);
    await office.save("faq", faq, { answer: "A secret draft." });
    await office.call("DELETE", `/faq/${faq.slug}`);
    expect((await office.publish("faq", faq.slug)).status).toBe(404);
    await office.call("POST", "/trash/restore", { kind: "faq", id: faq.slug });
    expect((await office.view("faq", faq.slug)).changes).toEqual({ answer: "A secret draft." });
    await office.call("DELETE", `/faq/${faq.slug}`);
    await office.call("DELETE", `/trash/faq/${faq.slug}`);
    expect(await app.deps.db.selectFrom("draft").selectAll().execute()).toEqual([]);
  });

  test("is accessible to administrators only, ignores unknown fields and rejects invalid requests with 422", async () => {
    const app = await createTestApp(database);
    const office = officeOf(app);
    const faq = await makeFaq(app);
    for (const [method, path] of [
      ["GET", `/draft/faq/${faq.slug}`],
      ["PUT", `/draft/faq/${faq.slug}`],
      ["PUT", `/draft/schedule/faq/${faq.slug}`],
      ["POST", `/draft/publish/faq/${faq.slug}`],
      ["DELETE", `/draft/faq/${faq.slug}`],
      ["POST", `/draft/restore/faq/${faq.slug}`],
      ["GET", "/drafts/faq?slugs=a"],
    ] as const)
      expect((await app.call(method, path, method === "PUT" ? {} : undefined)).status, path).toBe(401);
    expect((await office.save("quote", faq, {})).status).toBe(404);
    expect((await office.save("faq", { slug: "nobody", version: 1 }, {})).status).toBe(404);
    const kept = await office.save("faq", faq, { answer: 7, slug: "other", isAdmin: true });
    expect(kept.body.data.changes).toEqual({ answer: 7 });
    expect((await office.publish("faq", faq.slug)).body.errors[0].field).toBe("answer");
    const { version } = kept.body.data;
    for (const [method, path, body] of [
      ["PUT", `/draft/faq/${faq.slug}`, { changes: {}, baseVersion: 1e12, over: version }],
      ["PUT", `/draft/faq/${faq.slug}`, { changes: {}, baseVersion: -1, over: version }],
      ["PUT", `/draft/faq/${faq.slug}`, { changes: {}, baseVersion: 1, over: "x" }],
      ["PUT", `/faq/edit/${faq.slug}?draft=x.1`, { answer: "x" }],
      ["PUT", "/site/edit?draft=1.1e9", { edits: [{ path: "company.tagline", value: "x" }] }],
      ["PUT", `/draft/schedule/faq/${faq.slug}`, { publishAt: "2030-02-31T09:00:00Z" }],
      ["GET", `/drafts/faq?slugs=${Array(201).fill("a").join(",")}`, undefined],
    ] as const)
      expect((await office.call(method, path, body)).status, JSON.stringify([path, body])).toBe(422);
  });

  test("published on schedule is recorded under the administrator who scheduled it", async ({ app }) => {
    const office = officeOf(app);
    const faq = await makeFaq(app);
    await office.save("faq", faq, { answer: "By Grace." });
    const id = await addUser(app.deps, { email: "ada@example.com", fullName: "Ada Lovelace", password: "x" });
    await office.schedule("faq", faq.slug, minuteMs);
    await app.deps.db.updateTable("draft").set({ scheduledBy: id }).execute();
    app.clock.pass(minuteMs);
    await publishDue(app);
    expect((await office.history("faq", faq.slug))[0].author).toBe("Ada Lovelace");
  });
});
