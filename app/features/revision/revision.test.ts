import { expect, test } from "vitest";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { makeFaq, signIn } from "#test/make.ts";

onEveryDatabase("the history", (database) => {
  test("says of a state that another release kept in other fields that it must not be restored, and gives it as it was", async () => {
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

  test("knows the shape of what every release before shapes has kept", async () => {
    const app = await createTestApp(database);
    const { slug } = await makeFaq(app);
    const rows = await app.deps.db.selectFrom("change").select("shape").where("slug", "=", slug).execute();
    expect(rows).toEqual([{ shape: 1 }]);
  });
});
