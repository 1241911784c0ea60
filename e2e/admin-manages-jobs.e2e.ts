import { expect, loginAsAdmin, test } from "./support/fixtures.ts";

test("a job is added, shown on the career page and changed", async ({ page }) => {
  await loginAsAdmin(page, "/admin/job");
  await page.getByRole("link", { name: "Add Job" }).click();
  const add = page.getByRole("button", { name: "Add Job" });
  await expect(add).toBeDisabled();
  await page.getByLabel("Title").fill("Release Engineer");
  await expect(add).toBeEnabled();
  await page.getByLabel("Location").fill("Lahore, Pakistan");
  await page.getByLabel("Experience", { exact: true }).fill("3-4 Years");
  await page.getByLabel("Description").fill("You make releases boring.");
  await page.getByRole("button", { name: "Add requirement" }).click();
  await page.keyboard.type("Calm on a Friday");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Reads logs for fun");
  await add.click();
  await expect(page.getByRole("status").filter({ hasText: "Job Added successfully" })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect(add).toBeDisabled();

  await page.goto("/career");
  await page.getByText("Release Engineer").first().click();
  await expect(page.getByText("Calm on a Friday")).toBeVisible();
  await expect(page.getByText("Reads logs for fun")).toBeVisible();

  await page.goto("/admin/job");
  const card = page.getByRole("article").filter({ hasText: "Release Engineer" });
  await expect(card).toContainText("Lahore, Pakistan");
  await expect(card).toContainText("You make releases boring.");
  await expect(card).toContainText("3-4 Years, Experience");
  await card.getByRole("button", { name: "Actions for Release Engineer" }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  await expect(page).toHaveURL(/\/admin\/job\/update\/release-engineer$/);
  await expect(page).toHaveTitle("Update Job | Jorna back office");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add Job");
  await page.getByLabel("Title").fill("Senior Release Engineer");
  await page.getByRole("button", { name: "Update Job" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Job Update successfully" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/job$/);
  const changed = page.getByRole("article").filter({ hasText: "Senior Release Engineer" });
  await expect(changed).toBeVisible();

  await page.goto("/career");
  await page.getByText("Senior Release Engineer").first().click();
  await expect(page.getByText("Reads logs for fun"), "an update of the four fields keeps the lists").toBeVisible();
});
