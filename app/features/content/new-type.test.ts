import { expect, test, vi } from "vitest";
import type { ContentType } from "#app/shared/content-type.ts";
import { sweep } from "#process/worker.ts";
import { openApi } from "#server/api/openapi.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { migratedDatabase } from "#test/content-table.ts";
import { freshLocation } from "#test/data-location.ts";
import { makeFaq } from "#test/make.ts";
import { uploadPicture } from "#test/upload.ts";

// A content type that the product does not have, with a two-word name and every kind of field that needs no code of its
// own: shows what a new folder with a descriptor gets without edits anywhere else. It is inserted into the registry as
// if it had been found there.
const { caseNoteType } = vi.hoisted(() => ({
  caseNoteType: {
    name: "case-note",
    one: "case note",
    many: "case notes",
    table: "caseNote",
    path: "case-note",
    slugPrefix: "note",
    fields: {
      headline: { kind: "text", label: "Headline", limit: 100, required: true },
      shortLine: { kind: "text", label: "Short line", limit: 100 },
      whatHappened: { kind: "longText", label: "What happened" },
      lessonsLearned: { kind: "textList", label: "Lessons learned", entryName: "lesson" },
      coverPicture: { kind: "image", label: "Cover picture" },
      isPinned: { kind: "boolean", label: "Pinned" },
    },
    title: "headline",
    subtitle: "shortLine",
    page: () => "/about",
    shownOn: "the about page",
    glyph: "",
  } satisfies ContentType,
}));

vi.mock("#app/platform/content/content-types.ts", async (original) => {
  const { contentTypes } = await original<typeof import("#app/platform/content/content-types.ts")>();
  const all = [...contentTypes, caseNoteType];
  return { contentTypes: all, findContentType: (name: string) => all.find((type) => type.name === name) };
});

const dayMs = 24 * 60 * 60 * 1000;
const blank = {
  shortLine: "",
  whatHappened: "",
  lessonsLearned: [],
  coverPicture: "",
  isPinned: false,
  published: true,
  version: 1,
};

