import type { Locator, Page } from "@playwright/test";
import { expect, loginAsAdmin, test } from "./support/fixtures.ts";
import { officeOf } from "./support/office.ts";

/** Holds the back office's program back. @returns lets it through */
async function holdProgram(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/admin/assets/index-*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const textAndSize = (cards: Locator) =>
  cards.evaluateAll((all) =>
    all.map((card) => {
      const { width, height } = card.getBoundingClientRect();
      const image = card.querySelector("img");
      return [(card as HTMLElement).innerText, width, height, image?.currentSrc, image?.naturalWidth];
    }),
  );

test("All Projects is painted before its script loads, and looks the same after it", async ({ page }) => {
  // As high as all cards.
  await page.setViewportSize({ width: 1440, height: 4_000 });
  await loginAsAdmin(page, "/admin/today");
  const office = await officeOf(page);
  const project = { description: "Words & <b>more</b>", technology: " Rust,, Rust , SQL" };
  await office.post("/project/new", { title: "Without a picture", ...project, published: false });
  await office.post("/project/new", { title: "With one", ...project, projectImage: "/favicon.svg", published: true });
  const release = await holdProgram(page);

  await page.goto("/admin");
  const painted = page.locator("#first-paint article");
  await expect(painted).toHaveCount(9);
  await expect
    .poll(() => painted.locator("img").evaluateAll((all) => all.every((each) => (each as HTMLImageElement).complete)))
    .toBe(true);
  await page.evaluate(() => document.fonts.ready);
  // It does not work yet: screen readers and keys find nothing.
  await expect(page.getByRole("heading")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveCount(0);
  const before = await textAndSize(painted);

  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(9);
  await expect(page.locator("#first-paint")).toHaveCount(0);
  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(() => textAndSize(cards)).toEqual(before);
});

test("the first paint shows no cards for rows; a failed list does not block it", async ({ page, problems }) => {
  await loginAsAdmin(page);
  await page.getByRole("button", { name: "Show rows" }).click();
  await expect(page.getByRole("button", { name: "Show cards" })).toBeVisible();
  const release = await holdProgram(page);
  const asked = page.waitForRequest(/\/admin\/assets\/index-[^/]*\.js$/);
  await page.reload({ waitUntil: "commit" });
  // The program is requested when nothing more is to be painted.
  await asked;
  await expect(page.locator("#first-paint h1")).toBeVisible();
  await expect(page.locator("#first-paint article")).toHaveCount(0);
  release();
  await page.getByRole("button", { name: "Show cards" }).click();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();

  problems.expect(/project\/get-all/);
  problems.expect(/^console: Loading failed/);
  await page.route("**/api/project/get-all**", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  await expect(page.getByText("The list could not be loaded. Try again.")).toBeVisible();
});
