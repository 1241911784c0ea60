import type { Page } from "@playwright/test";

/** Holds back the requests for some files, as a slow connection does. @returns a function that lets them arrive */
export async function holdBack(page: Page, files: string | RegExp): Promise<() => void> {
  const arrival = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  return arrival.resolve;
}

/** Holds back the script that hydrates the pages to come. @returns a function that lets it arrive */
export const holdHydration = (page: Page) => holdBack(page, "**/assets/hydrate-*.js");
