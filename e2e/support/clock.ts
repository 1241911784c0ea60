import { expect, type Locator, type Page, type Request } from "@playwright/test";

/** API requests without a response yet, for each page with a fake clock. */
const calls = new WeakMap<Page, Set<Request>>();

/** Installs a fake clock in the page. Time runs normally until `pass` advances it. */
export async function installClock(page: Page): Promise<void> {
  const open = new Set<Request>();
  const end = (request: Request) => void open.delete(request);
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) open.add(request);
  });
  page.on("requestfinished", end).on("requestfailed", end);
  calls.set(page, open);
  await page.clock.install();
}

/** Installs a fake clock that jumps a minute ahead and then stands still until `pass` advances it. */
export async function stopTime(page: Page): Promise<void> {
  await installClock(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

// Less than half of the time-out of an API call.
const stepMs = 4_000;

/**
 * Advances the clock in steps, waiting before each until every API request has a response; otherwise they would time
 * out.
 */
export async function pass(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await expect.poll(() => calls.get(page)?.size, "calls without an answer").toBe(0);
    await page.clock.runFor(Math.min(left, stepMs));
  }
}

/** Like `pass`, but ends as soon as this is visible: it may not stay so. */
export async function passUntilVisible(page: Page, what: Locator, ms: number): Promise<void> {
  for (let left = ms; left > 0 && !(await what.isVisible()); left -= 1_000) await pass(page, 1_000);
}
