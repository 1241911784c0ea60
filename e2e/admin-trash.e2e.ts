import type { Page } from "@playwright/test";
import { installClock, pass } from "./support/clock.ts";
import { expect, loginAsAdmin, test } from "./support/fixtures.ts";
import { holdNotice } from "./support/hold-notice.ts";

const deleteFirst = async (page: Page, name: string, key: "mouse" | "keyboard" = "mouse") => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const yes = page.getByRole("dialog", { name: "Are you sure?" }).getByRole("button", { name: "Yes, delete it!" });
  if (key === "mouse") await yes.click();
  else await yes.press("Enter");
};

/** The headings of a list's cards, once the list is there. */
async function namesOf(page: Page): Promise<string[]> {
  await expect(cards(page)).not.toHaveCount(0);
  return cards(page).allTextContents();
}

const cards = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

test("Undo restores a deleted project to its former place in the list", async ({ page }) => {
  await loginAsAdmin(page);
  const before = await namesOf(page);
  const name = before[1] ?? "";

  await deleteFirst(page, name);
  const note = page.getByRole("dialog", { name: "Deleted!" });
  await holdNotice(note);
  await expect(note).toContainText("Your file has been deleted.");
  await expect(cards(page)).toHaveCount(before.length - 1);
  await note.getByRole("button", { name: "Undo" }).click();

  await expect(cards(page)).toHaveText(before);
  await expect(page.getByRole("status").filter({ hasText: "has been restored" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("deleting by keyboard moves the focus to the toast, which stays open while focused, with Undo next", async ({
  page,
}) => {
  await installClock(page);
  await loginAsAdmin(page, "/admin/job");
  const before = await namesOf(page);

  await deleteFirst(page, before[0] ?? "", "keyboard");
  await expect(page.getByRole("dialog", { name: "Deleted!" })).toBeFocused();
  await pass(page, 10_000);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(cards(page)).toHaveText(before);
});
