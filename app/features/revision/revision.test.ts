import { expect } from "vitest";
import { createTestApp, onEveryDatabase, test } from "#test/app.ts";
import { makeFaq } from "#test/make.ts";

onEveryDatabase("the history", (database) => {
  test("returns a state of an unknown shape as stored and marks it as not current", async ({ app }) => {
    const { slug } = await makeFaq(app);
    const kept = { noun: "faq", slug, action: "update" as const, userId: null, createdAt: "2030-01-01T00:00:00.000Z" };
    const data = { frage: "What is a bug?", antwort: "A moth." };
    await app.deps.db
      .insertInto("change")
      .values({ ...kept, version: 2, shape: 99, data: JSON.stringify(data) })
      .execute();

    const { body } = await app.office("GET", `/history/faq/${slug}`);

    expect(body.data).toMatchObject([
      { version: 2, isCurrent: false, data },
      { version: 1, isCurrent: true, data: { slug } },
    ]);
  });

  test("restores a version with the marks it had, over the newest version only", async () => {
    const app = await createTestApp(database, { seed: true });
    const [sample] = (await app.call("GET", "/project/get-all")).body.data;
    const { slug } = sample;
    const { detail } = sample;
    await app.office("PUT", `/project/edit/${slug}`, { title: "Ours" });
    await app.office("DELETE", `/project/detail/${slug}/${detail[0]._id}`);
    const restore = (version: number, over: number) =>
      app.office("PUT", `/history/project/${slug}`, { version }, { "if-match": `"${over}"` });

    expect((await restore(1, 2)).status).toBe(412);
    expect((await restore(9, 3)).status).toBe(404);
    expect(await restore(1, 3)).toMatchObject({ status: 200, body: { data: { version: 4 } } });
    expect((await app.call("GET", `/project/${slug}`)).body.data).toEqual({ ...sample, version: 4 });
    const [newest] = (await app.office("GET", `/history/project/${slug}`)).body.data;
    expect(newest).toMatchObject({ version: 4, action: "update", data: { isSample: true } });

    await restore(2, 4);
    expect((await app.call("GET", `/project/${slug}`)).body.data).toMatchObject({ title: "Ours", isSample: false });
    await app.office("DELETE", `/project/${slug}`);
    expect((await restore(1, 6)).status).toBe(404);
  });

  test("refuses to restore a version with fields of another release", async ({ app }) => {
    const { slug } = await makeFaq(app);
    await app.deps.db
      .insertInto("change")
      .values({
        ...{ noun: "faq", slug, version: 2, action: "update", userId: null, shape: 99 },
        ...{ createdAt: "2030-01-01T00:00:00.000Z", data: JSON.stringify({ frage: "What is a bug?" }) },
      })
      .execute();

    const refused = await app.office("PUT", `/history/faq/${slug}`, { version: 2 });

    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await app.call("GET", `/faq/${slug}`)).body.data.version).toBe(1);
  });
});
