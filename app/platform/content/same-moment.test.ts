import { expect, test } from "vitest";
import type { Db } from "#db/schema.ts";
import { createTestApp, onPostgres, type TestApp } from "#test/app.ts";
import { makeDetail, makeFaq, makeProject, whatIsABug } from "#test/make.ts";
import { statementWaits } from "#test/waiting-for-lock.ts";
import { contentOf, findDraft, replaceDraft } from "./draft.repository.server.ts";

/** Makes a call while another write is under way, which is committed as soon as the call waits for it. */
async function callDuring<T>({ deps: { db } }: TestApp, write: (db: Db) => Promise<unknown>, call: () => Promise<T>) {
  const writing = await db.startTransaction().execute();
  await write(writing);
  const answer = call();
  await statementWaits(db);
  await writing.commit().execute();
  return answer;
}

// SQLite has one writer, so nothing is saved between the reads and the writes of a call.
onPostgres(() => {
  test("an entry saved by somebody else at the same moment answers 409 with Retry-After, and the same call then succeeds", async () => {
    const app = await createTestApp("postgres");
    const { slug } = await makeFaq(app);
    const save = () => app.office("PUT", `/faq/edit/${slug}`, { answer: "Mine." });

    const theirs = (db: Db) => db.updateTable("faq").set({ version: 2 }).where("slug", "=", slug).execute();
    const refused = await callDuring(app, theirs, save);

    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([409, "1"]);
    expect((await save()).body.data).toMatchObject({ answer: "Mine.", version: 3 });
  });

  test("an address taken by somebody else at the same moment answers 409 with Retry-After, and the same call then gets another", async () => {
    const app = await createTestApp("postgres");
    const { slug } = await makeFaq(app, { question: "Something else?" });
    const add = () => app.office("POST", "/faq/add", whatIsABug);

    const theirs = (db: Db) => db.updateTable("faq").set({ slug: "what-is-a-bug" }).where("slug", "=", slug).execute();
    const refused = await callDuring(app, theirs, add);

    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([409, "1"]);
    expect((await add()).body.data.slug).toBe("what-is-a-bug-2");
  });

  test("a draft that is saved while a section of its project is erased for good keeps what was typed", async () => {
    const app = await createTestApp("postgres");
    const { slug } = await makeProject(app);
    const [one, two] = [await makeDetail(app, { slug }), await makeDetail(app, { slug })];
    const { version } = (await app.call("GET", `/project/${slug}`)).body.data;
    const changes = { sections: [one, two], title: "Typed" };
    await app.office("PUT", `/draft/project/${slug}`, { changes, baseVersion: version, over: null });
    await app.office("DELETE", `/project/detail/${slug}/${one._id}`);

    const theirs = async (db: Db) => {
      const saved = await findDraft(db, "project", slug);
      if (saved)
        await replaceDraft(db, saved, { ...contentOf(saved), changes: { ...changes, title: "Typed on" } }, new Date());
    };
    const erased = await callDuring(app, theirs, () => app.office("DELETE", `/trash/project-detail/${one._id}`));

    expect(erased.status).toBe(200);
    const draft = (await app.office("GET", `/draft/project/${slug}`)).body.data;
    expect(draft.changes).toMatchObject({ title: "Typed on", sections: [{ _id: two._id }] });
  });
});
