import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import type { Problems } from "./support/problems.ts";

/** From now on the server answers as a newer build. */
async function upgrade(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "office-program": "index-newer.js" } });
  });
}

/** Opens the back office; then the server is upgraded to a build that does not have the file with this name. */
async function upgradeWithout(file: string, page: Page, problems: Problems): Promise<void> {
  problems.expect(/^404 GET \/admin\/assets\//);
  const failed = "(?:Failed to fetch dynamically imported module:|Unable to preload CSS for)";
  problems.expect(new RegExp(`^console: .*${failed} \\S+/admin/assets/${file}-`));
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.route(`**/admin/assets/${file}-*`, (route) => route.fulfill({ status: 404, body: "Not found\n" }));
  await upgrade(page);
}

const notice = (page: Page) => page.getByRole("dialog", { name: "The back office was updated" });

test("after an upgrade a form says so, and Reload keeps what was typed", async ({ page }) => {
  await loginAsAdmin(page, "/admin/faq/create");
  const field = page.getByLabel("Question");
  await field.fill("Typed before the upgrade");
  await expect(notice(page)).toHaveCount(0);
  await upgrade(page);
  // As the next look for new messages would.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(notice(page)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await field.fill("Typed until the reload");
  await notice(page).getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
  await expect(field).toHaveValue("Typed until the reload");
  await expect(notice(page)).toHaveCount(0);
});

test("a screen whose file the new build does not have opens by Reload", async ({ page, problems }) => {
  await upgradeWithout("picture-list.page", page, problems);
  await page.getByRole("link", { name: "Pictures", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The back office was updated");
  await expect(page.getByRole("alert")).toHaveText("Reload to go on; what you typed is kept.");
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The back office was updated");
  await expect(page.getByRole("alert")).toHaveText("Reload to go on; what you typed is kept.");
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pictures");
});

test("a part whose file the new build does not have leaves the screen", async ({ page, problems }) => {
  await upgradeWithout("search", page, problems);
  await page.getByRole("combobox", { name: "Search" }).fill("jobs");
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
});
