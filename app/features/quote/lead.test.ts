import { expect, test } from "vitest";
import { addUser, createTestApp, onEveryDatabase, signIn } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { ada, charles, makeQuote } from "#test/make.ts";

async function createOffice(database: Database) {
  const app = await createTestApp(database);
  const token = await signIn(app);
  const { office } = app;
  const view = async (slug: string) => (await office("GET", `/quote/${slug}`)).body.data;
  const names = async (query: string) =>
    (await office("GET", `/quote/get-all?${query}`)).body.data.map(({ fullName }: { fullName: string }) => fullName);
  return { app, token, office, view, names };
}

onEveryDatabase("a lead", (database) => {
  test("starts as new; changes of status, owner and next step are recorded in its history and filter the list", async () => {
    const { app, office, view, names } = await createOffice(database);
    const { slug } = await makeQuote(app, ada);
    await makeQuote(app, charles);
    expect(await view(slug)).toMatchObject({ ...ada, status: "new", history: [], earlier: [] });
    const { owners } = (await office("GET", "/quote/options")).body.data;
    expect(owners).toMatchObject([{ name: "Grace Hopper" }]);

    const change = { status: "won", ownerId: owners[0].id, nextStep: "Call her", nextStepOn: "٢٠٢٦-٠٥-۰۴" };
    const { status, body } = await office("PUT", `/quote/${slug}`, change);

    expect([status, body.data]).toMatchObject([
      200,
      {
        status: "won",
        owner: owners[0],
        nextStep: "Call her",
        nextStepOn: "2026-05-04",
        readAt: app.clock.now().toISOString(),
        history: [
          { kind: "status", text: "won", author: "Grace Hopper", createdAt: app.clock.now().toISOString() },
          { kind: "owner", text: "Grace Hopper" },
          { kind: "next-step", text: "Call her, 2026-05-04" },
        ],
      },
    ]);
    await office("PUT", `/quote/${slug}`, change);
    expect((await view(slug)).history).toHaveLength(3);
    for (const [query, found] of [
      ["status=won", [ada.fullName]],
      ["status=new&limit=5", [charles.fullName]],
      [`owner=${owners[0].id}`, [ada.fullName]],
    ] as const)
      expect([query, await names(query)]).toEqual([query, found]);
    expect((await office("GET", "/quote/get-all?status=won&limit=1")).body.total).toBe(1);
    const cleared = await office("PUT", `/quote/${slug}`, { ownerId: null, nextStep: "", nextStepOn: "" });
    expect(Object.keys(cleared.body.data)).not.toEqual(expect.arrayContaining(["owner"]));
    expect(cleared.body.data.nextStep).toBeUndefined();
  });

  test("rejects an unknown status or owner and an invalid next step with 422, and stays unchanged", async () => {
    const { app, office, view } = await createOffice(database);
    const { slug } = await makeQuote(app, ada);
    for (const [change, field] of [
      [{ status: "lukewarm" }, "status"],
      [{ status: "won", ownerId: 4711 }, "ownerId"],
      [{ nextStepOn: "tomorrow" }, "nextStepOn"],
      [{ nextStep: "x".repeat(301) }, "nextStep"],
    ] as const) {
      const { status, body } = await office("PUT", `/quote/${slug}`, change);
      expect([status, body.errors[0].field]).toEqual([422, field]);
    }
    expect(await view(slug)).toMatchObject({ status: "new", history: [] });
    expect((await office("PUT", "/quote/nobody", { status: "won" })).status).toBe(404);
    expect((await office("POST", "/quote/note/nobody", { text: "x" })).status).toBe(404);
    expect((await app.call("POST", `/quote/note/${slug}`, { text: "x" })).status).toBe(401);
    expect((await office("POST", `/quote/note/${slug}`, { text: " " })).status).toBe(422);
  });

  test("a next step that somebody else has set meanwhile is replaced only if it was seen", async () => {
    const { app, office, view } = await createOffice(database);
    const { slug } = await makeQuote(app, ada);
    const none = { nextStep: "", nextStepOn: "" };
    const step = (nextStep: string, nextStepSeen: object) =>
      office("PUT", `/quote/${slug}`, { nextStep, nextStepOn: "2026-05-04", nextStepSeen });
    expect((await step("Call her", none)).status).toBe(200);
    // The same again, as after a lost answer.
    expect((await step("Call her", none)).status).toBe(200);
    const refused = await step("Send an offer", none);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(await view(slug)).toMatchObject({ nextStep: "Call her" });
    expect((await step("Send an offer", { nextStep: "Call her", nextStepOn: "2026-05-04" })).status).toBe(200);
    expect(await view(slug)).toMatchObject({ nextStep: "Send an offer" });
    // It is stored as typed, with a space at its end.
    for (const [to, seen] of [
      ["Call her ", "Send an offer"],
      ["Meet her", "Call her "],
    ] as const)
      expect((await step(to, { nextStep: seen, nextStepOn: "2026-05-04" })).status).toBe(200);
  });

  test("a blank next step is none, and leaves no line in the history; a reply is not taken for a note under its key", async () => {
    const { app, office, view } = await createOffice(database);
    const { slug } = await makeQuote(app, ada);
    await office("PUT", `/quote/${slug}`, { nextStep: "   " });
    await office("PUT", `/quote/${slug}`, { nextStep: " \u200b", nextStepOn: "" });
    expect((await view(slug)).history).toEqual([]);
    const { id: quoteId } = await app.deps.db
      .selectFrom("quote")
      .select("id")
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    await app.deps.db
      .insertInto("quoteEvent")
      .values({
        ...{ quoteId, kind: "reply", text: "Gladly.", userId: null, requestKey: "one", bulkChangeId: null },
        createdAt: app.clock.now().toISOString(),
      })
      .execute();
    expect((await office("POST", `/quote/note/${slug}`, { text: "Gladly.", key: "one" })).status).toBe(409);
  });

  test("stores each note once, in order; notes are searchable and exported", async () => {
    const { app, office, names, token } = await createOffice(database);
    const { slug } = await makeQuote(app, ada);
    await makeQuote(app, charles);
    const note = (text: string, key?: string) => office("POST", `/quote/note/${slug}`, { text, key });
    expect((await note("Met at the opera.", "one")).status).toBe(201);
    app.clock.pass(60_000);
    await note("Met at the opera.", "one");
    // Changed after an answer that was lost: neither stored twice nor taken for stored.
    expect((await note("Met at the opera, and again.", "one")).status).toBe(409);
    const { body } = await note("Wants punched cards.\nSoon.", "two");
    expect(body.data.history.map(({ text }: { text: string }) => text)).toEqual([
      "Met at the opera.",
      "Wants punched cards.\nSoon.",
    ]);
    expect(body.data.history[1].createdAt).toBe("2026-05-01T12:01:00.000Z");
    for (const q of ["opera", "punched cards", "lovel opera"])
      expect([q, await names(`q=${encodeURIComponent(q)}`)]).toEqual([q, [ada.fullName]]);
    expect(await names("q=engine")).toEqual([charles.fullName, ada.fullName]);
    const reply = await app.request("/api/quote/export?q=opera", { headers: { Authorization: `Bearer ${token}` } });
    expect(await reply.text()).toContain("Met at the opera.\n\nWants punched cards.\nSoon.");
  });

  test("can be found by its reference, and shows earlier leads from the same address", async () => {
    const { app, office, view, names } = await createOffice(database);
    const first = await makeQuote(app, { ...ada, message: "The first." });
    await makeQuote(app, { ...ada, email: "someone@else.example" });
    const second = await makeQuote(app, { ...ada, email: "ADA@Example.com", message: "The second." });
    const { reference } = await view(first.slug);
    expect(reference).toBe(`${first.slug.slice(0, 4)}-${first.slug.slice(4, 8)}`.toUpperCase());
    const bare = reference.replace("-", "");
    for (const q of [reference, `#${reference.toLowerCase()}`, `(${reference})`, bare, reference.replace("-", " ")])
      expect((await office("GET", `/quote/get-all?q=${encodeURIComponent(q)}`)).body).toMatchObject({
        data: [{ slug: first.slug }],
        total: 1,
      });
    expect(await names("q=zzzz-9999")).toEqual([]);
    expect((await view(second.slug)).earlier).toMatchObject([
      { slug: first.slug, reference, message: "The first.", status: "new" },
    ]);
    expect((await view(first.slug)).earlier).toEqual([]);
    await office("DELETE", `/quote/${first.slug}`);
    expect((await view(second.slug)).earlier).toEqual([]);
  });

  test("loses its owner when that administrator is removed, and keeps its history", async () => {
    const { app, office, view } = await createOffice(database);
    const alan = { email: "alan@example.com", fullName: "Alan Turing", password: "Correct-horse-2" };
    const ownerId = await addUser(app.deps, alan);
    const { slug } = await makeQuote(app, ada);
    await office("PUT", `/quote/${slug}`, { ownerId });
    expect((await view(slug)).owner).toEqual({ id: ownerId, name: "Alan Turing" });
    expect((await office("DELETE", `/user/${ownerId}`)).status).toBe(200);
    const lead = await view(slug);
    expect(lead.owner).toBeUndefined();
    expect(lead.history).toMatchObject([
      { kind: "owner", text: "Alan Turing", author: "Grace Hopper" },
      { kind: "owner", text: "", author: "Grace Hopper" },
    ]);
  });
});
