import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { holdBack } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";
import { slowDown } from "./support/slow-device.ts";

const pages = [
  ["Home", "/"],
  ["Portfolio", "/portfolio"],
  ["About Us", "/about"],
  ["Career", "/career"],
] as const;

test("the header marks the current page; the skip link leads to the main content", async ({ page }) => {
  await page.goto("/career");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText(pages.map(([name]) => name));
  for (const [name, path] of pages) await expect(links.filter({ hasText: name })).toHaveAttribute("href", path);
  const current = page.getByRole("navigation", { name: "Main" }).locator("[aria-current]");
  await expect(current).toHaveText(["Career"]);
  await expect(current).toHaveAttribute("aria-current", "page");
  // An entry of a page's list belongs to that page, and is not it.
  for (const [path, name] of [
    ["/details/0", "Portfolio"],
    ["/career/associate-software-engineer", "Career"],
  ] as const) {
    await page.goto(path);
    await expect(current).toHaveText([name]);
    await expect(current).toHaveAttribute("aria-current", "true");
  }

  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the chosen theme persists, and reaches pages that are already open", async ({ context, page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await page.getByRole("button", { name: "Dark theme" }).click();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.goto("/career");
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByRole("button", { name: "Light theme" }).click();
  await expect(root).toHaveAttribute("data-theme", "light");
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "light");
  const other = await context.newPage();
  await other.goto("/about");
  await other.getByRole("button", { name: "Dark theme" }).click();
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  // The return to this tab, or by Back to a page that the browser has kept, neither of which a headless browser tells.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(root).toHaveAttribute("data-theme", "dark");
});

test("on a small screen the menu closes on Escape and opens the quote panel", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  await hydrated(page);
  const opener = page.getByRole("button", { name: "Menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await opener.click();
  for (const [name, href] of [
    ["hello@example.com", "mailto:hello@example.com"],
    ["+92 00 0000000", "tel:+92000000000"],
  ] as const)
    await expect(menu.getByRole("link", { name })).toHaveAttribute("href", href);
  await expect(menu.getByRole("button", { name: "Dark theme" })).toBeVisible();
  await expect(menu.getByRole("img", { name: "Jorna" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await menu.getByRole("button", { name: "Get a Quote" }).click();
  await expect(page.getByRole("dialog", { name: "Get a Quote" })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

test("before the script has loaded Escape closes the menu, and the panel replaces it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const release = await holdBack(page, "**/assets/first-interaction-*.js");
  await page.goto("/");
  const opener = page.getByRole("button", { name: "Menu" });
  const [menu, quote] = ["Menu", "Get a Quote"].map((name) => page.getByRole("dialog", { name })) as [Locator, Locator];
  await opener.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await menu.getByRole("button", { name: "Get a Quote" }).click();
  await expect(quote).toBeVisible();
  await expect(menu).toBeHidden();
  release();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated");
  await expect(quote).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(quote).toBeHidden();
  await expect(menu).toBeHidden();
});

test("a link in the menu closes it before the script has loaded, and Back does not return to it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.route(/\/assets\/react-/, () => {});
  await page.goto("/");
  const opener = page.getByRole("button", { name: "Menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await opener.click();
  await menu.getByRole("link", { name: "Home", exact: true }).click();
  await expect(menu).toBeHidden();
  await opener.click();
  await menu.getByRole("link", { name: "Career" }).click();
  await expect(page).toHaveURL("/career");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Ideas/);
  await expect(menu).toBeHidden();
});

test("a page opened by a link starts at its top", async ({ page }) => {
  await page.goto("/details/0");
  for (const [name, path] of pages.slice(0, 2)) {
    await page.evaluate(() => scrollTo({ top: 1_500, behavior: "instant" }));
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    expect(await page.evaluate(() => scrollY), path).toBe(0);
    await page.goto("/details/0");
  }
});

test("Home starts at its top after a reload, and Back restores the scroll position", async ({ page }) => {
  const place = () => page.evaluate(() => scrollY);
  const scrollDown = async () => {
    await page.mouse.wheel(0, 400);
    await expect.poll(place).toBe(400);
  };
  await page.goto("/");
  await hydrated(page);
  await scrollDown();
  await page.reload();
  await hydrated(page);
  expect(await place()).toBe(0);

  await scrollDown();
  await page.goto("/privacy");
  await page.goBack();
  await hydrated(page);
  await expect.poll(place).toBe(400);
});

test("a page reloaded with a fragment in its address starts at that fragment", async ({ page }) => {
  await page.goto("/#contact");
  await hydrated(page);
  const top = () =>
    page.locator("#contact").evaluate((place) => Math.abs(Math.round(place.getBoundingClientRect().top)));
  await page.mouse.wheel(0, -300);
  await expect.poll(top).toBe(300);
  // So slow that the browser scrolls before it has parsed the place.
  await slowDown(page, { processor: 6, download: 20 });
  await page.reload();
  await hydrated(page);
  await expect.poll(top).toBe(0);
});

test("a page's link to itself scrolls smoothly to the top, and jumps with reduced motion", async ({ page }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await page.emulateMedia({ reducedMotion });
    // As a campaign's link leads here.
    await page.goto("/about?utm_source=letter");
    await hydrated(page);
    // A jump is there at once. Of a glide a busy machine may show no frame between its ends.
    const after = await page.evaluate(() => {
      scrollTo({ top: 3_000, behavior: "instant" });
      const links = document.querySelectorAll<HTMLElement>("header a");
      [...links].find((link) => link.textContent === "About Us")?.click();
      return Math.round(scrollY);
    });
    expect(after).toBe(reducedMotion === "reduce" ? 0 : 3_000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
});

test("the header hides when scrolling down and returns when scrolling up or focused", async ({ page }) => {
  await page.goto("/portfolio");
  await hydrated(page);
  const header = page.getByRole("banner");
  const to = (top: number) => page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
  const top = () => header.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    await to(1_500);
    await expect(header).not.toBeInViewport();
    await to(1_300);
    await expect.poll(top).toBe(0);
    await expect(header.getByRole("link", { name: "Career" })).toBeInViewport({ ratio: 1 });
    await to(1_500);
    await expect(header).not.toBeInViewport();
    // The keyboard finds it all the same.
    await header.getByRole("link", { name: "Career" }).focus();
    await expect.poll(top).toBe(0);
    await header.getByRole("link", { name: "Career" }).blur();
    await to(0);
    await expect(page.locator("html")).not.toHaveAttribute("data-header");
  }
});

test("the header stays hidden when the content above changes its height", async ({ page }) => {
  await page.goto("/portfolio");
  await hydrated(page);
  await page.evaluate(() => {
    const above = document.createElement("div");
    above.id = "above";
    above.style.height = "900px";
    document.querySelector("main")?.before(above);
  });
  // The page's own listener has been called when this one is.
  const positions = await page.evaluate(async () => {
    const scrolled = () =>
      new Promise<number>((resolve) => addEventListener("scroll", () => resolve(scrollY), { once: true }));
    const down = scrolled();
    scrollTo({ top: 3_000, behavior: "instant" });
    const before = await down;
    const up = scrolled();
    document.getElementById("above")?.remove();
    return [before, await up];
  });
  expect(positions).toEqual([3_000, 2_100]);
  await expect(page.locator("html")).not.toHaveAttribute("data-header", "shown");
  await expect(page.getByRole("banner")).not.toBeInViewport();
  // A visitor's own scrolling shows it still.
  await page.evaluate(() => scrollBy({ top: -100, behavior: "instant" }));
  await expect(page.getByRole("banner")).toBeInViewport();
});
