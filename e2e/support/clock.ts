import { expect, type Page, type Request } from "@playwright/test";

/** What each page with a clock of the test's has asked the server for and not been answered yet. */
const calls = new WeakMap<Page, Set<Request>>();

/** Makes the page's time the test's: it goes on as usual until `pass` hurries it. */
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

/** From now on, and a minute later than it was, time stands still in the page until `pass` lets it go on. */
export async function stopTime(page: Page): Promise<void> {
  await installClock(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

// Less than half of what a call is given before it times out.
const stepMs = 4_000;

/** Lets time pass in the page, in steps before each of which every call has been answered: else they would time out in a moment. */
export async function pass(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await expect.poll(() => calls.get(page)?.size, "calls without an answer").toBe(0);
    await page.clock.runFor(Math.min(left, stepMs));
  }
}
