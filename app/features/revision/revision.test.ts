import { expect, test } from "vitest";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { makeFaq, signIn } from "#test/make.ts";

onEveryDatabase("the history", (database) => {
  test("returns a state of an unknown shape as stored and marks it as not current", async () => {
    const app = await createTestApp(database);
    const { slug } = await makeFaq(app);
    const kept = { noun: "faq", slug, action: "update" as const, userId: null, createdAt: "2030-01-01T00:00:00.000Z" };
    const data = { frage: "What is a bug?", antwort: "A moth." };
    await app.deps.db
      .insertInto("change")
      .values({ ...kept, version: 2, shape: 99, data: JSON.stringify(data) })
      .execute();

    const { body } = await app.call("GET", `/history/faq/${slug}`, undefined, { token: await signIn(app) });

    expect(body.data).toMatchObject([
      { version: 2, isCurrent: false, data },
      { version: 1, isCurrent: true, data: { slug } },
    ]);
  });

  test("records the current shape, 1, with a new question", async () => {
    const app = await createTestApp(database);
    const { slug } = await makeFaq(app);
    const rows = await app.deps.db.selectFrom("change").select("shape").where("slug", "=", slug).execute();
    expect(rows).toEqual([{ shape: 1 }]);
  });
});
