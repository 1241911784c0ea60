import { type BrowserContext, expect } from "@playwright/test";

/**
 * Takes the connection away. The browser's network process may take in what a page asks for just after it before it
 * takes in that it is offline: one request has to have failed.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  const [page] = context.pages();
  const isOffline = () =>
    page?.evaluate(() =>
      fetch("/robots.txt", { cache: "no-store" }).then(
        () => false,
        () => true,
      ),
    );
  await expect.poll(isOffline).toBe(true);
}
