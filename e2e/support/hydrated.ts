import type { Page } from "@playwright/test";

/** Until the page's script has taken over. Before that everything works too, but by other means. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForSelector("html[data-hydrated]", { state: "attached" });
}
