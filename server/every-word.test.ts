import { expect } from "vitest";
import { fieldNames, fieldOf } from "#app/features/quote/quote.form.ts";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import { siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { fieldsOfKind } from "#app/shared/content-type.ts";
import { mainPaths } from "#app/shared/public-pages.ts";
import { createTestApp, type TestApp, test } from "#test/app.ts";
import { makeDetail, makeEntry, makeFaq, makeJob, makeProject, makeReview } from "#test/make.ts";

// Sets everything an editor can change to "§", in every list and every field of the Site screen. Any other text on a
// page must be in the list below (navigation, labels, buttons, notices, errors); otherwise a field is missing from the
// back office.

const own = new Set<string>([
  // Navigation
  ...["Skip to the content", "Home", "Portfolio", "About Us", "Career", "Back to Home", "All projects", "All openings"],
  // Buttons and action links
  ...["Dark theme", "Light theme", "Menu", "Get a Quote", "Start Building", "Get Started", "View Portfolio", "Pause"],
  ...["Send Message", "Subscribe", "Subscribe again", "Confirm subscription", "Unsubscribe", "See the project"],
  ...["See the portfolio", "See open roles"],
  ...["Apply Now", "I'm Interested", "Link to this opening"],
  // Labels
  "Fill in all four fields to send.",
  ...["Office", "Phone", "Email"],
  ...fieldNames.map((name) => fieldOf(name).label),
  // What a picture shows, after its edited name
  "…, finished screen",
  // Notices, as worded in the specification, and errors
  ...["Your message has been sent successfully.", "Your message has been sent successfully. | …"],
  ...["Thank you for subscribing!", "Thank you for subscribing! | …"],
  // Generated, not written: positions, slide counters, the year, the time zone
  ...["01", "02", "/ 02", "/ 03", "/ 05", "… Two", "© 2026 …. …", "… Pakistan Standard Time (UTC+5)"],
]);

const mark = "§§";

const fallbacks = new Map(
  contentSections.flatMap(({ fields }) => fields.map(({ path, fallback }) => [path, fallback])),
);

/**
 * Changes every text and number of the site that has a field. `days`: after which messages and addresses are erased, 0
 * for never.
 */
async function editEverything(app: TestApp, days = 0): Promise<void> {
  const edits = [...siteFields].flatMap(([path, { kind, rows }], index) => {
    if (/^mail[.]|securityExpires/.test(path)) return [];
    if (path.endsWith("Days")) return [{ path, value: days }];
    // Placeholders stay in the text, so that their values appear.
    const asked = String(fallbacks.get(path)).match(/\{\w+\}/g) ?? [];
    const words = [mark, ...asked].join(" ");
    const value = {
      text: words,
      longText: words,
      alt: words,
      number: 771_000 + index,
      url: `https://words.example/${index}`,
      email: `w${index}@words.example`,
      emails: `w${index}@words.example`,
      phone: `+99 77 ${index}`,
      rows: [
        Object.fromEntries(
          Object.entries(rows?.columns ?? {}).map(([column, { isUrl }]) => [
            column,
            isUrl ? `https://words.example/${index}` : words,
          ]),
        ),
      ],
    }[kind as string];
    return value === undefined ? [] : [{ path, value }];
  });
  const { status, body } = await app.office("PUT", "/site/edit", { edits, shortens: true });
  expect(status, body.message).toBe(200);
}

async function fillLists(app: TestApp, count: number): Promise<string[]> {
  const addresses: string[] = [];
  for (let place = 0; place < count; place++) {
    const project = await makeProject(app, {
      title: mark,
      description: mark,
      technology: `${mark}, ${mark}`,
      whatWeDid: mark,
      ...{ problem: mark, sketchReason: mark, decision: mark, clientWords: mark, clientType: mark, sector: mark },
      ...{ disciplines: [mark], team: [{ role: mark, count: 49 }], liveUrl: "https://words.example/" },
      outcomes: [{ figure: mark, meaning: mark, source: mark }],
    });
    await makeDetail(app, project, { heading: mark, description: mark });
    const job = await makeJob(app, {
      title: mark,
      location: mark,
      experience: mark,
      description: mark,
      requirements: [mark],
      perksAndBenefits: [mark],
      experienceDetails: [mark],
      ...{ pay: mark, hours: mark, hiring: [mark] },
    });
    await makeFaq(app, { question: mark, answer: mark, bullets: [mark] });
    await makeReview(app, { fullName: mark, company: mark, feedback: mark });
    for (const type of contentTypes.filter(({ specified }) => specified === undefined))
      await makeEntry(type)(
        app,
        Object.fromEntries(fieldsOfKind(type, "text", "longText", "alt").map((name) => [name, mark])),
      );
    addresses.push(`/details/${project.number}`, `/career/${job.slug}`);
  }
  return addresses;
}

/** Everything a visitor can read on a page: text, title, description and alt texts. Edited texts become "…". */
function saidBy(html: string): string[] {
  const texts = html
    .replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "<>")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<meta name="description" content="([^"]*)"/g, ">$1<")
    .replace(/<[^>]*\balt="([^"]*)"[^>]*>/g, ">$1<")
    .split(/<[^>]*>|[<>]/);
  const edited =
    /§§|771\d{3}|\b49\b|https:\/\/words\.example\/\d+|\bwords\.example\b|w\d+@words\.example|\+99 77 \d+|\b[36]0 days\b/g;
  return texts
    .map((text) => entities(text).replace(edited, "…").replace(/\s+/g, " ").trim())
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
}

