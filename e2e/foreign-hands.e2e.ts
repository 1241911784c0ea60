import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { type ForeignHand, foreignHands, installHands } from "./support/foreign-hands.ts";
import { holdHydration } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";

// A page is not ours alone: browsers translate it, extensions and password managers add to it, nearly always before the
// first touch. None of that may cost a visitor a word of the page, what was typed, or the way to reach us.

const hands = Object.entries(foreignHands) as [ForeignHand, () => void][];

/** Home has a test of its own, which tells the hands apart. */
const paths = ["/portfolio", "/details/0", "/about", "/career", "/newsletter/confirm/abcdefgh12345678"];

test.beforeEach(async ({ page, problems }) => {
  problems.expect(/island was made anew/);
  problems.expect(/^404 GET \/newsletter\/confirm\/abcdefgh12345678$/);
  await page.addInitScript(installHands);
});

interface Seen {
  main: number;
  footer: number;
  fields: number;
  pictures: number;
}

/** Runs in the page: keeps the elements outside of the islands in mind, which are never rendered again. */
function remember(): void {
  const own = [...document.querySelectorAll("#page *:not([data-island] *)")];
  const words = (place: Element | null) => (place?.textContent ?? "").replace(/\s+/g, "").length;
  const see = () => ({
    main: words(document.querySelector("main")),
    footer: words(document.querySelector("footer")),
    fields: document.querySelectorAll("input, textarea").length,
    pictures: document.querySelectorAll("#page img").length,
  });
  let kept = own;
  Object.assign(window, {
    see,
    /** Forgets what the change itself has removed. */
    keep: () => {
      kept = own.filter((each) => each.isConnected);
      return see();
    },
    gone: () => kept.filter((each) => !each.isConnected).map((each) => each.outerHTML.slice(0, 80)),
  });
}

/** In the page, put there by `remember`. */
declare const see: () => Seen;
declare const keep: () => Seen;
declare const gone: () => string[];

const typed = { "#newsletter-form input": "ada@example.com", "#quote-form textarea": "Half a thought" };

/** As a visitor who was faster than the script, or a browser that restores a form. */
async function typeUnheard(page: Page): Promise<void> {
  for (const [field, value] of Object.entries(typed))
    await page.locator(field).evaluate((element, text) => {
      (element as HTMLInputElement).value = text;
    }, value);
}

async function expectTyped(page: Page): Promise<void> {
  for (const [field, value] of Object.entries(typed)) await expect(page.locator(field)).toHaveValue(value);
}

/** Opens a page, changes it before the first touch, and expects all that was on it and in it once it is hydrated. */
async function expectKept(page: Page, path: string, hand: string, changes: (() => void)[]): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => sessionStorage.clear());
  await page.evaluate(remember);
  await typeUnheard(page);
  for (const change of changes) await page.evaluate(change);
  const before = await page.evaluate(() => keep());
  await hydrated(page);
  expect(await page.evaluate(() => gone()), hand).toEqual([]);
  const after = await page.evaluate(() => see());
  expect(after.fields, hand).toBe(before.fields);
  expect(after.pictures, hand).toBeGreaterThanOrEqual(before.pictures);
  expect(after.main, hand).toBeGreaterThanOrEqual(before.main);
  expect(after.footer, hand).toBeGreaterThanOrEqual(before.footer);
  await expectTyped(page);
}

test("a page keeps its words and what was typed, whatever is done before the first touch", async ({ page }) => {
  for (const path of paths) await expectKept(page, path, `all hands on ${path}`, Object.values(foreignHands));
});

