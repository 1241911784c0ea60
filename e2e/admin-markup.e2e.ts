import { expect, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectSoundMarkup } from "./support/markup.ts";
import { inbox } from "./support/office.ts";

const screens = [
  ...["", "create", "update/nft-marketplace", "detail/nft-marketplace", "detail/create/nft-marketplace", "quote"],
  ...["subscription", "job", "job/create", "faq", "faq/create", "review", "review/create", "overview", "site", "mail"],
  ...["personal-data", "trash", "account", "account/people", "history/project/nft-marketplace"],
];

test("every screen of the back office keeps the standard's rules", async ({ page }) => {
  test.slow();
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("weak");
  await page.getByLabel("Email").focus();
  await expect(page.getByText("It should be a valid email address!")).toBeVisible();
  await expectSoundMarkup(page, "login");
  await loginAsAdmin(page);
  await inbox(page);
  for (const screen of screens) {
    await page.goto(`/admin/${screen}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectSoundMarkup(page, screen);
  }
});

test("its open menus, dialogs and search results keep them too", async ({ page }) => {
  await loginAsAdmin(page);
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await expectSoundMarkup(page, "a card's menu");
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("dialog", { name: "Are you sure?" })).toBeVisible();
  await expectSoundMarkup(page, "the question before a delete");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Search" }).fill("market");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectSoundMarkup(page, "search results");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/admin");
  await page.getByRole("button", { name: "Menu" }).first().click();
  await expectSoundMarkup(page, "the side panel");
});
