import { expect, test } from "./support/fixtures.ts";
import { holdHydration } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";
import { seamOf } from "./support/looks.ts";

test("the pictures alternate and are built under the pointer; on a phone they are above", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/portfolio");
  const rows = page.getByRole("main").getByRole("article");
  await expect(rows).toHaveCount(7);
  const side = async (index: number) => {
    const picture = await rows.nth(index).locator("img").last().boundingBox();
    const words = await rows.nth(index).getByRole("heading").boundingBox();
    if (!picture || !words) throw new Error("nothing is drawn");
    return picture.x < words.x ? (picture.y > words.y ? "above" : "left") : "right";
  };
  expect([await side(0), await side(1), await side(2)]).toEqual(["left", "right", "left"]);

  const row = page.getByRole("article").first();
  const seam = () => seamOf(row.locator("img").last());
  await expect.poll(seam).toBeCloseTo(26, 0);
  await row.hover();
  await expect.poll(seam).toBeLessThan(-8);
  await page.mouse.move(0, 0);
  await expect.poll(seam).toBeCloseTo(26, 0);
  await page.keyboard.press("Tab");
  await row.getByRole("link").focus();
  await expect.poll(seam).toBeLessThan(-8);

  await page.setViewportSize({ width: 390, height: 844 });
  const picture = await rows.nth(1).locator("img").last().boundingBox();
  const words = await rows.nth(1).getByRole("heading").boundingBox();
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThan(words?.y ?? 0);
});

test("the pressed filter is in view, on a phone at either end of its row", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/portfolio");
  const last = page.getByRole("main").locator('a[href*="technology="]').last();
  await last.click();
  await page.waitForURL(/technology=/);
  const chosen = page.getByRole("main").locator("#technology[aria-current]");
  await expect(chosen).toBeInViewport({ ratio: 1 });
  const box = await chosen.boundingBox();
  expect(box?.y).toBeLessThan(300);
  expect(box?.x).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

test("clicking a project's picture or text opens it, on the portfolio and on Home", async ({ page }) => {
  for (const [path, spot] of [
    ["/portfolio", "picture"],
    ["/portfolio", "words"],
    ["/", "picture"],
    ["/", "words"],
  ] as const) {
    await page.goto(path);
    // What is laid out later would move the card between measuring and clicking.
    await page.locator("html[data-laid-out]").waitFor({ state: "attached" });
    const card = page.locator("[data-card]").nth(1);
    await card.scrollIntoViewIfNeeded();
    const part = spot === "picture" ? card.locator("img").last() : card.getByText(/^Students and families/);
    const box = await part.boundingBox();
    if (!box) throw new Error("nothing is drawn");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page).toHaveURL(/\/details\/1$/);
  }
});

test("on touch the first tap on a picture builds it, a second restores it", async ({ browser, site, problems }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  problems.watch(context);
  const page = await context.newPage();
  const release = await holdHydration(page);
  for (const path of ["/portfolio", "/"]) {
    await page.goto(path);
    // The first page's taps come before React.
    if (path === "/") {
      release();
      await hydrated(page);
    }
    const picture = page.locator("[data-card]").first().locator("img").last();
    await picture.scrollIntoViewIfNeeded();
    const seam = () => seamOf(picture);
    // As a frame that shows less of the picture's width has it: (26 - 35 % of 35) * 1.53.
    await expect.poll(seam).toBeCloseTo(21, 0);
    await picture.tap();
    await expect.poll(seam).toBeLessThan(-8);
    await expect(page).toHaveURL(path);
    await picture.tap();
    await expect.poll(seam).toBeCloseTo(21, 0);
    await picture.tap();
    await expect.poll(seam).toBeLessThan(-8);
    await page.getByRole("heading", { level: 2 }).filter({ visible: true }).first().tap();
    await expect.poll(seam).toBeCloseTo(21, 0);
  }
  await page.locator("[data-card]").first().getByRole("link").tap();
  await expect(page).toHaveURL(/\/details\/0$/);
  await context.close();
});
