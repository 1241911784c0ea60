import type { Page } from "@playwright/test";

/** Until the page's script has taken over. Before that everything works too, but by other means. */
export async function awake(page: Page): Promise<void> {
  await page.waitForSelector("html[data-awake]", { state: "attached" });
}