onEveryDatabase("a content type with a two-word name", (database) => {
  async function start() {
    const place = await freshLocation(database);
    await migratedDatabase(place, {
      case_note: {
        headline: "text",
        short_line: "text",
        what_happened: "text",
        lessons_learned: "text",
        cover_picture: "text",
        is_pinned: "integer",
      },
    });
    const app = await createTestApp(database, { place });
    const { office } = app;
    const add = async (headline: string, rest: object = {}) =>
      (await office("POST", "/case-note/add", { headline, ...rest })).body.data;
    const slugs = async () =>
      (await app.call("GET", "/case-note/get-all")).body.data.map(({ slug }: { slug: string }) => slug);
    return { app, office, add, slugs };
  }

  test("can be created with default fields and updated, and rejects invalid fields with 422", async () => {
    const { app, office, add } = await start();

    const first = await add("Café au lait");
    expect(first).toEqual({ slug: "cafe-au-lait", headline: "Café au lait", ...blank });
    const whole = {
      lessonsLearned: ["Ask", "Draw"],
      isPinned: true,
      coverPicture: "/uploads/a.webp",
      published: false,
    };
    expect(await add("Second", whole)).toEqual({ slug: "second", headline: "Second", ...blank, ...whole });
    expect((await add("🚀")).slug).toMatch(/^note-[a-z2-9]{4}$/);
    expect(await office("POST", "/case-note/add", { shortLine: "No headline" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "headline", message: "Headline is required." }] },
    });
    expect((await office("POST", "/case-note/add", { headline: "x", isPinned: "yes" })).status).toBe(422);
    expect((await office("POST", "/case-note/add", { headline: "x", coverPicture: "javascript:1" })).status).toBe(422);

    const changed = await office("PUT", "/case-note/edit/second", { isPinned: false });
    expect(changed.body.data).toMatchObject({ lessonsLearned: ["Ask", "Draw"], isPinned: false, version: 2 });
    expect((await app.call("GET", "/case-note/second")).status, "a draft").toBe(404);
    expect((await app.call("POST", "/case-note/add", { headline: "x" })).status, "a visitor").toBe(401);
  });

  test("can be searched, previewed and reordered, and has a history and a place in Today and the API description", async () => {
    const { app, office, add, slugs } = await start();
    await add("A", { whatHappened: "A moth in the relay." });
    await add("B", { lessonsLearned: ["Close the window"] });
    await add("C", { published: false });
    const find = async (q: string) =>
      (await app.call("GET", `/case-note/get-all?q=${q}`)).body.data.map(({ slug }: { slug: string }) => slug);
    expect([await find("MOTH"), await find("window"), await find("nowhere")]).toEqual([["a"], ["b"], []]);

    expect((await office("GET", "/today")).body.data.work.unpublished).toMatchObject({ "case-note": 1, faq: 0 });
    const preview = await office("POST", "/preview/new", { noun: "case-note", slug: "c", body: { shortLine: "B" } });
    expect(preview.status).toBe(201);
    expect((await app.request(preview.body.data.url)).status).toBe(200);
    expect((await office("POST", "/preview/new", { noun: "case-note", body: { headline: "" } })).status).toBe(422);

    await office("PUT", "/case-note/edit/c", { published: true });
    const { body } = await office("PUT", "/sort-order/case-note/c", { place: 1 });
    expect(await slugs()).toEqual(["c", "a", "b"]);
    const [move] = (await office("GET", "/sort-order/case-note/history")).body.data;
    expect(move.moved).toEqual({ name: "C", from: 3, to: 1 });
    await office("PUT", "/sort-order/case-note", { version: body.data.before });
    expect(await slugs()).toEqual(["a", "b", "c"]);

    expect((await office("GET", "/history/case-note/c")).body.data).toMatchObject([
      { action: "update", version: 2, isCurrent: true, data: { published: true } },
      { action: "create", version: 1, isCurrent: true, data: { headline: "C", ...blank, published: false } },
    ]);
    const { paths } = openApi("http://site.example") as { paths: Record<string, object> };
    expect(Object.keys(paths).filter((path) => path.includes("case-note"))).toEqual([
      ..."/api/case-note/get-all /api/case-note/{slug} /api/case-note/add /api/case-note/edit/{slug}".split(" "),
      ..."/api/case-note/bulk /api/case-note/duplicate/{slug}".split(" "),
    ]);
  });

  test("can be trashed and restored unchanged, and is erased after 30 days with its history and picture", async () => {
    const { app, office, add } = await start();
    const url = await uploadPicture(app);
    await add("A", { coverPicture: url });
    const before = (await app.call("GET", "/case-note/get-all")).body;
    await office("DELETE", "/case-note/a");

    expect((await office("GET", "/trash/get-all")).body.data).toMatchObject([
      { kind: "case-note", id: "a", title: "A" },
    ]);
    expect((await office("POST", "/trash/restore", { kind: "case-note", id: "a" })).status).toBe(200);
    expect((await app.call("GET", "/case-note/get-all")).body).toEqual(before);

    // The picture used elsewhere is kept; this one is deleted with the entry.
    const other = await add("B", { coverPicture: await uploadPicture(app, "blue") });
    await office("DELETE", "/case-note/a");
    app.clock.pass(30 * dayMs + 1_000);
    await sweep(app.deps);
    expect((await office("GET", "/trash/get-all")).body.data).toEqual([]);
    expect((await office("GET", "/history/case-note/a")).body.data).toEqual([]);
    expect((await app.request(url)).status).toBe(404);
    expect((await app.request(other.coverPicture)).status).toBe(200);
  });

  test("keeps its picture when another entry that mentions the same picture is erased", async () => {
    const { app, office, add } = await start();
    const url = await uploadPicture(app);
    await add("A", { coverPicture: url });
    const faq = await makeFaq(app, { answer: url });
    await office("DELETE", `/faq/${faq.slug}`);
    await app.deps.db.deleteFrom("change").where("noun", "=", "case-note").execute();

    await office("DELETE", `/trash/faq/${faq.slug}`);

    expect((await app.request(url)).status).toBe(200);
  });
});
