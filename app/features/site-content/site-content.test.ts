import { expect } from "vitest";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import { defaultContent } from "#app/features/site-content/defaults/site-content.ts";
import { createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";

interface Edit {
  path: string;
  value: unknown;
  version?: number;
}

const save = async (app: TestApp, ...edits: Edit[]) => app.office("PUT", "/site/edit", { edits });

const edits = async (app: TestApp) => (await app.office("GET", "/site/get-all")).body.data;

const history = async (app: TestApp, path: string) => (await app.office("GET", `/history/site/${path}`)).body.data;

const home = async (app: TestApp) => (await app.request("/")).text();

const tagline = "company.tagline";

onEveryDatabase("the site texts", (database) => {
  test("visitors get a changed text at the next request, and the default of all others", async ({ app }) => {
    expect(await home(app)).toContain(defaultContent.company.phone);

    const reply = await save(app, { path: "company.phone", value: "+92 42 1234567" });

    expect(reply).toMatchObject({
      status: 200,
      body: { data: [{ path: "company.phone", value: "+92 42 1234567", version: 1 }] },
    });
    expect(await edits(app)).toEqual(reply.body.data);
    const html = await home(app);
    expect(html).toContain("+92 42 1234567");
    expect(html).not.toContain(defaultContent.company.phone);
    expect(html).toContain(defaultContent.company.address);
  });

  test("the list of texts with a history includes reset ones, and is accessible to administrators only", async () => {
    const app = await createTestApp(database);
    await save(app, { path: tagline, value: "Once" }, { path: "company.phone", value: "+92 42 1234567" });
    await save(app, { path: tagline, value: "Twice" });

    await save(app, { path: tagline, value: null });

    const read = await app.office("GET", "/site/history");
    expect(read).toMatchObject({ status: 200, body: { data: ["company.phone", tagline] } });
    expect((await edits(app)).map(({ path }: Edit) => path)).toEqual(["company.phone"]);
    expect((await app.call("GET", "/site/history")).status).toBe(401);
  });

  test("figures and switches are stored as numbers and booleans, and a text equal to the current default as an edit", async () => {
    const app = await createTestApp(database);
    await save(app, { path: "figures.clients.value", value: 51 }, { path: "mail.receipt", value: false });

    expect(await edits(app)).toMatchObject([{ value: 51 }, { value: false }]);
    expect(await home(app)).toContain("51+ clients");

    await save(app, { path: tagline, value: defaultContent.company.tagline });

    expect((await edits(app)).filter(({ path }: { path: string }) => path === tagline)).toMatchObject([
      { path: tagline, value: defaultContent.company.tagline },
    ]);
  });

  test("each invalid text gets an error with its path and a message naming the field", async ({ app }) => {
    const { status, body } = await save(
      app,
      { path: "company.phone", value: "call me" },
      { path: "company.hrEmail", value: "nobody" },
      { path: "company.social", value: [{ url: "javascript:alert(1)", name: "x" }] },
      { path: "company.hours", value: [{ days: "Monday", time: "" }, { time: "8 to 5" }] },
      { path: "company.timeZone", value: "Mars/Olympus" },
      { path: "figures.clients.value", value: 1.5 },
      { path: "figures.projects.value", value: "200" },
      { path: "about.img", value: "data:image/png;base64,AAAA" },
      { path: "about.imgText", value: " " },
      { path: "home.serviceList.0.imgText", value: "two\nlines" },
      { path: "about.imgFocus", value: "30%" },
      { path: "home.heroSlides.0.imgFocus", value: "101% 0%" },
      { path: "mail.receipt", value: "yes" },
      { path: "company.name", value: "  " },
      { path: tagline, value: "two\nlines" },
      { path: "home.services.heading", value: "x".repeat(301) },
      { path: "no.such.text", value: "x" },
      { path: "company", value: "x" },
    );

    expect(status).toBe(422);
    expect(
      Object.fromEntries(body.errors.map((error: { field: string; message: string }) => [error.field, error.message])),
    ).toEqual({
      "company.phone":
        "Phone takes digits, a leading +, spaces, dashes, dots, parentheses and an extension, as ext. 12.",
      "company.hrEmail": "HR e-mail has to be a valid email address.",
      "company.social":
        "Social profiles, profile 1: Address has to be an address that begins with http:// or https://.",
      "company.hours": "Opening hours, row 2: Days is required.",
      "company.timeZone": "Time zone has to be a time zone such as Asia/Karachi.",
      "figures.clients.value": "Clients, value has to be a whole number.",
      "figures.projects.value": "Projects, value has to be a whole number.",
      "about.img": "Picture has to be an uploaded image or an http(s) address.",
      "about.imgText": "What the picture shows has to be one line of at most 300 characters, or Decorative.",
      "home.serviceList.0.imgText":
        "Service 1, what the picture shows has to be one line of at most 300 characters, or Decorative.",
      "about.imgFocus": "Focal point takes two whole per cent, such as 30% 40%.",
      "home.heroSlides.0.imgFocus": "Hero slide 1, focal point takes two whole per cent, such as 30% 40%.",
      "mail.receipt": "Tell visitors by mail that their message has arrived has to be on or off.",
      "company.name": "Name is required.",
      [tagline]: "Tagline may have at most 300 characters in one line.",
      "home.services.heading": "Services, heading may have at most 300 characters in one line.",
      "no.such.text": "This text does not exist in this release.",
      company: "This text does not exist in this release.",
    });
  });

  test("a heading without a word is empty, whatever marks are left of it; a list takes only rows of texts, at most 50; a save with one invalid text stores none of its texts", async () => {
    const app = await createTestApp(database);
    for (const value of ["[]", "[ ] /", " / ", "\u200b"]) {
      const { status, body } = await save(app, { path: "home.services.heading", value });
      expect([value, status, body.message]).toEqual([value, 422, "Services, heading is required."]);
    }

    const row = { days: "Monday", time: "" };
    for (const value of ["Monday", 3, [3], [{ days: 3 }], [["Monday"]], Array(51).fill(row)])
      expect([value, (await save(app, { path: "company.hours", value })).status]).toEqual([value, 422]);
    expect((await save(app, { path: tagline, value: [row] })).status).toBe(422);
    expect((await save(app, { path: "company.hours", value: Array(50).fill(row) })).status).toBe(200);

    const refused = await save(app, { path: tagline, value: "Kept?" }, { path: "company.phone", value: "call me" });

    expect(refused.status).toBe(422);
    expect(await history(app, "company.phone")).toEqual([]);
    expect(await history(app, tagline)).toEqual([]);
  });

  test("every field accepts its own default, or 300 Arabic characters if it is a text", async ({ app }) => {
    const words = "مرحبا ".repeat(50);
    const fields = contentSections.flatMap((section) => section.fields);
    const all = fields.map(({ path, kind, fallback }) => ({
      path,
      value: kind === "text" || kind === "longText" ? words : fallback,
    }));

    const reply = await save(app, ...all);

    expect(reply.status, JSON.stringify(reply.body.errors)).toBe(200);
    expect(await edits(app)).toHaveLength(fields.length);
    expect(await home(app)).toContain(words.trim());
  });

  test("opening hours and profiles have as many rows as there are, and without any their blocks are left out", async () => {
    const app = await createTestApp(database);
    const footer = async () => /<footer.*<\/footer>/s.exec(await home(app))?.[0] ?? "";
    const list = (html: string, heading: string) =>
      new RegExp(`<h3>${heading}</h3><ul[^>]*>(.*?)</ul>`, "s").exec(html)?.[1]?.replace(/<[^>]*>/g, "|") ?? "none";
    const addresses = [
      "https://github.com/jorna",
      "https://pk.linkedin.com/company/jorna",
      "https://x.com/jorna",
      "https://mastodon.social/@jorna",
      "https://example.org/jorna",
    ];
    const social = [...addresses.map((url) => ({ url, name: "" })), { url: "https://youtu.be/x", name: "A film" }];
    const hours = [
      { days: "Every day", time: "", other: "dropped" },
      { days: "Holidays", time: "10 to 12" },
    ];

    const reply = await save(app, { path: "company.social", value: social }, { path: "company.hours", value: hours });

    expect(reply.body.data[1].value).toEqual([{ days: "Every day", time: "" }, hours[1]]);
    const shown = await footer();
    expect(list(shown, "Follow").match(/[^|]+/g)).toEqual([
      ...["GitHub", "LinkedIn", "X", "Mastodon", "example.org", "A film"],
    ]);
    expect(list(shown, "Hours")).toBe("||Every day||||Holidays||10 to 12||");
    expect(/<h3>Hours.*?<\/ul>/s.exec(shown)?.[0]).not.toContain("></span>");

    expect((await save(app, { path: "company.social", value: [] }, { path: "company.hours", value: [] })).status).toBe(
      200,
    );
    const without = await footer();
    expect([list(without, "Follow"), list(without, "Hours")]).toEqual(["none", "none"]);
    expect(without).not.toMatch(/>(Follow|Hours)</);
    expect(await home(app)).not.toContain("sameAs");
    const { tasks } = (await app.office("GET", "/today")).body.data.work;
    expect(tasks).not.toContain("social-links");

    await save(app, { path: "company.hours", value: null });
    expect(list(await footer(), "Hours")).toContain("|Saturday||11:00 AM to 08:00 PM|");
  });

  test("opening hours name their time zone, with the offsets of all seasons", async ({ app }) => {
    const zone = async () => /<p[^>]*>(In [^<]* Time [^<]*)<\/p>/.exec(await home(app))?.[1];
    expect(await zone()).toBe("In Pakistan Standard Time (UTC+5)");
    for (const [timeZone, shown] of [
      ["Europe/Berlin", "In Central European Time (UTC+1 or +2)"],
      ["America/New_York", "In Eastern Time (UTC−4 or −5)"],
      ["Asia/Kolkata", "In India Standard Time (UTC+5:30)"],
    ]) {
      await save(app, { path: "company.timeZone", value: timeZone });
      expect(await zone()).toBe(shown);
    }
    await save(app, { path: "footer.zone", value: "" });
    expect(await zone()).toBeUndefined();
    await save(app, { path: "footer.zone", value: null }, { path: "company.hours", value: [] });
    expect(await zone()).toBeUndefined();
  });

  test("a save with stale versions gets 412 with the current value of each stale text, and stores nothing", async () => {
    const app = await createTestApp(database);
    await save(
      app,
      { path: tagline, value: "Ada's", version: 0 },
      { path: "company.name", value: "Agora", version: 0 },
    );

    const refused = await save(
      app,
      { path: tagline, value: "Grace's", version: 0 },
      { path: "company.name", value: "Forum", version: 0 },
      { path: "company.address", value: "Athens", version: 0 },
    );

    expect(refused.status).toBe(412);
    expect(refused.body).toMatchObject({
      code: "stale",
      data: [
        { path: tagline, value: "Ada's", version: 1 },
        { path: "company.name", value: "Agora", version: 1 },
      ],
      errors: [{ field: tagline }, { field: "company.name" }],
    });
    expect(await edits(app)).toHaveLength(2);
    expect((await save(app, { path: tagline, value: "Grace's", version: 1 })).status).toBe(200);
    expect((await save(app, { path: tagline, value: "Ada insists." })).body.data).toMatchObject([{ version: 3 }]);
  });

  test("of concurrent saves with the same version, only one succeeds", async ({ app }) => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, n) => save(app, { path: tagline, value: `Words ${n}`, version: 0 })),
    );

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
  });

  test("resetting a text restores its default, leaves other texts alone, and keeps the edit in the history", async () => {
    const app = await createTestApp(database);
    await save(app, { path: tagline, value: "Edited" }, { path: "company.name", value: "Agora" });

    const reply = await save(app, { path: tagline, value: null, version: 1 });

    expect(reply).toMatchObject({ status: 200, body: { data: [] } });
    expect(await edits(app)).toMatchObject([{ path: "company.name" }]);
    expect(await home(app)).toContain(defaultContent.company.tagline);
    expect(await history(app, tagline)).toMatchObject([
      { action: "delete", version: 2, data: { value: null }, author: "Grace Hopper" },
      { action: "create", version: 1, data: { value: "Edited" } },
    ]);
  });

  test("version numbers continue after a reset, so that a stale version gets 412", async ({ app }) => {
    await save(app, { path: tagline, value: "First", version: 0 });
    await save(app, { path: tagline, value: null, version: 1 });
    await save(app, { path: tagline, value: "Second", version: 0 });

    const late = await save(app, { path: tagline, value: "Over the first", version: 1 });

    expect(late).toMatchObject({ status: 412, body: { data: [{ path: tagline, value: "Second", version: 3 }] } });
    expect(await save(app, { path: tagline, value: null, version: 1 })).toMatchObject({ status: 412 });
  });

  test("an edit of an unknown text does not break the page", async ({ app }) => {
    const at = app.clock.now().toISOString();
    await app.deps.db
      .insertInto("siteContent")
      .values({ path: "old.text", value: '"Old words"', version: 1, updatedAt: at })
      .execute();

    expect((await app.request("/")).status).toBe(200);
  });
});
