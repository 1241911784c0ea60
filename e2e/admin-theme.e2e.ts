import { expect, loginAsAdmin, test } from "./support/fixtures.ts";

test("the theme of the account menu applies to the site too and survives logging out", async ({ page }) => {
  await loginAsAdmin(page);
  const account = page.getByRole("banner").getByRole("button", { name: "Admin user" });
  await account.click();
  await page.getByRole("menuitem", { name: "Dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await account.click();
  await expect(page.getByRole("menuitem", { name: "Light theme" })).toBeVisible();
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/admin");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await account.click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL("/admin/login");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
