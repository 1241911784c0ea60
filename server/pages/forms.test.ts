import { describe, expect } from "vitest";
import { createTestApp, type TestApp, test } from "#test/app.ts";
import { ada, charles } from "#test/make.ts";

// The endpoints of plain forms: everything works with JavaScript off.

const post = (app: TestApp, form: string, values: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(`/send/${form}`, { method: "POST", body: new URLSearchParams(values), headers });
const inbox = async (app: TestApp, list = "quote") => (await app.office("GET", `/${list}/get-all`)).body.data;

describe("a form sent without JavaScript", () => {
  test("is stored like an API request and redirects to its confirmation page", async ({ app }) => {
    const quote = await post(app, "quote", ada);
    const contact = await post(app, "contact", charles);
    const subscription = await post(app, "subscription", { email: "ada@example.com" });

    const answers = [quote, contact, subscription].map(({ status, headers }) => [status, headers.get("Location")]);
    expect(answers).toEqual([
      [303, expect.stringMatching(/^\/sent\/quote\/[a-z0-9]{16}$/)],
      [303, expect.stringMatching(/^\/sent\/contact\/[a-z0-9]{16}$/)],
      [303, "/sent/subscription"],
    ]);
    expect(await (await app.request("/sent/quote")).text()).toContain("Your message has been sent successfully.");
    expect(await inbox(app)).toMatchObject([
      { ...charles, source: "contact" },
      { ...ada, source: "quote" },
    ]);
    expect(await inbox(app, "subscription")).toMatchObject([{ email: "ada@example.com" }]);
  });

  test("redirects to an uncached page that shows the visitor's message for ten minutes", async ({ app }) => {
    const address = (await post(app, "quote", { ...ada, message: "An <b>engine</b>" })).headers.get("Location") ?? "";

    const response = await app.request(address);
    const page = await response.text();
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store, no-transform"]);
    expect(page).toContain("Your message has been sent successfully.");
    expect(page).toContain("An &lt;b&gt;engine&lt;/b&gt;");
    expect(page).toContain("What happens next");
    expect(page).toContain('name="robots" content="noindex"');

    app.clock.pass(10 * 60_000);
    const later = await (await app.request(address)).text();
    expect(later).toContain("Your message has been sent successfully.");
    expect(later).not.toContain("engine");
    expect((await app.request("/sent/quote/aaaaaaaaaaaaaaaa")).status).toBe(200);
    expect((await app.request("/sent/quote/short")).status).toBe(404);
  });

  test("that is invalid is shown again with its input and the errors, and nothing is stored", async ({ app }) => {
    const response = await post(app, "contact", { ...charles, email: "charles", message: 'An "engine" & <b>more</b>' });

    expect([response.status, response.headers.get("Content-Type")]).toEqual([422, "text/html; charset=utf-8"]);
    expect(response.headers.get("Cache-Control")).toBe("no-store, no-transform");
    const page = await response.text();
    expect(page).toContain("It should be a valid email address!");
    expect(page).toContain("Charles Babbage");
    expect(page).toContain("An &quot;engine&quot; &amp; &lt;b&gt;more&lt;/b&gt;");
    expect(page).not.toContain("<b>more</b>");
    expect(page).toContain('name="robots" content="noindex"');
    expect(await (await app.request("/")).text()).not.toContain("Babbage");
    expect(await inbox(app)).toEqual([]);
  });

  test("names an invalid field once, beside it, requires a phone number from the contact section, unlike the API, and has its line breaks normalised to LF", async () => {
    const app = await createTestApp("sqlite");
    const page = await (await post(app, "subscription", { email: "ada" })).text();

    expect(page.match(/It should be a valid email address!<\/p>/g)).toHaveLength(1);
    expect(page).toMatch(/aria-describedby="([\w-]+)-error" name="email" value="ada"/);

    const response = await post(app, "contact", { ...ada, phoneNumber: " " });

    expect(response.status).toBe(422);
    expect(await response.text()).toContain("Phone number is required.");
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);

    await post(app, "quote", { ...ada, message: "Dear all,\r\n\r\nan engine.\nAda" });

    expect((await inbox(app))[0].message).toBe("Dear all,\n\nan engine.\nAda");
  });

  test("that is sent again by a double click or a reload stores one lead; a changed one stores another", async () => {
    const app = await createTestApp("sqlite");
    const twice = await Promise.all([post(app, "quote", ada), post(app, "quote", ada)]);
    await post(app, "quote", ada);
    await post(app, "quote", { ...ada, message: "One thing more." });
    app.clock.pass(24 * 60 * 60 * 1000);
    await post(app, "quote", ada);

    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    expect(await inbox(app)).toHaveLength(3);
  });

  test("is stored in the letters of its encoding, or refused in words", async ({ app }) => {
    const send = async (body: string | Uint8Array<ArrayBuffer>, charset = "") =>
      app.request("/send/quote", {
        method: "POST",
        body: typeof body === "string" ? new TextEncoder().encode(body) : body,
        headers: { "Content-Type": `application/x-www-form-urlencoded${charset}` },
      });
    const rest = "email=ada%40example.com&message=An+engine";

    const decoded = [
      await send(`fullName=Ren%E9&${rest}`, "; charset=iso-8859-1"),
      await send(`fullName=%D0%E5%ED%E5&${rest}`, ';charset="windows-1251"'),
      await send(`fullName=%83%8C%83l&${rest}`, "; charset=Shift_JIS"),
      await send(`fullName=Ren%C3%A9+%2B+1&${rest}`),
    ];
    const refused = [
      await send(`fullName=Ren%E9&${rest}`),
      await send(Uint8Array.of(...new TextEncoder().encode(`${rest}&fullName=Ren`), 0xe9)),
      await send(`fullName=Ren&${rest}`, "; charset=klingon"),
    ];

    expect(decoded.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    for (const response of refused)
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("Send it in UTF-8")]);
    expect((await inbox(app)).map(({ fullName }: { fullName: string }) => fullName)).toEqual([
      "René + 1",
      "レネ",
      "Рене",
      "René",
    ]);
  });

  test("counts towards the same rate limit as the API; over the limit it gets 429 with the visitor's text", async () => {
    const app = await createTestApp("sqlite", { config: { rateLimit: true } });
    for (let n = 0; n < 5; n++) await post(app, "quote", { ...ada, message: `Message ${n}` });
    for (let n = 5; n < 10; n++) await app.call("POST", "/quote/new", { ...ada, message: `Message ${n}` });

    const response = await post(app, "quote", { ...ada, message: "The eleventh message" });

    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await response.text()).toContain("The eleventh message");
  });

  test("with a wrong content type, size, method or content is rejected", async ({ app }) => {
    const statusOf = async (init: RequestInit) => (await app.request("/send/quote", init)).status;

    expect(await statusOf({ method: "POST", body: "{}", headers: { "Content-Type": "application/json" } })).toBe(415);
    expect(await statusOf({ method: "POST" })).toBe(415);
    const body = new URLSearchParams({ message: "x".repeat(300_000) });
    const long = await app.request("/send/quote", { method: "POST", body });
    expect([long.status, await long.text()]).toEqual([413, expect.stringContaining("<h1>This is too long</h1>")]);
    expect((await app.request("/send/quote", { method: "PUT" })).headers.get("Allow")).toBe("GET, POST");
    expect(await statusOf({ method: "POST", body: new URLSearchParams() })).toBe(422);
    expect(await statusOf({ method: "POST", body: new URLSearchParams({ ...ada, fullName: "a\0b" }) })).toBe(422);
    const many = new URLSearchParams([...Object.entries(ada), ...Array.from({ length: 100 }, () => ["a", ""])]);
    expect(await statusOf({ method: "POST", body: many })).toBe(400);
  });

  test("whose address is opened later, as one opens a page, leads to the form", async ({ app }) => {
    const home = await (await app.request("/")).text();

    for (const [form, place] of [
      ["quote", "quote"],
      ["contact", "contact"],
      ["subscription", "newsletter-form"],
    ]) {
      const response = await app.request(`/send/${form}`, { redirect: "manual" });
      expect([response.status, response.headers.get("Location")]).toEqual([303, `/#${place}`]);
      expect(home).toContain(` id="${place}"`);
    }
  });
});
