import type { Page } from "@playwright/test";
import { expect, loginAsAdmin, test } from "./support/fixtures.ts";
import { accepted } from "./support/office.ts";

// Three times what one page holds, so that the second page is not the last. That a hundred thousand entries are walked
// to the end is tested over HTTP (server/hundred-thousand.test.ts).

const most = 240;
const numbers = Array.from({ length: most }, (_, index) => index + 1);

async function inOrder(numbers: number[], write: (number: number) => Promise<unknown>): Promise<void> {
  // The order of arrival tells the oldest: it alone goes first, the others together.
  const [first = 1, ...rest] = numbers;
  await write(first);
  for (let from = 0; from < rest.length; from += 20) await Promise.all(rest.slice(from, from + 20).map(write));
}

/** Presses Show more until it is gone. @returns how often */
async function showAll(page: Page): Promise<number> {
  const more = page.getByRole("button", { name: "Show more" });
  const entries = page.locator("main article");
  for (let pressed = 0; ; pressed++) {
    await expect(page.getByRole("button", { name: "Loading" })).toHaveCount(0);
    if ((await more.count()) === 0) return pressed;
    const before = await entries.count();
    await more.click();
    await expect(entries.nth(before)).toBeAttached();
  }
}

test(`the oldest of ${most} quotes is reached with Show more, unfiltered, by source and by search word`, async ({
  page,
}) => {
  await inOrder(numbers, (number) =>
    accepted(() =>
      page.request.post("/api/quote/new", {
        data: {
          fullName: `Lead ${number}`,
          email: `lead${number}@example.com`,
          // Half of them hold the word, and half of those come from the contact form.
          message: number % 2 === 1 ? "An engine" : "A loom",
          ...(number % 4 === 1 && { phoneNumber: "+44 20 7946 0000" }),
        },
      }),
    ),
  );
  await loginAsAdmin(page);
  for (const [address, count] of [
    ["/admin/quote", most],
    ["/admin/quote?q=engine", most / 2],
    ["/admin/quote?source=contact", most / 4],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(await showAll(page), address).toBe(Math.ceil(count / 100) - 1);
    await expect(page.getByRole("article"), address).toHaveCount(count);
    await expect(page.getByRole("article").last(), address).toContainText("lead1@example.com");
  }
});

test(`the oldest of ${most} subscriptions is reached with Show more, unfiltered and by state and search word`, async ({
  page,
}) => {
  await inOrder(numbers, (number) =>
    accepted(() =>
      page.request.post("/api/subscription/subscribe", {
        data: { email: `${number % 2 === 1 ? "engine" : "loom"}.${number}@example.com` },
      }),
    ),
  );
  await loginAsAdmin(page);
  for (const [address, count] of [
    ["/admin/subscription", most],
    ["/admin/subscription?state=unconfirmed&q=engine", most / 2],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("article").first()).toBeVisible();
    await showAll(page);
    await expect(page.getByRole("article"), address).toHaveCount(count);
    await expect(page.getByRole("article").last(), address).toContainText("engine.1@example.com");
  }
});
