import { expect, type Locator, type Page } from "@playwright/test";

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess, `${page.url()} is too wide by`).toBeLessThanOrEqual(0);
}

/** Where the foot of a built picture's seam lies, in per cent of its frame. */
export function seamOf(built: Locator): Promise<number> {
  return built.evaluate((image) => Number.parseFloat(getComputedStyle(image).getPropertyValue("--seam")));
}
