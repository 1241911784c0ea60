import type { Page } from "@playwright/test";

/**
 * Triggers hydration with a user interaction and waits until it is done. The page works before that too, but by other
 * means. Only an event is dispatched, so the mouse stays where the test put it.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    document.dispatchEvent(new Event("pointermove"));
    return "hydrated" in document.documentElement.dataset;
  });
}
