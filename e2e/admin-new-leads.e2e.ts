import type { Page } from "@playwright/test";
import { installClock, pass, passUntilVisible } from "./support/clock.ts";
import { expect, loginAsAdmin } from "./support/fixtures.ts";
import { writeLead } from "./support/office.ts";
import { test } from "./support/with-mail.ts";

const note = (page: Page) => page.getByRole("status").filter({ hasText: /new message/ });

test("the back office polls every 30 seconds, also behind another tab, and does not announce a message restored from deletion", async ({
  page,
}) => {
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
