import { expect } from "vitest";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { agora, makeDetail, makeFaq, makeJob, makeProject, makeQuote, makeReview } from "#test/make.ts";
import { changeMany, purgeTrash } from "./trash.service.server.ts";

const dayMs = 24 * 60 * 60 * 1000;

const get = async (app: TestApp, path: string) => (await app.office("GET", path)).body.data;

/** Deletes an entry as an administrator. */
const remove = async (app: TestApp, path: string) => app.office("DELETE", path);

const restore = async (app: TestApp, kind: string, id: string) => app.office("POST", "/trash/restore", { kind, id });

const erase = async (app: TestApp, kind: string, id: string) => remove(app, `/trash/${kind}/${id}`);

/** How often the event loop has turned while something was done: each time, others have theirs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  return turns;
}

const titles = (entries: { title: string }[]) => entries.map(({ title }) => title);

onEveryDatabase("the trash", (database) => {
  test("lists deleted entries and sections, newest first, with the date of their permanent deletion", async () => {
    const app = await createTestApp(database);
    const project = await makeProject(app);
    const detail = await makeDetail(app, project);
    const others = [
      ["job", await makeJob(app)],
      ["faq", await makeFaq(app)],
      ["review", await makeReview(app)],
    ] as const;
    await remove(app, `/project/detail/${project.slug}/${detail._id}`);
    for (const [noun, { slug }] of others) {
      app.clock.pass(1_000);
      await remove(app, `/${noun}/${slug}`);
    }

    const trash = await get(app, "/trash/get-all");

    expect(trash.map(({ kind }: { kind: string }) => kind)).toEqual(["review", "faq", "job", "project-detail"]);
    expect(trash[0]).toEqual({
      kind: "review",
      id: others[2][1].slug,
      title: "Grace Hopper",
      deletedAt: "2026-05-01T12:00:03.000Z",
      eraseAt: "2026-05-31T12:00:03.000Z",
      place: expect.stringMatching(/^2026-05-01T12:00:03\.000Z\/review\/\d+$/),
    });
    expect(trash[3]).toMatchObject({ id: detail._id, title: "Voting", inside: agora.title });
  });

  test("is listed in parts, whole or of one kind, with the number of entries", async ({ app }) => {
    const project = await makeProject(app);
    const detail = await makeDetail(app, project);
    await remove(app, `/project/detail/${project.slug}/${detail._id}`);
    const slugs: string[] = [];
    for (let n = 0; n < 5; n++) {
      app.clock.pass(1_000);
      const { slug } = n % 2 === 0 ? await makeFaq(app) : await makeJob(app);
      await remove(app, `/${n % 2 === 0 ? "faq" : "job"}/${slug}`);
      slugs.unshift(slug);
    }
    const part = async (query: string) => {
      const { body } = await app.office("GET", `/trash/get-all?${query}`);
      return { ids: body.data.map(({ id }: { id: string }) => id), total: body.total };
    };

    expect(await part("limit=2")).toEqual({ ids: slugs.slice(0, 2), total: 6 });
    expect(await part("limit=2&offset=4")).toEqual({ ids: [slugs[4], detail._id], total: 6 });
    expect(await part("limit=2&offset=6")).toEqual({ ids: [], total: 6 });
    expect(await part("kind=faq&limit=2&offset=1")).toEqual({ ids: [slugs[2], slugs[4]], total: 3 });
    expect(await part("kind=project-detail&limit=9")).toEqual({ ids: [detail._id], total: 1 });
    expect(await part("kind=job")).toEqual({ ids: [slugs[1], slugs[3]], total: undefined });
    expect((await app.office("GET", "/trash/get-all?kind=song")).status).toBe(404);
  });

  test("is read on after the last entry received, whatever others delete, restore or erase meanwhile", async () => {
    const app = await createTestApp(database);
    // Everything at one moment, as a bulk change deletes it.
    const detailed = await makeProject(app);
    for (let n = 0; n < 3; n++) {
      const { _id } = await makeDetail(app, detailed);
      await remove(app, `/project/detail/${detailed.slug}/${_id}`);
      for (const [noun, make] of [
        ["project", makeProject],
        ["faq", makeFaq],
        ["job", makeJob],
      ] as const)
        await remove(app, `/${noun}/${(await make(app)).slug}`);
    }
    const whole: { kind: string; id: string }[] = await get(app, "/trash/get-all");
    expect(whole).toHaveLength(12);

    for (const kind of ["", "kind=faq&", "kind=project-detail&"]) {
      const asked = kind ? whole.filter((entry) => kind === `kind=${entry.kind}&`) : whole;
      const read: { kind: string; id: string; place: string }[] = [];
      for (let page = read; page.length > 0 || read.length === 0; ) {
        const before = read.at(-1)?.place;
        const query = `${kind}limit=2${before ? `&before=${encodeURIComponent(before)}` : ""}`;
        const { body } = await app.office("GET", `/trash/get-all?${query}`);
        expect(body.total).toBe(asked.length);
        page = body.data;
        read.push(...page);
      }
      expect(read).toEqual(asked);
    }

    const [first, second, third] = await get(app, "/trash/get-all?limit=3");
    await erase(app, first.kind, first.id);
    await restore(app, second.kind, second.id);
    await restore(app, third.kind, third.id);
    app.clock.pass(1_000);
    await remove(app, `/review/${(await makeReview(app)).slug}`);
    const rest = await get(app, `/trash/get-all?limit=100&before=${encodeURIComponent(third.place)}`);
    expect(rest).toEqual(whole.slice(3));
    for (const place of ["x", "2026-05-01T12:00:03.000Z/song/1"])
      expect((await app.office("GET", `/trash/get-all?before=${place}`)).status).not.toBe(200);
    for (const key of ["x", "9".repeat(100)]) {
      const odd = `2026-05-01T12:00:00.000Z/faq/${key}`;
      expect((await app.office("GET", `/trash/get-all?before=${odd}`)).status).toBe(200);
    }
  });

  test("restores a project unchanged, with its address, number, sections, position and version", async ({ app }) => {
    await makeProject(app, { title: "First" });
    const { slug } = await makeProject(app, {
      title: "Second",
      whatWeDid: "All of it.",
      seam: { rest: 30, step: 9, mid: 52 },
    });
    await makeDetail(app, { slug }, { heading: "One" });
    await makeDetail(app, { slug }, { heading: "Two" });
    await makeProject(app, { title: "Third" });
    const before = await get(app, "/project/get-all");
    await remove(app, `/project/${slug}`);
    expect((await app.request("/details/1")).status).toBe(410);

    const reply = await restore(app, "project", slug);

    expect(reply).toMatchObject({ status: 200, body: { data: { kind: "project", id: slug } } });
    expect(await get(app, "/project/get-all")).toEqual(before);
    expect((await app.request("/details/1")).status).toBe(200);
    expect(await get(app, "/trash/get-all")).toEqual([]);
  });

  test.each(["job", "faq", "review"])("restores a %s unchanged at its position", async (noun) => {
    const app = await createTestApp(database);
    const make = { job: makeJob, faq: makeFaq, review: makeReview }[noun] as typeof makeJob;
    await make(app);
    const { slug } = await make(app, { published: false });
    await make(app);
    const before = await get(app, `/${noun}/get-all`);
    await remove(app, `/${noun}/${slug}`);

    await restore(app, noun, slug);

    expect(await get(app, `/${noun}/get-all`)).toEqual(before);
  });

  test("restores an entry behind its former predecessor if the others were reordered meanwhile", async ({ app }) => {
    for (const title of ["A", "B", "C", "D"]) await makeJob(app, { title });
    await remove(app, "/job/b");
    await app.office("PUT", "/sort-order/job", { slugs: ["d", "c", "a"] });

    await restore(app, "job", "b");

    expect(titles(await get(app, "/job/get-all"))).toEqual(["D", "C", "A", "B"]);
  });

  test("restores a section at its position, as a new version of its project", async ({ app }) => {
    const project = await makeProject(app);
    const [one, two] = [
      await makeDetail(app, project, { heading: "One" }),
      await makeDetail(app, project, { heading: "Two" }),
    ];
    await remove(app, `/project/detail/${project.slug}/${one._id}`);
    const { version } = await get(app, `/project/${project.slug}`);

    await restore(app, "project-detail", one._id);

    expect(await get(app, `/project/${project.slug}`)).toMatchObject({ detail: [one, two], version: version + 1 });
    expect((await get(app, `/history/project/${project.slug}`))[0]).toMatchObject({
      action: "update",
      version: version + 1,
    });
  });

  test("restores a section of a deleted project only after the project is restored", async ({ app }) => {
    const project = await makeProject(app);
    const detail = await makeDetail(app, project);
    await remove(app, `/project/detail/${project.slug}/${detail._id}`);
    await remove(app, `/project/${project.slug}`);

    expect((await get(app, "/trash/get-all")).map(({ kind }: { kind: string }) => kind)).toEqual(["project"]);
    expect((await restore(app, "project-detail", detail._id)).status).toBe(404);
    await restore(app, "project", project.slug);
    expect((await restore(app, "project-detail", detail._id)).status).toBe(200);
  });

  test("records a restore in the history with its author, and visitors see the entry immediately", async ({ app }) => {
    const { slug } = await makeFaq(app, { question: "Is it back?" });
    await remove(app, `/faq/${slug}`);
    expect(await (await app.request("/about")).text()).not.toContain("Is it back?");

    await restore(app, "faq", slug);

    expect(await (await app.request("/about")).text()).toContain("Is it back?");
    expect((await get(app, `/history/faq/${slug}`))[0]).toMatchObject({ action: "restore", author: "Grace Hopper" });
  });

  test("permanently deletes an entry with its history, and its slug can be used again", async ({ app }) => {
    const { slug } = await makeFaq(app);
    await remove(app, `/faq/${slug}`);

    const replies = [await erase(app, "faq", slug), await erase(app, "faq", slug)];

    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await get(app, "/trash/get-all")).toEqual([]);
    expect((await restore(app, "faq", slug)).status).toBe(404);
    expect(await get(app, `/history/faq/${slug}`)).toEqual([]);
    expect(await makeFaq(app)).toMatchObject({ slug, version: 1 });
    expect(await get(app, `/history/faq/${slug}`)).toHaveLength(1);
  });

  test("neither erases nor restores entries that are not in it", async ({ app }) => {
    const { slug } = await makeJob(app);

    const { status, body } = await erase(app, "job", slug);
    expect([status, body.message]).toEqual([404, "This entry is no longer in the trash."]);
    expect((await restore(app, "job", slug)).status).toBe(404);
    expect((await restore(app, "user", "1")).status).toBe(404);
    expect((await erase(app, "user", "1")).status).toBe(404);

    expect(titles(await get(app, "/job/get-all"))).toEqual(["Compiler engineer"]);
  });

  test("erases an entry with its history 30 days after its deletion, not earlier", async ({ app }) => {
    const { slug } = await makeProject(app);
    await makeDetail(app, { slug });
    await remove(app, `/project/${slug}`);

    app.clock.pass(30 * dayMs);
    await sweep(app.deps);
    expect(titles(await get(app, "/trash/get-all"))).toEqual(["Agora"]);
    app.clock.pass(1_000);
    await sweep(app.deps);

    expect(await get(app, "/trash/get-all")).toEqual([]);
    expect(await app.deps.db.selectFrom("projectDetail").select("id").execute()).toEqual([]);
    expect(await get(app, `/history/project/${slug}`)).toEqual([]);
  });

  test("loses a thousand messages after 30 days as one activity, a few at a time, and others have their turn meanwhile", async ({
    app,
  }) => {
    await makeQuote(app);
    const { id: _, ...copy } = await app.deps.db.selectFrom("quote").selectAll().executeTakeFirstOrThrow();
    const deletedAt = app.clock.now().toISOString();
    const copies = Array.from({ length: 1_000 }, (_, n) => ({ ...copy, slug: `copy${n}`, deletedAt }));
    await app.deps.db.insertInto("quote").values(copies).execute();
    app.clock.pass(31 * dayMs);
    expect(await turnsDuring(() => purgeTrash(app.deps))).toBeGreaterThan(4);
    expect(await get(app, "/quote/get-all")).toHaveLength(1);
    const [activity] = await get(app, "/activity/get-all?limit=1");
    expect(activity).toMatchObject({ what: expect.stringContaining("1,000") });
  });

  test("lets others have their turn while many entries are erased or restored at once", async ({ app }) => {
    const entries: { kind: string; id: string }[] = [];
    for (let n = 0; n < 10; n++) entries.push({ kind: "quote", id: (await makeQuote(app)).slug });
    for (const action of ["delete", "restore", "delete", "erase"] as const)
      expect(await turnsDuring(() => changeMany(app.deps, { action, entries }, 1))).toBeGreaterThan(9);
  });

  test("never reuses the address of an erased project, which gets 410", async ({ app }) => {
    const { slug } = await makeProject(app);
    await remove(app, `/project/${slug}`);
    await erase(app, "project", slug);

    const next = await makeProject(app, { title: "Next" });

    expect(next).toMatchObject({ number: 1 });
    expect((await app.request("/details/0")).status).toBe(410);
  });
});
