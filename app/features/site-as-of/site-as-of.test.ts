import { expect, test } from "vitest";
import { undo } from "#app/features/activity/activity-undo.service.server.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { createTestApp, onEveryDatabase, signIn } from "#test/app.ts";
import { type Database, migratedLocation } from "#test/data-location.ts";
import { lockRows } from "#test/lock-rows.ts";
import { ada, makeDetail, makeFaq, makeJob, makeProject } from "#test/make.ts";
import { timed } from "#test/timed.ts";

interface Told {
  noun: string;
  slug: string;
  does: string;
}

/** A database whose transactions are run by something else. */
const withTransaction = (db: Db, transaction: object): Db =>
  new Proxy(db, {
    get(target, name) {
      if (name === "transaction") return () => transaction;
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

async function createOffice(database: Database, options: Parameters<typeof createTestApp>[1] = {}) {
  const app = await createTestApp(database, options);
  const token = await signIn(app);
  const ask = async (method: string, path: string, body?: object) => {
    app.clock.pass(1_000);
    return app.call(method, path, body, { token });
  };
  const compare = async (at: string) => {
    const { body } = await ask("GET", `/site-as-of/differences?at=${at}`);
    return { version: body.data.version as number, differences: body.data.differences as Told[] };
  };
  /** Everything that visitors and the office see of the content, without what counts and dates it. */
  const content = async () => {
    const parts = await Promise.all(
      ["project", "job", "faq"].map(async (noun) => (await ask("GET", `/${noun}/get-all`)).body.data),
    );
    const texts = (await ask("GET", "/site/get-all")).body.data;
    return JSON.parse(
      JSON.stringify([...parts, texts], (name, value) =>
        ["version", "updatedAt", "isSample"].includes(name) ? undefined : value,
      ),
    );
  };
  /** A moment between two saves. */
  const mark = () => {
    app.clock.pass(1_000);
    return app.clock.now().toISOString();
  };
  return { app, ask, compare, content, mark };
}

onEveryDatabase("the site as of an earlier time", (database) => {
  test("can be compared, previewed and restored in one step, and the restore can be undone in one step", async () => {
    const { app, ask, compare, content, mark } = await createOffice(database);
    const [one, two] = [await makeFaq(app, { question: "One?" }), await makeFaq(app, { question: "Two?" })];
    const project = await makeProject(app, { title: "Early title" });
    await makeDetail(app, project, { heading: "Early section" });
    await ask("PUT", "/site/edit", { edits: [{ path: "company.phone", value: "+49 30 1" }] });
    const setHours = (time: string) =>
      ask("PUT", "/site/edit", { edits: [{ path: "company.hours", value: [{ days: "Monday", time }] }] });
    expect((await setHours("10 to 6")).status).toBe(200);
    const job = await makeJob(app);
    await ask("DELETE", `/job/${job.slug}`);
    const [early, then] = [mark(), await content()];

    await ask("PUT", `/project/edit/${project.slug}`, { title: "Late title" });
    const { detail } = (await ask("GET", `/project/${project.slug}`)).body.data;
    await ask("DELETE", `/project/detail/${project.slug}/${detail[0]._id}`);
    await ask("PUT", "/site/edit", { edits: [{ path: "company.phone", value: null }] });
    for (const time of ["9 to 5", "10 to 6"]) await setHours(time);
    await ask("PUT", "/site/edit", { edits: [{ path: "company.name", value: "Late name" }] });
    await ask("PUT", "/sort-order/faq", { slugs: [two.slug, one.slug] });
    await ask("DELETE", `/faq/${one.slug}`);
    const added = await makeFaq(app, { question: "Three?" });
    await ask("POST", "/trash/restore", { kind: "job", id: job.slug });
    const late = await content();

    const { version, differences } = await compare(early);
    expect(differences.map(({ noun, slug, does }) => [noun, slug, does])).toEqual([
      ["faq", one.slug, "restored"],
      ["faq", added.slug, "deleted"],
      ["job", job.slug, "deleted"],
      ["project", project.slug, "changed"],
      ["site", "company.name", "changed"],
      ["site", "company.phone", "changed"],
      ["order", "faq", "changed"],
    ]);
    expect(await content()).toEqual(late);

    const shown = await ask("POST", "/site-as-of/preview", { at: early, page: "portfolio" });
    const page = await (await app.request(shown.body.data.url)).text();
    expect(page).toContain("Early title");
    expect(page).not.toContain("Late title");
    expect(page).not.toContain("Late name");
    const details = await ask("POST", "/site-as-of/preview", { at: early, page: "details" });
    expect(await (await app.request(details.body.data.url)).text()).toContain("Early section");
    expect(await content()).toEqual(late);

    const { data } = (await ask("POST", "/site-as-of/restore", { at: early, version })).body;
    expect(data.changed).toBe(7);
    expect(await content()).toEqual(then);
    expect((await compare(early)).differences).toEqual([]);
    const [line] = (await ask("GET", "/activity/get-all?limit=1")).body.data;
    expect(line).toMatchObject({ id: data.activity, done: "Set the site back to", undo: { can: true } });

    expect((await ask("POST", `/activity/undo/${data.activity}`)).status).toBe(200);
    expect(await content()).toEqual(late);
  });

  test("cannot be restored after a newer save, compared for a future time, or accessed by visitors", async () => {
    const { app, ask, compare, mark } = await createOffice(database);
    const faq = await makeFaq(app);
    const early = mark();
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Late." });
    const { version } = await compare(early);
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Later." });

    const stale = await ask("POST", "/site-as-of/restore", { at: early, version });
    expect([stale.status, stale.body.message]).toEqual([
      412,
      "Somebody has saved something in the meantime. Compare again.",
    ]);
    expect((await ask("GET", `/faq/${faq.slug}`)).body.data.answer).toBe("Later.");
    const { activity } = (
      await ask("POST", "/site-as-of/restore", { at: early, version: (await compare(early)).version })
    ).body.data;
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Last." });
    const undo = await ask("POST", `/activity/undo/${activity}`);
    expect([undo.status, undo.body.message]).toEqual([409, "Something has been saved since."]);

    const ahead = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect((await ask("GET", `/site-as-of/differences?at=${ahead}`)).status).toBe(422);
    expect((await ask("GET", "/site-as-of/differences?at=yesterday")).status).toBe(422);
    for (const [method, path] of [
      ["GET", `/site-as-of/differences?at=${early}`],
      ["POST", "/site-as-of/preview"],
      ["POST", "/site-as-of/restore"],
    ] as const)
      expect((await app.call(method, path, method === "GET" ? undefined : { at: early })).status).toBe(401);
  });

  test("is not restored over what somebody saves while the undo of a restore is being decided", async () => {
    const { app, ask, compare, mark } = await createOffice(database);
    const faq = await makeFaq(app);
    const early = mark();
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Late." });
    const { version } = await compare(early);
    const { activity } = (await ask("POST", "/site-as-of/restore", { at: early, version })).body.data;
    const { db } = app.deps;
    const interrupted = {
      execute: async (work: (db: Db) => Promise<unknown>) => {
        await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Saved in between." });
        return db.transaction().execute(work);
      },
    };
    const deps = { ...app.deps, db: withTransaction(db, interrupted) };

    await expect(undo(deps, activity, 1)).rejects.toThrow("Somebody has just changed it. Load the list again.");

    expect((await ask("GET", `/faq/${faq.slug}`)).body.data.answer).toBe("Saved in between.");
  });

  test("is compared while another process writes the same entries", async () => {
    const place = await migratedLocation(database);
    const { app, ask, compare, mark } = await createOffice(database, { place });
    const faq = await makeFaq(app);
    const early = mark();
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Late." });
    await ask("PUT", "/site/edit", { edits: [{ path: "company.name", value: "Late name" }] });
    const letGo = [await lockRows(database, place, "faq")];
    if (database === "postgres") letGo.push(await lockRows(database, place, "siteContent"));

    const { ms, answer } = await timed(() => compare(early));

    expect(answer.differences.map(({ slug, does }) => [slug, does])).toEqual([
      [faq.slug, "changed"],
      ["company.name", "changed"],
    ]);
    // Less than a lock is waited for.
    expect(ms).toBeLessThan(4_500);
    for (const release of letGo) await release();
  });

  test("delays neither a message nor a save while it is compared", async () => {
    const { app, ask, compare, mark } = await createOffice(database);
    const faq = await makeFaq(app);
    const early = mark();
    await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Late." });
    const { dryRun } = app.deps;
    const written = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    app.deps.dryRun = (work) =>
      dryRun(async (copy) => {
        const result = await work(copy);
        written.resolve();
        await answered.promise;
        return result;
      });
    const comparing = compare(early);
    await Promise.race([written.promise, comparing]);

    const message = await app.call("POST", "/quote/new", ada);
    const save = await ask("PUT", `/faq/edit/${faq.slug}`, { answer: "Later." });
    answered.resolve();

    expect([message.status, save.status]).toEqual([201, 200]);
    expect((await comparing).differences).toMatchObject([{ slug: faq.slug, does: "changed" }]);
    expect((await ask("GET", `/faq/${faq.slug}`)).body.data.answer).toBe("Later.");
  });

  test("does not restore permanently deleted entries or states of a newer shape", async () => {
    const { app, ask, compare, mark } = await createOffice(database);
    const [kept, erased] = [await makeFaq(app), await makeFaq(app)];
    const early = mark();
    await ask("DELETE", `/faq/${erased.slug}`);
    await ask("DELETE", `/trash/faq/${erased.slug}`);
    await ask("PUT", `/faq/edit/${kept.slug}`, { answer: "Late." });
    await app.deps.db.updateTable("change").set({ shape: 99 }).where("version", "=", 1).execute();

    const { version, differences } = await compare(early);
    expect(differences.map(({ slug, does }) => [slug, does])).toEqual([[kept.slug, "kept"]]);
    expect((await ask("POST", "/site-as-of/restore", { at: early, version })).body.data).toEqual({
      changed: 0,
      activity: null,
    });
    expect((await ask("GET", `/faq/${kept.slug}`)).body.data.answer).toBe("Late.");
  });

  test("leaves how long messages are kept, and who is notified of them, as they are", async () => {
    const { app, ask, compare, mark } = await createOffice(database);
    const edit = async (value: number, to: string, phone: string) => {
      const values = { "privacy.keepQuotesDays": value, "company.notifyEmail": to, "company.phone": phone };
      const edits = Object.entries(values).map(([path, value]) => ({ path, value }));
      expect((await ask("PUT", "/site/edit", { edits, shortens: true })).status).toBe(200);
    };
    await edit(30, "former@site.example", "+49 30 1");
    const early = mark();
    await edit(0, "now@site.example", "+49 30 2");

    const { version, differences } = await compare(early);
    expect(differences.map(({ slug }) => slug)).toEqual(["company.phone"]);
    expect((await ask("POST", "/site-as-of/restore", { at: early, version })).status).toBe(200);
    const { privacy, company } = await readSiteContent(app.deps);
    expect([privacy.keepQuotesDays, company.notifyEmail, company.phone]).toEqual([0, "now@site.example", "+49 30 1"]);
  });

  test("includes built-in entries, whose first change can also be undone", async () => {
    const { app, ask, compare, content, mark } = await createOffice(database, { seed: true });
    app.clock.pass(60 * 60_000);
    const [early, then] = [mark(), await content()];
    const [project, other] = (await ask("GET", "/project/get-all")).body.data;
    await ask("PUT", `/project/edit/${project.slug}`, { title: "Late title" });
    const [line] = (await ask("GET", "/activity/get-all?limit=1")).body.data;
    await ask("POST", "/project/bulk", { action: "unpublish", entries: [{ slug: other.slug }] });
    const [review] = (await ask("GET", "/review/get-all")).body.data;
    // The same text is the agency's own once it has been saved.
    await ask("PUT", `/review/edit/${review.slug}`, { feedback: review.feedback });
    const isSample = async (path: string) => (await ask("GET", path)).body.data.isSample;
    const [ofProject, ofReview] = [`/project/${project.slug}`, `/review/${review.slug}`];
    expect([project.isSample, await isSample(ofProject), review.isSample, await isSample(ofReview)]).toEqual([
      ...[true, false],
      ...[true, false],
    ]);
    const { version, differences } = await compare(early);
    expect(differences.map(({ slug, does }) => [slug, does]).sort()).toEqual(
      [project, other, review].map(({ slug }) => [slug, "changed"]).sort(),
    );

    expect((await ask("POST", `/activity/undo/${line.id}`)).status).toBe(200);
    expect((await ask("GET", ofProject)).body.data).toEqual({ ...project, version: 3 });
    expect((await ask("POST", "/site-as-of/restore", { at: early, version: version + 1 })).status).toBe(200);
    expect(await content()).toEqual(then);
    expect(await isSample(ofReview)).toBe(true);

    // A state saved before such marks existed does not contain them.
    const { slug } = (await ask("GET", "/project/get-all")).body.data[2];
    await ask("POST", "/project/bulk", { action: "unpublish", entries: [{ slug }] });
    const states = app.deps.db.selectFrom("change").select(["id", "data"]).where("noun", "=", "project");
    for (const { id, data } of await states.where("slug", "=", slug).execute()) {
      const { isSample: _, sketchImage: _1, ...old } = JSON.parse(data);
      await app.deps.db
        .updateTable("change")
        .set({ data: JSON.stringify(old), shape: 1 })
        .where("id", "=", id)
        .execute();
    }
    const again = await compare(early);
    expect((await ask("POST", "/site-as-of/restore", { at: early, version: again.version })).status).toBe(200);
    expect(await isSample(`/project/${slug}`)).toBe(true);
  });
});
