import { expect } from "vitest";
import { createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { makeFaq, makeProject } from "#test/make.ts";

const question = { question: "What do you build?", answer: "Web sites." };

onEveryDatabase("the idempotency key of a new entry", (database) => {
  const add = (app: TestApp, token: string, key: string, body: object = question, path = "/faq/add") =>
    app.call("POST", path, body, { token, headers: { "Idempotency-Key": key } });
  const count = async (app: TestApp) => (await app.call("GET", "/faq/get-all")).body.data.length;

  test("an entry sent again with its key is stored once and returned as it is now", async ({ app }) => {
    const token = await signIn(app);
    const first = await add(app, token, "one");
    expect(first.status).toBe(201);
    await app.office("PUT", `/faq/edit/${first.body.data.slug}`, { answer: "Apps." });

    const second = await add(app, token, "one");

    expect(second.status).toBe(201);
    expect(second.body.data).toEqual({ ...first.body.data, answer: "Apps.", version: 2 });
    expect(await count(app)).toBe(1);
  });

  test("concurrent calls with the same key store one entry and get the same answer", async ({ app }) => {
    const token = await signIn(app);

    const replies = await Promise.all(Array.from({ length: 6 }, () => add(app, token, "one")));

    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await count(app)).toBe(1);
  });

  test("other values under a used key get 412 with the stored entry; an empty key or one over 200 characters gets 400", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const { body } = await add(app, token, "one");

    const other = await add(app, token, "one", { ...question, answer: "Apps." });

    expect(other.status).toBe(412);
    expect(other.body).toMatchObject({ code: "stale", data: body.data });
    expect(await count(app)).toBe(1);

    expect((await add(app, token, "k".repeat(201))).status).toBe(400);
    expect((await add(app, token, "")).status).toBe(400);
    expect(await count(app)).toBe(1);
  });

  test("without a key, with another one, of another administrator or type, or once deleted it is a new entry", async () => {
    const app = await createTestApp(database);
    const token = await signIn(app);
    const { slug } = (await add(app, token, "one")).body.data;
    await app.office("POST", "/faq/add", question);
    await app.office("POST", "/faq/add", question);
    await add(app, token, "two");
    expect(await count(app)).toBe(4);
    const grace = { email: "grace@example.com", fullName: "Grace" };
    const { path } = (await app.office("POST", "/user/invite", grace)).body.data;
    const invited = { token: path.split("/").at(-1), password: "Analytical-1843" };
    const accepted = await app.call("POST", "/user/invite/accept", invited);
    await add(app, accepted.body.data.token, "one");
    expect(await count(app)).toBe(5);
    await app.office("DELETE", `/faq/${slug}`);

    const again = await add(app, token, "one");

    expect(again.status).toBe(201);
    expect(again.body.data.slug).not.toBe(slug);
    expect((await add(app, token, "one")).body).toEqual(again.body);
    expect(await count(app)).toBe(5);
  });

  test("a copy and a section are made once for their key", async ({ app }) => {
    const token = await signIn(app);
    const { slug } = await makeFaq(app);
    const copies = [
      await add(app, token, "one", {}, `/faq/duplicate/${slug}`),
      await add(app, token, "one", {}, `/faq/duplicate/${slug}`),
    ];
    expect(copies[1]?.body).toEqual(copies[0]?.body);
    const project = await makeProject(app);
    const section = { heading: "The seam", description: "Drawn and built.", img: "" };
    const path = `/project/detail/${project.slug}`;
    const first = await add(app, token, "one", section, path);
    expect((await add(app, token, "one", section, path)).body).toEqual(first.body);
    const other = await add(app, token, "one", { ...section, heading: "Another" }, path);
    expect([other.status, other.body.data]).toEqual([412, first.body.data]);
    const after = (await app.office("GET", `/project/${project.slug}`)).body.data;
    expect(after.detail).toHaveLength(project.detail.length + 1);
    expect(after.version).toBe(project.version + 1);
  });

  test("erasing an entry erases the keys that it and its sections were created with", async ({ app }) => {
    const token = await signIn(app);
    const { slug } = (await add(app, token, "one")).body.data;
    const keys = () => app.deps.db.selectFrom("leadKey").selectAll().execute();
    expect(JSON.stringify(await keys())).toContain(slug);
    const project = await makeProject(app);
    const section = { heading: "The seam", description: "", img: "" };
    await add(app, token, "two", section, `/project/detail/${project.slug}`);
    expect(await keys()).toHaveLength(2);

    for (const entry of [`faq/${slug}`, `project/${project.slug}`]) {
      await app.office("DELETE", `/${entry}`);
      expect((await app.office("DELETE", `/trash/${entry}`)).status).toBe(200);
    }

    expect(await keys()).toEqual([]);
  });
});
