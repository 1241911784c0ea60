import { expect, test } from "vitest";
import { leadReference } from "#app/shared/lead-reference.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { ada, charles, makeQuote } from "#test/make.ts";

const slugsOf = (reply: { body: { data: { slug: string }[] } }) => reply.body.data.map(({ slug }) => slug);

onEveryDatabase("submitted leads", (database) => {
  test("a visitor's lead is stored, and administrators can read it", async () => {
    const app = await createTestApp(database);

    const sent = await app.call("POST", "/quote/new", ada);

    expect(sent.status).toBe(201);
    expect(sent.body.data).toEqual({
      ...ada,
      slug: expect.stringMatching(/^[a-z2-9]{16}$/),
      source: "quote",
      createdAt: app.clock.now().toISOString(),
    });
    expect((await app.office("GET", "/quote/get-all")).body).toEqual({
      data: [
        { ...sent.body.data, reference: leadReference(sent.body.data.slug), status: "new", isSpam: false, mail: [] },
      ],
    });
    expect((await app.office("GET", `/quote/${sent.body.data.slug}`)).body).toMatchObject({
      data: { ...sent.body.data, isSpam: false, mail: [] },
    });
  });

  test("a lead with a phone number has the source contact, one without or with an empty number the source quote; a numeric one is stored as its digits", async () => {
    const app = await createTestApp(database);

    expect(await makeQuote(app, charles)).toMatchObject({ phoneNumber: "+44 20 7946 0000", source: "contact" });
    expect(await makeQuote(app, { phoneNumber: "" })).not.toHaveProperty("phoneNumber");
    expect(await makeQuote(app, { phoneNumber: "" })).toMatchObject({ source: "quote" });

    const send = async (phoneNumber: unknown) =>
      (await app.call("POST", "/quote/new", { ...ada, phoneNumber })).body.data;

    expect(await send(923000000000)).toMatchObject({ phoneNumber: "923000000000", source: "contact" });
    expect(await send(0)).toMatchObject({ phoneNumber: "0", source: "contact" });
    const without = await send(null);
    expect(without).toMatchObject({ source: "quote" });
    expect(without).not.toHaveProperty("phoneNumber");
  });

  test("administrators get the newest leads first, even when the clock was set back", async () => {
    const app = await createTestApp(database);
    const first = await makeQuote(app);
    app.clock.pass(-3_600_000);
    const second = await makeQuote(app);

    const list = await app.office("GET", "/quote/get-all");

    expect(slugsOf(list)).toEqual([second.slug, first.slug]);
  });

  test("the list is paginated, and the search covers name, address, phone number and message", async () => {
    const app = await createTestApp(database);
    const fromAda = await makeQuote(app, { message: "A ÜBER-engine, 100% steam" });
    const fromCharles = await makeQuote(app, charles);
    const find = async (query: string) => {
      const { body } = await app.office("GET", `/quote/get-all?${query}`);
      return [slugsOf({ body }), body.total];
    };

    expect(await find("limit=1")).toEqual([[fromCharles.slug], 2]);
    expect(await find("limit=1&offset=1")).toEqual([[fromAda.slug], 2]);
    expect(await find("q=LOVELACE")).toEqual([[fromAda.slug], 1]);
    expect(await find("q=charles@")).toEqual([[fromCharles.slug], 1]);
    expect(await find("q=7946")).toEqual([[fromCharles.slug], 1]);
    expect(await find(`q=${encodeURIComponent("über")}`)).toEqual([[fromAda.slug], 1]);
    expect(await find("q=100%25")).toEqual([[fromAda.slug], 1]);
    expect(await find("q=_")).toEqual([[], 0]);
  });

  test("a deleted lead leaves the list, and deleting it again still returns 200", async () => {
    const app = await createTestApp(database);
    const { slug } = await makeQuote(app);
    const kept = await makeQuote(app);

    const replies = [await app.office("DELETE", `/quote/${slug}`), await app.office("DELETE", `/quote/${slug}`)];

    expect(replies.map(({ status, body }) => [status, body.data.slug])).toEqual([
      [200, slug],
      [200, slug],
    ]);
    expect((await app.office("GET", `/quote/${slug}`)).status).toBe(404);
    expect(slugsOf(await app.office("GET", "/quote/get-all"))).toEqual([kept.slug]);
  });

  test("a missing or invalid field gets 422 naming the field, an invalid email address with the error message of the specification", async () => {
    const app = await createTestApp(database);
    const refused = async (changes: object) => {
      const { status, body } = await app.call("POST", "/quote/new", { ...charles, ...changes });
      return [status, ...body.errors.map(({ field }: { field: string }) => field)];
    };

    expect((await app.call("POST", "/quote/new", {})).body.errors.map(({ field }: { field: string }) => field)).toEqual(
      ["fullName", "email", "message"],
    );
    expect(await refused({ fullName: "  " })).toEqual([422, "fullName"]);
    expect(await refused({ email: "ada@example" })).toEqual([422, "email"]);
    expect(await refused({ email: ["ada@example.com"] })).toEqual([422, "email"]);
    expect(await refused({ message: "\n" })).toEqual([422, "message"]);
    expect(await refused({ message: 7 })).toEqual([422, "message"]);
    expect(await refused({ phoneNumber: "call me" })).toEqual([422, "phoneNumber"]);
    expect(await refused({ phoneNumber: " \t" })).toEqual([422, "phoneNumber"]);
    for (const phoneNumber of [-5, 1.5, 1e21, 2 ** 53, true, ["1"], {}])
      expect([phoneNumber, await refused({ phoneNumber })]).toEqual([phoneNumber, [422, "phoneNumber"]]);
    const saidOf = async (phoneNumber: unknown) =>
      (await app.call("POST", "/quote/new", { ...charles, phoneNumber })).body.message;
    expect(await saidOf("call me")).toContain("Phone number takes digits, a leading +,");
    expect(await saidOf("1".repeat(41))).toBe("Phone number may have at most 40 characters.");
    expect(await saidOf(-5)).toBe("Phone number has to be text, or a whole number.");
    expect((await app.office("GET", "/quote/get-all")).body.data).toEqual([]);

    expect((await app.call("POST", "/quote/new", { ...ada, email: "ada" })).body.message).toBe(
      "It should be a valid email address!",
    );
  });

  test("a field without a visible character is missing, and what is wrong with an address is named", async () => {
    const app = await createTestApp(database);
    const refused = async (changes: object) =>
      (await app.call("POST", "/quote/new", { ...charles, ...changes })).body.errors;

    for (const blank of ["\u200b", "\u2060\n", "\u00ad", "\u3164", "\u2800 ", "\ufe0f"]) {
      expect(await refused({ fullName: blank })).toEqual([{ field: "fullName", message: "Full name is required." }]);
      expect(await refused({ message: blank })).toEqual([{ field: "message", message: "Message is required." }]);
    }
    expect(await refused({ email: "ada lovelace@example.com" })).toEqual([
      { field: "email", message: "It should be a valid email address! Take the space out of it." },
    ]);
  });

  test("what is pasted around an address is taken off, and a phone number keeps its extension", async () => {
    const app = await createTestApp(database);
    const sent = (changes: object) => makeQuote(app, { ...charles, ...changes });

    for (const email of [
      "Ada <ada@example.com>",
      "mailto:ada@example.com",
      "ada＠example.com.",
      "\u200bada@example.com",
    ])
      expect(await sent({ email })).toMatchObject({ email: "ada@example.com" });
    expect(await sent({ phoneNumber: "٠٣٠٠ ١٢٣٤٥٦٧" })).toMatchObject({ phoneNumber: "0300 1234567" });
    expect(await sent({ phoneNumber: "+92 300 1234567 x12" })).toMatchObject({
      phoneNumber: "+92 300 1234567 ext. 12",
    });
  });

  test("text at the length limit is stored unchanged, and one character more is rejected", async () => {
    const app = await createTestApp(database);
    const most = {
      fullName: "n".repeat(200),
      email: `${"a".repeat(60)}@${`${"a".repeat(60)}.`.repeat(3)}${"a".repeat(10)}`,
      phoneNumber: "0".repeat(40),
      message: "m".repeat(10_000),
    };

    expect(await makeQuote(app, most)).toMatchObject(most);
    for (const [field, value] of Object.entries(most)) {
      const { status, body } = await app.call("POST", "/quote/new", { ...most, [field]: `0${value}` });
      expect([status, body.errors[0].field]).toEqual([422, field]);
    }
  });

  test("text is returned exactly as sent, and text with NUL or lone surrogates is rejected", async () => {
    const app = await createTestApp(database);
    const words = [
      "<script>alert(1)</script>",
      "'; drop table quote; --",
      "line\nbreak\r\n\ttab",
      "  outer spaces  ",
      "🚀👩‍👩‍👧 e\u0301 \u202Eright to left \uFEFF",
      "$" + "{7*7} {{7*7}} %s %00 \\u0000 \\",
      "=cmd|' /C calc'!A0",
      "\u0001\u001b[31m\u007f\u2028",
      "\ufffd\uffff",
      "__proto__",
    ];

    for (const message of words) {
      const { slug } = await makeQuote(app, { fullName: message, message });
      const { body } = await app.office("GET", `/quote/${slug}`);
      expect(body.data).toMatchObject({ fullName: message, message });
    }
    for (const message of ["a\0b", "half \ud83d", "\udc00"]) {
      const { status, body } = await app.call("POST", "/quote/new", { ...ada, message });
      expect([status, body.errors[0].field]).toEqual([422, "message"]);
    }
  });

  test("surrounding spaces are removed from the email address, unknown and read-only fields ignored, and a lead accepted even with an invalid token", async () => {
    const app = await createTestApp(database);

    expect(await makeQuote(app, { email: " ada@example.com " })).toMatchObject({ email: "ada@example.com" });

    const forged = { slug: "mine", source: "contact", createdAt: "never", deletedAt: "now", id: 1 };

    const quote = await makeQuote(app, forged);

    expect(quote).toMatchObject({ source: "quote", createdAt: app.clock.now().toISOString() });
    expect(quote.slug).not.toBe("mine");

    expect((await app.call("POST", "/quote/new", ada, { token: "x".repeat(43) })).status).toBe(201);
  });
});