const entities = (text: string) =>
  text
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&nbsp;/g, " ")
    .replace(/&amp;/g, "&");

const fixed = [...mainPaths, "/sent/quote", "/sent/contact", "/sent/subscription"];

const read = async (app: TestApp, address: string) => (await app.request(address)).text();

/** Texts on the pages that no editor can change, each with the first page that shows it. */
async function strayWords(app: TestApp, addresses: string[]): Promise<string[]> {
  const found = new Map<string, string>();
  for (const address of addresses)
    for (const text of saidBy(await read(app, address)))
      if (!own.has(text) && !found.has(text)) found.set(text, address);
  return [...found].map(([text, address]) => `${address}: ${text}`);
}

test.each([0, 1, 2])("every text on every page can be edited, with %i entries in each list", async (count) => {
  const app = await createTestApp("sqlite");
  await editEverything(app, count * 30);
  const entries = await fillLists(app, count);

  expect(await strayWords(app, [...fixed, ...entries, "/never/there"])).toEqual([]);
});

test("every text on pages of deleted entries and in each newsletter state can be edited in the back office", async () => {
  const app = await createTestApp("sqlite");
  await editEverything(app);
  const entries = await fillLists(app, 1);
  for (const noun of ["project", "job"])
    for (const { slug } of (await app.call("GET", `/${noun}/get-all`)).body.data)
      await app.office("DELETE", `/${noun}/${slug}`);
  await app.call("POST", "/subscription/subscribe", { email: "ada@words.example" });
  const { token: theirs } = await app.deps.db.selectFrom("subscription").select("token").executeTakeFirstOrThrow();
  const letters = ["confirm", "unsubscribe"].flatMap((act) => [
    `/newsletter/${act}/${theirs}`,
    `/newsletter/${act}/none`,
  ]);

  expect(await strayWords(app, entries)).toEqual([]);
  for (const state of ["pending", "confirmed", "unsubscribed"] as const) {
    await app.deps.db.updateTable("subscription").set({ state }).execute();
    expect(await strayWords(app, letters)).toEqual([]);
  }
});

test("a text that cannot be edited is detected in a paragraph, a title and an alt text", async ({ app }) => {
  await editEverything(app);
  const html = await read(app, "/about");
  const strays = (page: string) => saidBy(page).filter((text) => !own.has(text));

  expect(strays(html)).toEqual([]);
  expect(strays(html.replace("</main>", "<p>Trusted by <b>many</b> clients.</p></main>"))).toEqual([
    "Trusted by",
    "many",
    "clients.",
  ]);
  expect(strays(html.replace(/<title>/, "<title>The best | "))).toEqual(["The best | … …"]);
  expect(strays(html.replace("</main>", '<img src="/x.webp" alt="A team at work"/></main>'))).toEqual([
    "A team at work",
  ]);
});
