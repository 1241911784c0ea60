import { sql } from "kysely";
import { expect } from "vitest";
import { sweep } from "#process/worker.ts";
import { createTestApp, onEveryDatabase, test } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { ada, makeDetail, makeFaq, makeJob, makeProject, makeQuote } from "#test/make.ts";

interface Line {
  id: string;
  author: string;
  done: string;
  what: string;
  undo: { can: boolean; reason?: string };
}

async function createOffice(database: Database) {
  const app = await createTestApp(database);
  const ask = async (method: string, path: string, body?: object) => {
    app.clock.pass(1_000);
    return app.office(method, path, body);
  };
  const list = async (query = ""): Promise<Line[]> => (await ask("GET", `/activity/get-all${query}`)).body.data;
  const newest = async () => (await list("?limit=1"))[0] as Line;
  const undo = (id: string) => ask("POST", `/activity/undo/${id}`);
  const said = async () => (await list()).map(({ done, what }) => `${done} ${what}`.trim());
  const passMonth = async () => {
    app.clock.pass(31 * 24 * 60 * 60_000);
    await sweep(app.deps);
  };
  return { app, ask, list, newest, undo, said, passMonth };
}

onEveryDatabase("the activity list", (database) => {
  test("shows changed texts, reordering, bulk changes of leads, invitations and erasures, with the author", async () => {
    const { app, ask, list, said, passMonth } = await createOffice(database);
    const { slug } = await makeQuote(app);
    const faq = await makeFaq(app);
    await makeFaq(app, { question: "And a feature?" });
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "An insect." });
    await ask("PUT", `/sort-order/faq/${faq.slug}`, { place: 2 });
    await ask("PUT", "/site/edit", { edits: [{ path: "company.phone", value: "+49 30 1" }] });
    await ask("PUT", `/quote/${slug}`, { status: "won", isSpam: true });
    await ask("POST", "/quote/bulk", { selection: { slugs: [slug] }, action: "lost" });
    await ask("DELETE", `/quote/${slug}`);
    await ask("POST", "/user/invite", { email: "Ada@example.com", fullName: "Ada" });
    await ask("DELETE", `/faq/${faq.slug}`);
    await passMonth();
    const told = await said();
    expect(told.slice(0, 4).filter((line) => line.startsWith("Erased"))).toEqual([
      "Erased what had been in the trash for 30 days: 1 message",
      "Erased what had been in the trash for 30 days: 1 question",
    ]);
    for (const line of [
      "Invited ada@example.com",
      "Marked as lost 1 message",
      "Changed the text Company: Phone",
      "Sorted questions",
    ])
      expect(told.map((each) => each.toLowerCase())).toContain(line.toLowerCase());
    expect(told.filter((line) => line.startsWith("Marked as lost"))).toEqual(["Marked as lost 1 message"]);
    const lines = await list();
    expect(lines.find(({ done }) => done.startsWith("Erased what had been"))).toMatchObject({
      author: "",
      undo: { can: false },
    });
    expect(lines.find(({ done }) => done === "Invited")).toMatchObject({ author: "Grace Hopper" });
    expect((await app.call("GET", "/activity/get-all")).status).toBe(401);
    const erased = await ask("POST", "/data-subject/erase", { email: "ada@example.com", confirmed: true });
    expect(erased.status).toBeLessThan(500);
  });

  test("counts what the site itself has erased", async () => {
    const { app, ask, said, passMonth } = await createOffice(database);
    for (const email of ["ada@example.com", "grace@example.com"]) await makeQuote(app, { email });
    await app.call("POST", "/subscription/subscribe", { email: "ada@example.com" });
    const edits = ["privacy.keepQuotesDays", "privacy.keepSubscriptionsDays"].map((path) => ({ path, value: 30 }));
    await ask("PUT", "/site/edit", { edits, shortens: true });
    await passMonth();
    expect((await said()).filter((line) => line.startsWith("Erased")).sort()).toEqual([
      "Erased data older than the retention periods: 1 subscription",
      "Erased data older than the retention periods: 2 messages",
    ]);
  });

  test("undoes the update, deletion, restoration and creation of entries", async () => {
    const { app, ask, newest, undo } = await createOffice(database);
    const faq = await makeFaq(app);
    const read = async () => (await ask("GET", `/faq/${faq.slug}`)).body.data;
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "An insect.", published: false });
    const changed = await newest();
    expect(changed).toMatchObject({ done: "Changed the question", what: faq.question, undo: { can: true } });
    const { data: words } = (await ask("GET", `/activity/${changed.id}`)).body;
    expect([words.older.answer, words.newer.answer]).toEqual([faq.answer, "An insect."]);
    expect((await undo(changed.id)).body.data).toEqual({ undone: 1, left: 0, isDone: true });
    expect(await read()).toEqual({ ...faq, version: 3 });
    await ask("DELETE", `/faq/${faq.slug}`);
    await undo((await newest()).id);
    expect(await read()).toEqual({ ...faq, version: 3 });
    expect((await newest()).done).toBe("Restored the question");
    await undo((await newest()).id);
    expect((await ask("GET", `/faq/${faq.slug}`)).status).toBe(404);
    const project = await makeProject(app);
    await ask("POST", `/project/detail/${project.slug}`, { heading: "One" });
    await undo((await newest()).id);
    expect((await ask("GET", `/project/${project.slug}`)).body.data.detail).toEqual([]);
    const section = await makeDetail(app, project);
    await ask("DELETE", `/project/detail/${project.slug}/${section._id}`);
    await ask("POST", "/trash/restore", { kind: "project-detail", id: section._id });
    await undo((await newest()).id);
    expect((await ask("GET", `/project/${project.slug}`)).body.data.detail).toEqual([]);
    const job = await makeJob(app);
    await undo((await newest()).id);
    expect((await ask("GET", `/job/${job.slug}`)).status).toBe(404);
  });

  test("brings back only the draft that was discarded last, and no section that was erased since", async () => {
    const { app, ask, newest, list, undo } = await createOffice(database);
    const faq = await makeFaq(app);
    for (const answer of ["One.", "Another."]) {
      await ask("PUT", `/draft/faq/${faq.slug}`, { changes: { answer }, baseVersion: 1, over: null });
      await ask("DELETE", `/draft/faq/${faq.slug}`);
    }
    const lines = (await list()).filter(({ done }) => done === "Discarded the draft of");
    expect(lines.map(({ undo }) => undo.can)).toEqual([true, false]);

    const project = await makeProject(app);
    const section = await makeDetail(app, project);
    await ask("DELETE", `/project/detail/${project.slug}/${section._id}`);
    const { id } = await newest();
    await ask("DELETE", `/trash/project-detail/${section._id}`);
    expect(await undo(id)).toMatchObject({ status: 409, body: { message: "What it changed has been erased since." } });
  });

  test("undoes changes to site texts, the sort order and leads, including bulk changes", async () => {
    const { app, ask, newest, undo } = await createOffice(database);
    const phone = async () => (await ask("GET", "/site/get-all")).body.data[0]?.value;
    const save = (value: string | null) => ask("PUT", "/site/edit", { edits: [{ path: "company.phone", value }] });
    await save("+49 30 1");
    await save("+49 30 2");
    await undo((await newest()).id);
    expect(await phone()).toBe("+49 30 1");
    await save(null);
    expect(await newest()).toMatchObject({ done: "Reset to built-in" });
    await undo((await newest()).id);
    expect(await phone()).toBe("+49 30 1");

    const slugs = [await makeJob(app, { title: "A" }), await makeJob(app, { title: "B" })].map(({ slug }) => slug);
    await ask("PUT", "/sort-order/job", { slugs: slugs.toReversed() });
    const sorted = await newest();
    expect((await undo(sorted.id)).status).toBe(200);
    expect((await ask("GET", "/job/get-all")).body.data.map(({ slug }: { slug: string }) => slug)).toEqual(slugs);

    const lead = (await makeQuote(app)).slug;
    const status = async () => (await ask("GET", `/quote/${lead}`)).body.data.status;
    await ask("PUT", `/quote/${lead}`, { status: "won" });
    await undo((await newest()).id);
    expect(await status()).toBe("new");
    await ask("POST", "/quote/bulk", { selection: { slugs: [lead] }, action: "unread" });
    const bulk = await newest();
    await undo(bulk.id);
    expect((await ask("GET", `/quote/${lead}`)).body.data.readAt).toEqual(expect.any(String));
    expect((await undo(bulk.id)).body.message).toBe("It has been undone, or is older than 30 days.");
    await ask("PUT", `/quote/${lead}`, { isSpam: true });
    await undo((await newest()).id);
    expect((await ask("GET", `/quote/${lead}`)).body.data.isSpam).toBe(false);
    await ask("DELETE", `/quote/${lead}`);
    await undo((await newest()).id);
    expect(await status()).toBe("new");
    await undo((await newest()).id);
    expect((await ask("GET", `/quote/${lead}`)).status).toBe(404);
  });

  test("hides no lead that somebody has worked on since, and undoes of several changes to it only the last", async () => {
    const { app, ask, newest, undo } = await createOffice(database);
    const work = (slug: string) => ask("PUT", `/quote/${slug}`, { status: "won" });
    const held = await app.call("POST", "/quote/new", ada, { headers: { "Visitor-Signals": "honeypot" } });
    await ask("PUT", `/quote/${held.body.data.slug}`, { isSpam: false });
    const marked = await newest();
    expect(marked.undo).toEqual({ can: true });
    await work(held.body.data.slug);
    expect((await undo(marked.id)).status).toBe(409);

    const { slug } = await makeQuote(app);
    await ask("DELETE", `/quote/${slug}`);
    const deleted = await newest();
    await undo(deleted.id);
    const restored = await newest();
    expect(restored.undo).toEqual({ can: true });
    await work(slug);
    expect((await undo(restored.id)).status).toBe(409);
    await ask("DELETE", `/quote/${slug}`);
    expect((await undo(deleted.id)).status).toBe(409);
    expect((await undo((await newest()).id)).status).toBe(200);
  });

  test("records nothing when a lead or subscription is deleted or marked that is so already, or does not exist", async () => {
    const { app, ask, list } = await createOffice(database);
    const { slug } = await makeQuote(app);
    await app.call("POST", "/subscription/subscribe", { email: "ada@example.com" });
    const [subscription] = (await ask("GET", "/subscription/get-all")).body.data;
    const lines = async () => (await list()).map(({ done }) => done);
    for (let times = 0; times < 2; times += 1) await ask("PUT", `/quote/${slug}`, { isSpam: true });
    expect(await lines()).toEqual(["Marked as spam the message of"]);
    for (const path of ["/quote/nobody", "/subscription/nobody"]) expect((await ask("DELETE", path)).status).toBe(200);
    for (let times = 0; times < 2; times += 1) {
      await ask("DELETE", `/quote/${slug}`);
      await ask("DELETE", `/subscription/${subscription.slug}`);
    }
    expect((await lines()).slice(0, -1)).toEqual(["Deleted the subscription of", "Deleted the message of"]);
  });

  test("names who was invited, removed and given a reset link, and who did it, until that person’s data is erased", async () => {
    const { app, ask, list } = await createOffice(database);
    const told = async () => (await list()).map(({ author, done, what }) => `${author}: ${done} ${what}`);
    const invite = async (email: string) => (await ask("POST", "/user/invite", { email, fullName: "Ada" })).body.data;
    const { id } = await invite("Eve@Bücher.example");
    for (let times = 0; times < 2; times += 1) await ask("DELETE", `/user/invite/${id}`);
    const token = (await invite("Ada@example.com")).path.split("/").at(-1);
    const accepted = await app.call("POST", "/user/invite/accept", { token, password: "Analytical-1843" });
    const ada = accepted.body.data;
    app.clock.pass(1_000);
    await app.call("POST", "/faq/add", { question: "Who?", answer: "Ada." }, { token: ada.token });
    await ask("POST", `/user/reset-link/${ada.user.id}`, {});
    for (let times = 0; times < 2; times += 1) await ask("DELETE", `/user/${ada.user.id}`);
    expect(await told()).toEqual([
      "Grace Hopper: Removed from People: ada@example.com",
      "Grace Hopper: Made a reset link for ada@example.com",
      "A former administrator: Added the question Who?",
      "A former administrator: Joined ada@example.com",
      "Grace Hopper: Invited ada@example.com",
      "Grace Hopper: Withdrew the invitation of eve@bücher.example",
      "Grace Hopper: Invited eve@bücher.example",
    ]);
    // The history does not take it for something that the site itself has done.
    expect((await ask("GET", "/history/faq/who")).body.data).toMatchObject([{ author: "a former administrator" }]);
    await ask("POST", "/data-subject/erase", { email: "ada@example.com" });
    expect((await told()).filter((line) => line.includes("ada@"))).toEqual([]);
  });

  test("forgets after two years what no other table records", async ({ app }) => {
    for (const email of ["eve@bücher.example", "mallory@example.com"]) {
      const person = { email, fullName: "Eve Mallory" };
      const made = await app.office("POST", "/user/invite", person);
      expect(made.status).toBe(201);
      app.clock.pass(400 * 24 * 60 * 60_000);
    }
    await sweep(app.deps);
    const rows = await app.deps.db
      .selectFrom("activity")
      .select("subject")
      .where("kind", "=", "user-invited")
      .execute();
    expect(rows).toEqual([{ subject: "mallory@example.com" }]);
  });

  test("rejects with a reason the undo of an entry changed since and of an action that cannot be undone", async () => {
    const { app, ask, list, newest, undo } = await createOffice(database);
    const faq = await makeFaq(app);
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "One." });
    const first = await newest();
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Two." });
    const refused = await undo(first.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "It has been changed since. Its history brings back any version.",
    ]);
    expect((await ask("GET", `/faq/${faq.slug}`)).body.data.answer).toBe("Two.");
    await ask("POST", "/user/invite", { email: "ada@example.com", fullName: "Ada" });
    expect((await undo((await newest()).id)).status).toBe(409);
    for (const id of ["change:999999", "cake:1", "change:0"]) expect((await undo(id)).status).toBe(404);
    expect((await app.call("POST", `/activity/undo/${first.id}`)).status).toBe(401);
    expect((await list()).every(({ undo }) => undo.can || undo.reason)).toBe(true);
  });

  test("does not offer to undo a change if another release kept the version before it", async () => {
    const { app, ask, list, undo } = await createOffice(database);
    const kept = await makeFaq(app);
    const { slug } = await makeFaq(app, { question: "And a feature?" });
    const save = (value: string) => ask("PUT", "/site/edit", { edits: [{ path: "company.phone", value }] });
    await save("+49 30 1");
    await app.deps.db.updateTable("change").set({ shape: 99 }).where("slug", "!=", kept.slug).execute();
    await ask("PUT", `/faq/edit/${kept.slug}`, { answer: "An insect." });
    await ask("PUT", `/faq/edit/${slug}`, { answer: "A wish." });
    await save("+49 30 2");
    const [text, unknown, known] = await list();
    const reason = "Another release kept the version before it, in fields that this one does not know.";
    expect([text?.undo, unknown?.undo, known?.undo]).toEqual([
      { can: false, reason },
      { can: false, reason },
      { can: true },
    ]);
    for (const line of [text, unknown])
      expect(await undo(line?.id ?? "")).toMatchObject({ status: 409, body: { message: reason } });
    expect((await ask("GET", "/site/get-all")).body.data[0].value).toBe("+49 30 2");
    expect((await undo(known?.id ?? "")).status).toBe(200);
    // Undone by way of the trash, which needs no earlier version.
    await ask("DELETE", `/faq/${slug}`);
    expect((await undo((await list("?limit=1"))[0]?.id ?? "")).status).toBe(200);
  });

  test("is paginated without gaps among 100,000 records, even if many have the same timestamp", async () => {
    const { app, list } = await createOffice(database);
    await makeFaq(app);
    const at = sql.lit("2026-04-01T00:00:00.000Z");
    const numbers = sql`with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < 50000)`;
    await sql`${numbers} insert into activity (kind, subject, user_id, created_at) select 'user-profile', '', null, ${at} from numbers`.execute(
      app.deps.db,
    );
    await sql`${numbers} insert into change (noun, slug, version, action, data, user_id, created_at) select 'faq', 'q-' || number, 1, 'create', '{}', null, ${at} from numbers`.execute(
      app.deps.db,
    );
    const seen = new Set<string>();
    let before = "";
    for (let page = 0; page < 6; page++) {
      const lines = await list(`?limit=200${before}`);
      for (const { id } of lines) seen.add(id);
      before = `&before=${lines.at(-1)?.id}`;
    }
    expect(seen.size).toBe(1_200);
    const first = async (table: "activity" | "change") => {
      const rows = app.deps.db
        .selectFrom(table)
        .select((eb) => eb.fn.min("id").as("id"))
        .where("createdAt", "<", "2026-04-02");
      return Number((await rows.executeTakeFirstOrThrow()).id);
    };
    const oldest = await first("activity");
    const last = await list(`?limit=200&before=activity:${oldest + 99}`);
    expect(last.map(({ id }) => id)).toEqual(Array.from({ length: 99 }, (_, n) => `activity:${oldest + 98 - n}`));
    const crossing = await list(`?limit=3&before=change:${(await first("change")) + 1}`);
    expect(crossing.map(({ id }) => id.split(":")[0])).toEqual(["change", "activity", "activity"]);
  });
});
