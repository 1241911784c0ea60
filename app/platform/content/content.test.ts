import { describe, expect } from "vitest";
import { type ContentType, fieldsOfKind } from "#app/shared/content-type.ts";
import { limits } from "#app/shared/limits.ts";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";
import { bodyOf, makeEntry } from "#test/make.ts";
import { contentTypes } from "./content-types.ts";

// Behaviour shared by all content types. What is specific to a type is tested in its own folder.

interface Noun {
  type: ContentType;
  noun: string;
  /** API paths from the specification, which are not spelled alike for all types. */
  add: string;
  edit: (slug: string) => string;
  usual: Record<string, unknown>;
  make: (app: TestApp, changes?: object) => Promise<{ slug: string; version: number }>;
  /** The field that gives the slug, and a longer one that is also searched. */
  title: string;
  words: string;
}

const nouns: Noun[] = contentTypes.map((type) => ({
  type,
  noun: type.name,
  add: type.calls?.create ?? `/${type.path}/add`,
  edit: (slug) => (type.calls?.update ?? `/${type.path}/edit/:slug`).replace(":slug", slug),
  usual: bodyOf(type),
  make: makeEntry(type),
  title: type.title,
  words: fieldsOfKind(type, "longText", "text").findLast((name) => name !== type.title) ?? type.title,
}));

/** The maximum length of a text field, in characters. */
const limitOf = ({ fields }: ContentType, name: string): number => {
  const field = fields[name];
  return field?.kind === "text" ? field.limit : limits.longText;
};

const slugsOf = (reply: { body: { data: { slug: string }[] } }) => reply.body.data.map(({ slug }) => slug);

/** Their SQL differs in columns alone: on PostgreSQL the plainest and the one with sections stand for all. */
const nounsOn = (database: Database) =>
  nouns.filter(({ noun }) => database === "sqlite" || noun === "faq" || noun === "project");

