import { expect } from "vitest";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { makeDetail, makeFaq, makeJob, makeProject, makeReview } from "#test/make.ts";

const put = async (app: TestApp, path: string, body: unknown) => app.office("PUT", path, body);

const slugs = async (app: TestApp, noun: string) =>
  (await app.call("GET", `/${noun}/get-all`)).body.data.map(({ slug }: { slug: string }) => slug);

const makers = { project: makeProject, job: makeJob, faq: makeFaq, review: makeReview };

onEveryDatabase("the sort order", (database) => {
  test.each(Object.entries(makers))(
    "of %s entries set by an administrator applies to visitors immediately",
    async (noun, make) => {
      const app = await createTestApp(database);
      const [a, b, c] = [await make(app), await make(app), await make(app)].map(({ slug }) => slug);

      const reply = await put(app, `/sort-order/${noun}`, { slugs: [c, a, b] });

      expect(reply).toMatchObject({ status: 200, body: { data: { version: 2, before: 1 } } });
      expect(await slugs(app, noun)).toEqual([c, a, b]);
    },
  );

  test("is updated on cached pages when it changes", async ({ app }) => {
    for (const title of ["Alpha", "Beta"]) await makeProject(app, { title });
    const portfolio = async () => (await app.request("/portfolio")).text();
    const before = await portfolio();
    expect(before.indexOf("Alpha")).toBeLessThan(before.indexOf("Beta"));

    await put(app, "/sort-order/project", { slugs: ["beta", "alpha"] });

    const after = await portfolio();
    expect(after.indexOf("Beta")).toBeLessThan(after.indexOf("Alpha"));
  });

  test("puts unnamed entries last in their previous order, and ignores unknown slugs; one entry can be moved to a position, of which one beyond the end is the last", async () => {
    const app = await createTestApp(database);
    for (const title of ["A", "B", "C", "D"]) await makeJob(app, { title });

    await put(app, "/sort-order/job", { slugs: ["d", "nobody", "b", "d"] });

    expect(await slugs(app, "job")).toEqual(["d", "b", "a", "c"]);

    await put(app, "/sort-order/job/c", { place: 2 });
    expect(await slugs(app, "job")).toEqual(["d", "c", "b", "a"]);
    await put(app, "/sort-order/job/d", { place: 99 });
    expect(await slugs(app, "job")).toEqual(["c", "b", "a", "d"]);
  });

  test("puts new entries last, and changing it leaves addresses and versions of entries unchanged", async ({ app }) => {
    const [first, second] = [await makeProject(app, { title: "First" }), await makeProject(app, { title: "Second" })];
    await put(app, "/sort-order/project", { slugs: ["second", "first"] });

    await makeProject(app, { title: "Third" });

    expect(await slugs(app, "project")).toEqual(["second", "first", "third"]);
    expect((await app.call("GET", "/project/get-all")).body.data.slice(0, 2)).toEqual([second, first]);
  });

  test("of sections is saved as a new version of their project", async ({ app }) => {
    const project = await makeProject(app);
    const [one, two, three] = [
      await makeDetail(app, project),
      await makeDetail(app, project),
      await makeDetail(app, project),
    ];
    const { body: before } = await app.call("GET", `/project/${project.slug}`);

    const reply = await put(app, `/project/detail/order/${project.slug}`, { ids: [three?._id, one?._id] });

    expect(reply.body.data).toMatchObject({ detail: [three, one, two], version: before.data.version + 1 });
    expect((await app.call("GET", `/project/${project.slug}`)).body.data.detail).toEqual([three, one, two]);
  });

  test("has a history with the author of each move, and any earlier order can be restored", async ({ app }) => {
    for (const title of ["A", "B", "C", "D"]) await makeJob(app, { title });
    const moved = await put(app, "/sort-order/job/d", { place: 1 });
    await put(app, "/sort-order/job", { slugs: ["c", "b", "a", "d"] });

    const { data } = (await app.office("GET", "/sort-order/job/history")).body;
    expect(data).toMatchObject([
      { version: 3, author: "Grace Hopper", moved: null },
      { version: 2, author: "Grace Hopper", moved: { name: "D", from: 4, to: 1 } },
      { version: 1, author: "", moved: null },
    ]);
    expect(await put(app, "/sort-order/job", { version: 2 })).toMatchObject({
      body: { data: { version: 4, before: 3 } },
    });
    expect(await slugs(app, "job")).toEqual(["d", "a", "b", "c"]);
    await put(app, "/sort-order/job", { version: moved.body.data.before });
    expect(await slugs(app, "job")).toEqual(["a", "b", "c", "d"]);
  });

  test("is exactly restored when a move is undone, including restored and newly created entries", async ({ app }) => {
    for (const title of ["A", "B", "C"]) await makeJob(app, { title });
    await app.office("DELETE", "/job/b");
    await put(app, "/sort-order/job/c", { place: 1 });
    await app.office("POST", "/trash/restore", { kind: "job", id: "b" });
    await makeJob(app, { title: "D" });
    const before = await slugs(app, "job");

    const { body } = await put(app, "/sort-order/job/d", { place: 1 });
    await put(app, "/sort-order/job", { version: body.data.before });

    expect(await slugs(app, "job")).toEqual(before);
  });

  test("cannot be undone with a stale If-Match after another move, which gets 412", async ({ app }) => {
    for (const title of ["A", "B", "C"]) await makeJob(app, { title });
    const { version, before } = (await put(app, "/sort-order/job/c", { place: 1 })).body.data;
    await put(app, "/sort-order/job/b", { place: 1 });

    const headers = { "If-Match": `"${version}"` };
    const refused = await app.office("PUT", "/sort-order/job", { version: before }, headers);

    expect(refused).toMatchObject({ status: 412, body: { code: "stale" } });
    expect(await slugs(app, "job")).toEqual(["b", "c", "a"]);
  });

  test("gets no new version when nothing moves, and its history does not name erased entries", async ({ app }) => {
    for (const title of ["A", "B", "Zanzibar"]) await makeJob(app, { title });
    expect((await put(app, "/sort-order/job/a", { place: 1 })).body.data).toEqual({ version: 0, before: 0 });
    await put(app, "/sort-order/job/zanzibar", { place: 1 });
    await app.office("DELETE", "/job/zanzibar");
    await app.office("DELETE", "/trash/job/zanzibar");

    const { data } = (await app.office("GET", "/sort-order/job/history")).body;
    expect(data[0].moved).toEqual({ name: "", from: 3, to: 1 });
    const rows = await app.deps.db.selectFrom("change").select("data").where("noun", "=", "order").execute();
    expect(JSON.stringify(rows)).not.toMatch(/zanzibar/i);
  });

  test("of 1,000 entries can be changed, reverted and reversed", async ({ app }) => {
    const at = "2026-01-01T00:00:00.000Z";
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      slug: `q-${n}`,
      question: `Question ${n}`,
      answer: "Yes.",
      bullets: "[]",
      published: 1,
      position: n + 1,
      version: 1,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    }));
    for (let n = 0; n < rows.length; n += 500)
      await app.deps.db
        .insertInto("faq")
        .values(rows.slice(n, n + 500) as never)
        .execute();
    const names = rows.map(({ slug }) => slug);

    const { body } = await put(app, "/sort-order/faq/q-999", { place: 1 });

    expect(await slugs(app, "faq")).toEqual(["q-999", ...names.slice(0, -1)]);
    await put(app, "/sort-order/faq", { version: body.data.before });
    expect(await slugs(app, "faq")).toEqual(names);
    await put(app, "/sort-order/faq", { slugs: names.toReversed() });
    expect(await slugs(app, "faq")).toEqual(names.toReversed());
  });

  test("can be set by administrators only, and an invalid request gets 404 or 422", async ({ app }) => {
    expect((await put(app, "/sort-order/quote", { slugs: [] })).status).toBe(404);
    expect((await put(app, "/sort-order/quote/anything", { place: 1 })).status).toBe(404);
    expect((await put(app, "/sort-order/job/nobody", { place: 1 })).status).toBe(404);
    expect((await put(app, "/sort-order/job/nobody", { place: 0 })).status).toBe(422);
    expect((await put(app, "/sort-order/job", { version: 7 })).status).toBe(404);
    expect((await app.call("GET", "/sort-order/job/history")).status).toBe(401);
    expect((await put(app, "/sort-order/job", { slugs: "a" })).status).toBe(422);
    expect((await put(app, "/project/detail/order/nobody", { ids: [] })).status).toBe(404);
    expect((await app.call("PUT", "/sort-order/job", { slugs: [] })).status).toBe(401);
  });
});