/** Sends a quote and subscribes, as a visitor who has not noticed anything. */
async function reachUs(page: Page, name: string): Promise<void> {
  await page.getByRole("banner").locator('a[href="#quote"]').click();
  const panel = page.locator("dialog#quote");
  await expect(panel).toHaveJSProperty("open", true);
  for (const [field, value] of Object.entries({ fullName: name, email: "ada@example.com", message: `From ${name}` }))
    await panel.locator(`[name=${field}]`).fill(value);
  const sent = page.waitForResponse("**/api/quote/new");
  await panel.locator("[type=submit]").click();
  expect((await sent).status()).toBe(201);
  await expect(panel.getByText("Your message has been sent successfully.")).toBeVisible();
  await expect(panel.locator("[name=message]")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  const news = page.locator("#newsletter-form");
  await news.locator("input").fill("ada@example.com");
  await news.locator("[type=submit]").click();
  await expect(news.getByText("Thank you for subscribing!")).toBeVisible();
}

test("whatever is done to Home, it keeps its words and works", async ({ page }) => {
  test.slow();
  for (const [hand, change] of hands) {
    await expectKept(page, "/", hand, [change]);
    await page.evaluate(change);
    await page.locator("#hero-slides ~ div [data-step='1']").click();
    await expect(page.locator("#hero-slides > [data-current]"), hand).toHaveAttribute("aria-label", "2 of 3");
    const reviews = page.locator("[data-island=reviews]");
    await reviews.locator("[data-step], [aria-controls=reviews]").last().click();
    await expect(reviews.locator("[aria-current]"), hand).toHaveAttribute("aria-label", "Review 2");
    await reachUs(page, hand);
  }
});

test("a form that is made anew goes on in the text, field and place of the visitor", async ({ page }) => {
  const release = await holdHydration(page);
  await page.goto("/");
  await page.evaluate(foreignHands["elements inserted in and beside forms"]);
  const message = page.getByRole("main").locator("textarea");
  await message.click();
  await page.keyboard.type("Half before, ");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  release();
  await hydrated(page);
  await expect(page.locator("[data-island=contact]")).toHaveAttribute("data-rebuilt");
  await expect(message).toBeFocused();
  await page.keyboard.type("!");
  await expect(message).toHaveValue("Half before!, ");
});

test("an island that cannot be rendered stays a form that sends", async ({ page, problems }) => {
  problems.expect(/^console: /);
  await page.goto("/privacy");
  const message = page.locator("#quote textarea");
  await message.evaluate((element: HTMLTextAreaElement) => {
    element.value = "Half a thought";
    element.closest("[data-island]")?.setAttribute("data-props", "{");
  });
  await hydrated(page);
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  await panel.getByLabel("Full name").fill("Ada");
  await panel.getByLabel("Email").fill("ada@example.com");
  await expect(message).toHaveValue("Half a thought");
  await panel.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/sent\/quote\//);
});

test("where the browser refuses all storage, a visitor chooses a theme and sends", async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const store of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, store, { get: refuse });
    Object.defineProperty(document, "cookie", { get: refuse, set: refuse });
    LockManager.prototype.request = () => Promise.reject(new DOMException("Refused", "SecurityError"));
  });
  await page.goto("/about");
  await page.getByRole("banner").getByRole("button", { name: /theme/ }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("banner").getByRole("link", { name: "Portfolio" }).click();
  await expect(page).toHaveURL(/portfolio$/);
  await hydrated(page);
  await reachUs(page, "Without storage");
});

test("a client's page takes an answer, whatever is done to it", async ({ page, office, problems }) => {
  problems.expect(/^404 GET \/approve\/.*\/page/);
  const { slug } = await office.post("/faq/add", { question: "What is approved?", answer: "Drafted." });
  await office.put(`/draft/faq/${slug}`, { changes: { answer: "Drafted anew." }, baseVersion: 1, over: null });
  const { url } = await office.post(`/approval/faq/${slug}`, { name: "Ada", days: 7, isRequired: false });
  for (const [hand, change] of hands) {
    await page.goto(new URL(url).pathname);
    await page.evaluate(change);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: /skip to your answer/i })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("#answer")).toBeFocused();
    await page.locator("textarea[name=text]").fill(`With ${hand}`);
    await page.locator("[name=kind][value=comment]").click();
    await expect(page.getByText("Thank you, your answer has been sent.")).toBeVisible();
    await expect(page.getByText(`With ${hand}`)).toBeVisible();
  }
});