onEveryDatabase("content", (database) => {
  describe.each(nounsOn(database))("$noun", ({ type, add, edit, usual, make, title, words }) => {
    const list = `/${type.path}/get-all`;
    const one = (slug: string) => `/${type.path}/${slug}`;

    test("visitors see an entry immediately after an administrator creates it, by slug and in the list", async () => {
      const app = await createTestApp(database);
      const created = await app.office("POST", add, usual);

      expect(created.status).toBe(201);
      expect(created.body.data).toMatchObject({ ...usual, published: true, version: 1 });
      expect((await app.call("GET", one(created.body.data.slug))).body).toEqual({
        // For clients whose body is not wrapped.
        ...(type.specified === undefined ? {} : created.body.data),
        data: created.body.data,
      });
      expect((await app.call("GET", list)).body).toEqual({ data: [created.body.data] });
    });

    test("bulk requests publish, unpublish, delete and restore entries, skipping those changed since the given version", async () => {
      const app = await createTestApp(database);
      const [a, b, c] = [await make(app), await make(app), await make(app, { published: false })];
      const bulk = (action: string, entries: object[]) => app.office("POST", `/${type.path}/bulk`, { action, entries });
      const seen = async () => slugsOf(await app.call("GET", list));
      const named = [a, b, c, { slug: "nobody" }].map(({ slug }) => ({ slug }));

      const hidden = (await bulk("unpublish", named)).body.data;
      expect(hidden).toEqual({
        changed: [a, b].map(({ slug }) => ({ slug, version: 2 })),
        left: 2,
      });
      expect(await seen()).toEqual([]);
      await app.office("PUT", edit(b.slug), { [words]: "Newer." });
      expect((await bulk("publish", hidden.changed)).body.data).toEqual({
        changed: [{ slug: a.slug, version: 3 }],
        left: 1,
      });
      const gone = (await bulk("delete", [b, c])).body.data;
      expect(gone).toMatchObject({ changed: [{ slug: c.slug }], left: 1 });
      expect((await bulk("delete", [{ slug: b.slug }])).body.data.left).toBe(0);
      const { data: history } = (await app.office("GET", `/history/${type.name}/${b.slug}`)).body;
      expect(history.map(({ action }: { action: string }) => action)).toEqual(["delete", "update", "update", "create"]);

      const entries = [b, c].map(({ slug }) => ({ kind: type.name, id: slug }));
      const trash = (action: string, which = entries) => app.office("POST", "/trash/bulk", { action, entries: which });
      expect((await trash("restore")).body.data).toEqual({ changed: entries, left: [] });
      expect((await app.office("GET", list)).body.data).toHaveLength(3);
      expect((await trash("restore")).body.data.left).toHaveLength(2);
      expect((await trash("delete", entries.slice(1))).body.data.changed).toEqual(entries.slice(1));
      expect((await trash("erase")).body.data).toMatchObject({ changed: entries.slice(1), left: entries.slice(0, 1) });
      expect((await app.office("GET", list)).body.data).toHaveLength(2);

      for (const [action, some, status] of [
        ["paint", named, 422],
        ["delete", Array.from({ length: 201 }, () => ({ slug: "x" })), 422],
      ] as const)
        expect((await bulk(action, [...some])).status).toBe(status);
      expect((await app.call("POST", `/${type.path}/bulk`, { action: "delete", entries: named })).status).toBe(401);
      expect((await trash("restore", [{ kind: "cake", id: "x" }])).status).toBe(404);
    });

    test("duplicating an entry copies its fields into a new, unpublished entry", async ({ app }) => {
      const original = await make(app);
      const copied = await app.office("POST", `/${type.path}/duplicate/${original.slug}`);

      const name = `${usual[title]} (copy)`;
      expect(copied.status).toBe(201);
      expect(copied.body.data).toMatchObject({ ...usual, [title]: name, published: false });
      expect(copied.body.data.slug).not.toBe(original.slug);
      expect(slugsOf(await app.call("GET", list))).toEqual([original.slug]);
      expect((await app.office("POST", `/${type.path}/duplicate/nobody`)).status).toBe(404);
      expect((await app.call("POST", `/${type.path}/duplicate/${original.slug}`)).status).toBe(401);
      const long = await make(app, { [title]: "x".repeat(limitOf(type, title)) });
      const kept = await app.office("POST", `/${type.path}/duplicate/${long.slug}`);
      expect(kept.body.data[title]).toHaveLength(limitOf(type, title));
    });

    test("an update changes only the fields in the request", async ({ app }) => {
      const entry = await make(app, { published: false });

      const updated = await app.office("PUT", edit(entry.slug), { [words]: "New words." });

      expect(updated.status).toBe(200);
      expect(updated.body.data).toEqual({ ...entry, [words]: "New words.", version: 2 });
      expect((await app.office("GET", one(entry.slug))).body.data).toEqual(updated.body.data);
    });

    test("a stale If-Match gets 412 with the newer version, one that is none 400; an update without it overwrites", async () => {
      const app = await createTestApp(database);
      const { slug } = await make(app);
      const save = (text: string, version: string) =>
        app.office("PUT", edit(slug), { [words]: text }, { "If-Match": version });
      const newer = await save("Grace's words.", '"1"');
      const refused = await save("Ada's words.", '"1"');

      expect((await save("Ada's words.", "yesterday")).status).toBe(400);
      expect(newer.status).toBe(200);
      expect(refused.status).toBe(412);
      expect(refused.body).toMatchObject({ code: "stale", data: newer.body.data });
      expect((await app.call("GET", one(slug))).body.data[words]).toBe("Grace's words.");
      expect((await app.office("PUT", edit(slug), { [words]: "Ada insists." })).body.data).toMatchObject({
        [words]: "Ada insists.",
        version: 3,
      });
    });

    test("of concurrent updates with the same If-Match one succeeds; without If-Match all are applied in turn", async () => {
      const app = await createTestApp(database);
      const { slug } = await make(app);

      const careful = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          app.office("PUT", edit(slug), { [words]: `Words ${n}` }, { "If-Match": '"1"' }),
        ),
      );
      const careless = await Promise.all(
        Array.from({ length: 12 }, (_, n) => app.office("PUT", edit(slug), { [words]: `Words ${n}` })),
      );

      expect(careful.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(412)]);
      expect(careless.map(({ status }) => status)).toEqual(Array(12).fill(200));
      expect(new Set(careless.map(({ body }) => body.data.version)).size).toBe(12);
    });

    test("the slug comes from the title if that has letters, is unique, and stays when the title changes", async () => {
      const app = await createTestApp(database);
      const first = await make(app, { [title]: "Über Ada" });
      const second = await make(app, { [title]: "Über Ada" });

      const renamed = await app.office("PUT", edit(first.slug), { [title]: "Grace" });

      expect([first.slug, second.slug]).toEqual(["ueber-ada", "ueber-ada-2"]);
      expect(renamed.body.data).toMatchObject({ slug: "ueber-ada", [title]: "Grace" });
      for (const name of ["🚀🚀", "2026", "—!?"])
        expect((await make(app, { [title]: name })).slug).toMatch(new RegExp(`^${type.slugPrefix}-[a-z2-9]{4}$`));
    });

    test("entries created concurrently with the same title get distinct slugs", async ({ app }) => {
      const made = await Promise.all(Array.from({ length: 12 }, () => make(app)));

      expect(new Set(made.map(({ slug }) => slug)).size).toBe(12);
    });

    test("an entry titled with a reserved API word is created, read, updated and deleted under another slug", async () => {
      const app = await createTestApp(database);
      const titles = ["get-all", "new", "add", "edit", "detail", "create", "update", "login", "logout", "subscribe"];
      const slugs = (await Promise.all(titles.map((name) => make(app, { [title]: name })))).map(({ slug }) => slug);

      const done = await Promise.all(
        slugs.map(async (slug) => [
          (await app.call("GET", one(slug))).body.data.slug,
          (await app.office("PUT", edit(slug), { [words]: "Changed." })).body.data[words],
          (await app.office("DELETE", one(slug))).status,
          (await app.call("GET", one(slug))).status,
        ]),
      );

      expect(slugs.filter((slug) => titles.includes(slug))).toEqual([]);
      expect(done).toEqual(slugs.map((slug) => [slug, "Changed.", 200, 404]));
    });

    test("new entries are listed last, and editing an entry keeps its position", async ({ app }) => {
      const entries = [
        await make(app, { [title]: "Zuse" }),
        await make(app, { [title]: "Ada" }),
        await make(app, { [title]: "Grace" }),
      ];

      await app.office("PUT", edit("ada"), { [title]: "Aaron" });

      expect(slugsOf(await app.call("GET", list))).toEqual(entries.map(({ slug }) => slug));
    });

    test("a deleted entry can no longer be read or updated, and deleting it again still returns 200", async () => {
      const app = await createTestApp(database);
      const { slug } = await make(app);
      const other = await make(app, { [title]: "Another" });

      const replies = [await app.office("DELETE", one(slug)), await app.office("DELETE", one(slug))];

      expect(replies.map(({ status, body }) => [status, body])).toEqual([
        [200, { data: { slug } }],
        [200, { data: { slug } }],
      ]);
      expect((await app.office("GET", one(slug))).status).toBe(404);
      expect((await app.office("PUT", edit(slug), { [words]: "Too late." })).status).toBe(404);
      expect(slugsOf(await app.office("GET", list))).toEqual([other.slug]);
    });

    test("a deleted entry keeps its row and its slug, and a new entry with the same title gets another slug", async () => {
      const app = await createTestApp(database);
      const { slug } = await make(app);
      await app.office("DELETE", one(slug));

      const again = await make(app);

      expect(again.slug).toBe(`${slug}-2`);
      const rows = await app.deps.db
        .selectFrom(type.table as "faq")
        .select(["slug", "deletedAt"])
        .orderBy("id")
        .execute();
      expect(rows).toEqual([
        { slug, deletedAt: app.clock.now().toISOString() },
        { slug: again.slug, deletedAt: null },
      ]);
    });

    test("an unpublished entry is hidden from visitors and shown to administrators, until it is published", async () => {
      const app = await createTestApp(database);
      const { slug } = await make(app, { published: false });

      expect((await app.call("GET", one(slug))).status).toBe(404);
      expect(slugsOf(await app.call("GET", list))).toEqual([]);
      const hidden = await app.office("GET", one(slug));
      expect(hidden.body.data).toMatchObject({ slug, published: false });
      expect(slugsOf(await app.office("GET", list))).toEqual([slug]);
      await app.office("PUT", edit(slug), { published: true });
      expect((await app.call("GET", one(slug))).status).toBe(200);
      await app.office("PUT", edit(slug), { published: false });
      expect((await app.call("GET", one(slug))).status).toBe(404);
    });

    test("with limit or offset the list and a search are paginated and include the total; unknown parameters are ignored", async () => {
      const app = await createTestApp(database);
      for (const name of ["One", "Zuse two", "Zuse three", "Four"]) await make(app, { [title]: name });
      await make(app, { [title]: "Hidden", published: false });
      const page = async (query: string) => {
        const { body } = await app.call("GET", list + query);
        return [slugsOf({ body }), body.total];
      };

      expect(await page("")).toEqual([["one", "zuse-two", "zuse-three", "four"], undefined]);
      expect(await page("?limit=2")).toEqual([["one", "zuse-two"], 4]);
      expect(await page("?limit=2&offset=3")).toEqual([["four"], 4]);
      expect(await page("?offset=1")).toEqual([["zuse-two", "zuse-three", "four"], 4]);
      expect(await page("?offset=9")).toEqual([[], 4]);
      expect(await page("?limit=&offset=&q=")).toEqual([["one", "zuse-two", "zuse-three", "four"], undefined]);
      expect(await page("?q=zuse&limit=1&offset=1")).toEqual([["zuse-three"], 2]);
      const unknown = "?where[published]=0&orderBy=id;drop&__proto__=1&constructor=2";
      expect(await page(unknown)).toEqual([["one", "zuse-two", "zuse-three", "four"], undefined]);
    });

    test("an invalid limit, offset or search query gets 422 naming the parameter", async () => {
      const app = await createTestApp(database, { hasAdmin: false });

      for (const query of [
        "limit=0",
        "limit=-1",
        "limit=1.5",
        "limit=ten",
        "limit=1001",
        "offset=-1",
        "offset=1e99",
        "q=%00",
        `q=${"q".repeat(201)}`,
      ]) {
        const { status, body } = await app.call("GET", `${list}?${query}`);
        expect([query, status, body.errors[0].field]).toEqual([query, 422, query.split("=")[0]]);
      }
    });

    test("the search matches titles and texts, ignores letter case and accents, and takes % and _ literally", async () => {
      const app = await createTestApp(database);
      // A type may have no text but its title.
      const entry = async (name: string, text: string) =>
        (await make(app, { [words]: text, [title]: words === title ? `${name} ${text}` : name })).slug;
      const hundred = await entry("Hundred", "A 100% of ÄRGER_and_STRAßE, cafe\u0301");
      const aerzte = await entry("Ärzte", "Nothing \\ else (yet)");
      const proekt = await entry("Проект", "1000 xand, Søren of Łódź, ÆGIR, the client’s “own” 1–2");
      const find = async (q: string) => slugsOf(await app.call("GET", `${list}?q=${encodeURIComponent(q)}`));

      expect(await find("hundred")).toEqual([hundred]);
      expect(await find("HUNDRED")).toEqual([hundred]);
      expect(await find("100%")).toEqual([hundred]);
      expect(await find("_and")).toEqual([hundred]);
      expect(await find("%")).toEqual([hundred]);
      expect(await find("ärger")).toEqual([hundred]);
      expect(await find("äRZTE")).toEqual([aerzte]);
      expect(await find("A\u0308rzte")).toEqual([aerzte]);
      for (const q of ["café", "CAFÉ", "cafe"]) expect(await find(q)).toEqual([hundred]);
      for (const q of ["straße", "STRASSE", "Strasse"]) expect(await find(q)).toEqual([hundred]);
      for (const q of ["Ægir", "aegir", "soren", "SØREN", "lodz"]) expect(await find(q)).toEqual([proekt]);
      for (const q of ["client's", "client’s", '"own"', "“own”", "1-2", "1–2"]) expect(await find(q)).toEqual([proekt]);
      expect(await find("ПРОЕКТ")).toEqual([proekt]);
      expect(await find("\\")).toEqual([aerzte]);
      expect(await find("(yet)")).toEqual([aerzte]);
      expect(await find(" 1000 x ")).toEqual([proekt]);
      expect(await find("nowhere")).toEqual([]);
      expect(await find("' or 1=1 --")).toEqual([]);
    });

    test("an unknown or malformed slug gets 404 with a JSON error", async ({ app }) => {
      for (const slug of [
        "nobody",
        "%00",
        "%F0%9F%9A%80",
        "%ff",
        "..%2f..%2fetc%2fpasswd",
        "a'--",
        "x".repeat(3_000),
      ]) {
        expect(await app.call("GET", one(slug))).toMatchObject({
          status: 404,
          body: { code: "not_found", message: expect.stringMatching(/\w/), errors: [] },
        });
        expect((await app.office("PUT", edit(slug), {})).status).toBe(404);
      }
    });

    test("a missing or invalid field gets 422 naming the field", async ({ app }) => {
      const refusals = async (body: unknown) => {
        const reply = await app.office("POST", add, body);
        expect(reply.status).toBe(422);
        expect(reply.body.message).toBe(reply.body.errors[0].message);
        return reply.body.errors.map(({ field }: { field: string }) => field);
      };

      expect(await refusals({})).toContain(title);
      expect(await refusals({ ...usual, [title]: " \n " })).toEqual([title]);
      expect(await refusals({ ...usual, [title]: 7 })).toEqual([title]);
      expect(await refusals({ ...usual, [title]: null })).toEqual([title]);
      expect(await refusals({ ...usual, [title]: ["Ada"] })).toEqual([title]);
      expect(await refusals({ ...usual, [words]: { text: "Ada" } })).toEqual([words]);
      expect(await refusals({ ...usual, published: "yes" })).toEqual(["published"]);
      expect(await refusals([])).toEqual([""]);
      expect(await refusals(null)).toEqual([""]);
      expect(await refusals("text")).toEqual([""]);
    });

    test("text at the length limit is stored unchanged, and one character more is rejected", async ({ app }) => {
      const [maxTitle, maxWords] = [limitOf(type, title), limitOf(type, words)];
      const whole = { [title]: "a".repeat(maxTitle), [words]: "ä".repeat(maxWords) };

      expect(await make(app, whole)).toMatchObject(whole);
      for (const [field, most] of [
        [title, maxTitle],
        [words, maxWords],
      ] as const) {
        const { body } = await app.office("POST", add, { ...usual, [field]: "a".repeat(most + 1) });
        expect(body.errors[0].field).toBe(field);
      }
    });

    test("unknown and read-only fields in a request are ignored", async ({ app }) => {
      const forged = {
        slug: "mine",
        number: 99,
        version: 9,
        position: -1,
        deletedAt: "now",
        isSample: true,
        id: 1,
        _id: "x",
        createdAt: "never",
      };

      const entry = await make(app, forged);
      await app.office("PUT", edit(entry.slug), { ...forged, [words]: "Changed." });

      expect(entry).toMatchObject({ version: 1 });
      expect(entry.slug).not.toBe("mine");
      expect((await app.call("GET", one(entry.slug))).body.data).toEqual({ ...entry, [words]: "Changed.", version: 2 });
    });

    test("creation, update and deletion of an entry are recorded in the history with the user", async ({ app }) => {
      const entry = await make(app);
      const changed = await app.office("PUT", edit(entry.slug), { [words]: "Second words." });
      await app.office("DELETE", one(entry.slug));
      await app.office("DELETE", one(entry.slug));

      const history = await app.deps.db
        .selectFrom("change")
        .selectAll()
        .where("slug", "=", entry.slug)
        .orderBy("id")
        .execute();

      expect(history.map(({ action, version }) => [action, version])).toEqual([
        ["create", 1],
        ["update", 2],
        ["delete", 2],
      ]);
      expect(history.map(({ data }) => JSON.parse(data))).toEqual([entry, changed.body.data, changed.body.data]);
      expect(history.every(({ userId }) => userId !== null)).toBe(true);
    });
  });
});
