import type { Page } from "@playwright/test";
import { installClock, pass, passUntilVisible } from "./support/clock.ts";
import { expect, loginAsAdmin } from "./support/fixtures.ts";
import { writeLead } from "./support/office.ts";
import { test } from "./support/with-mail.ts";

/** As when the window is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => dispatchEvent(new Event("focus")));

/** Looks again until the note says this: while a request has no answer, no other is sent. */
const lookAgainUntilNoted = (page: Page, words: string) =>
  expect(async () => {
    await lookAgain(page);
    await expect(note(page)).toContainText(words, { timeout: 2_000 });
  }).toPass();

const note = (page: Page) => page.getByRole("status").filter({ hasText: /new message/ });
const quoteLine = (page: Page) =>
  page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Quote", exact: true });

test("a message that arrives while the back office is open is announced and counted", async ({ page }) => {
  await writeLead(page.request, "Early Bird");
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  await expect(quoteLine(page)).toHaveAccessibleDescription(/^\d+ unread$/);
  await expect(note(page)).toHaveCount(0);

  await writeLead(page.request, "Late Bird");
  await lookAgainUntilNoted(page, "1 new message");
  await expect(page).toHaveTitle(/^\(1\) All Projects \| Jorna back office$/);
  await note(page).getByRole("link", { name: "Show" }).press("Enter");
  await expect(page.getByRole("article").first()).toContainText("Late Bird");
  await expect(page).toHaveTitle(/^All Quotes \| Jorna back office$/);
  await expect(note(page)).toHaveCount(0);

  await writeLead(page.request, "Night Owl");
  await lookAgainUntilNoted(page, "It is at the top of the list.");
  await expect(page.getByRole("article").first()).toContainText("Night Owl");
});

test("the back office polls every 30 seconds, also behind another tab", async ({ page }) => {
  await installClock(page);
  await writeLead(page.request, "Doomed");
  await loginAsAdmin(page, "/admin/quote");
  const doomed = page.getByRole("article").filter({ hasText: "Doomed" });
  await doomed.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(doomed).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(doomed).toBeVisible();
  await pass(page, 31_000);
  await expect(note(page)).toHaveCount(0);

  await page.getByRole("link", { name: "Jobs" }).first().click();
  await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden" }));
  await writeLead(page.request, "By Itself");
  await passUntilVisible(page, note(page), 31_000);
  await expect(note(page)).toContainText("1 new message");
  await expect(page).toHaveTitle(/^\(1\) /);
});
