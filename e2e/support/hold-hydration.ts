import type { Page } from "@playwright/test";

/** Holds back the script that hydrates the pages to come, as a slow connection does. @returns a function that lets it arrive */
export async function holdHydration(page: Page): Promise<() => void> {
  const arrival = Promise.withResolvers<void>();
  await page.route("**/assets/hydrate-*.js", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  return arrival.resolve;
}
