import type { Page } from "@playwright/test";

/**
 * Gives the page a sign of a hand, until its script has taken over. Before that everything works too, but by other means.
 * The sign is an event alone: the pointer stays where the test has put it.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    document.dispatchEvent(new Event("pointermove"));
    return "hydrated" in document.documentElement.dataset;
  });
}
