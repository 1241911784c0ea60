import { expect, expectNoAxeViolations, loginAsAdmin, shot, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

test("Activity shows what was done, the words that differ, and takes it back by one press", async ({ page }) => {
  await loginAsAdmin(page);
  const office = await officeOf(page);
  const { slug } = await office.post("/faq/add", { question: "What is a bug?", answer: "A moth in a relay." });
  await office.put(`/faq/edit/${slug}`, { answer: "An insect in a relay." });
  await office.put("/site/edit", { edits: [{ path: "company.name", value: "Jorna Ltd" }] });
  await page.goto("/admin/activity");
  const rows = page.getByRole("main").getByRole("article");
  await expect(rows.first()).toContainText("Changed the text Company: Name");
  const row = rows.nth(1);
  await expect(row).toContainText("What is a bug?");
  await row.getByText("What changed").click();
  await expect(row.locator("del b")).toHaveText("A moth");
  await expect(row.locator("ins b")).toHaveText("An insect");
  await rows.first().getByText("What changed").click();
  await expect(rows.first().locator("ins b")).toContainText("Ltd");
  await expectNoAxeViolations(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await shot(page, `admin-activity-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await row.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Taken back: Changed the" })).toBeVisible();
  expect((await office.get(`/faq/${slug}`)).answer).toBe("A moth in a relay.");
  await expect(rows.first()).toContainText("What is a bug?");
  await expect(rows.nth(2)).toContainText("It has been changed since.");
  await page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Activity");
});
