import { expect, test } from "vitest";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { makeDetail, makeFaq, makeJob, makeProject, makeReview, signIn } from "#test/make.ts";

const put = async (app: TestApp, path: string, body: unknown) =>
  app.call("PUT", path, body, { token: await signIn(app) });

const slugs = async (app: TestApp, noun: string) =>
  (await app.call("GET", `/${noun}/get-all`)).body.data.map(({ slug }: { slug: string }) => slug);

const makers = { project: makeProject, job: makeJob, faq: makeFaq, review: makeReview };

onEveryDatabase("the order", (database) => {
  test.each(Object.entries(makers))(
    "of %s entries is what the office says, for visitors at once",
    async (noun, make) => {
      const app = await createTestApp(database);
      const [a, b, c] = [await make(app), await make(app), await make(app)].map(({ slug }) => slug);

      const reply = await put(app, `/order/${noun}`, { slugs: [c, a, b] });

      expect(reply).toMatchObject({ status: 200, body: { data: { slugs: [c, a, b] } } });
      expect(await slugs(app, noun)).toEqual([c, a, b]);
    },
  );

  test("finished pages are old when it changes", async () => {
    const app = await createTestApp(database);
    for (const title of ["Alpha", "Beta"]) await makeProject(app, { title });
    const portfolio = async () => (await app.request("/portfolio")).text();
    const before = await portfolio();
    expect(before.indexOf("Alpha")).toBeLessThan(before.indexOf("Beta"));

    await put(app, "/order/project", { slugs: ["beta", "alpha"] });

    const after = await portfolio();
    expect(after.indexOf("Beta")).toBeLessThan(after.indexOf("Alpha"));
  });

  test("what is not named follows in its former order, what nobody knows is passed over", async () => {
    const app = await createTestApp(database);
    for (const title of ["A", "B", "C", "D"]) await makeJob(app, { title });

    await put(app, "/order/job", { slugs: ["d", "nobody", "b", "d"] });

    expect(await slugs(app, "job")).toEqual(["d", "b", "a", "c"]);
  });

  test("a new entry stands last, and addresses and versions stay as they are", async () => {
    const app = await createTestApp(database);
    const [first, second] = [await makeProject(app, { title: "First" }), await makeProject(app, { title: "Second" })];
    await put(app, "/order/project", { slugs: ["second", "first"] });

    await makeProject(app, { title: "Third" });

    expect(await slugs(app, "project")).toEqual(["second", "first", "third"]);
    expect((await app.call("GET", "/project/get-all")).body.data.slice(0, 2)).toEqual([second, first]);
  });

  test("of detail sections is a new version of their project", async () => {
    const app = await createTestApp(database);
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

  test("only four nouns have one, and only the office gives it", async () => {
    const app = await createTestApp(database);

    expect((await put(app, "/order/quote", { slugs: [] })).status).toBe(404);
    expect((await put(app, "/order/job", { slugs: "a" })).status).toBe(422);
    expect((await put(app, "/project/detail/order/nobody", { ids: [] })).status).toBe(404);
    expect((await app.call("PUT", "/order/job", { slugs: [] })).status).toBe(401);
  });
});
