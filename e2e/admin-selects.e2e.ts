import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { holdNotice } from "./support/hold-notice.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";

test("subscriptions are selected by keys, boxes and Shift, deleted, and restored", async ({ page }) => {
  for (const name of ["ada", "charles", "grace", "edith"])
    await page.request.post("/api/subscription/subscribe", { data: { email: `${name}@example.com` } });
  await loginAsAdmin(page, "/admin/subscription");
  const rows = page.getByRole("main").getByRole("article");
  await expect(rows).toHaveCount(4);
  const said = page.getByRole("region", { name: "Selection" }).getByRole("status");
  const box = (email: string) => page.getByRole("checkbox", { name: `Select ${email}@example.com` });
  await page.getByRole("main").focus();
  await page.keyboard.press("j");
  await expect(box("edith")).toBeFocused();
  await page.keyboard.press("j");
  await expect(box("grace")).toBeFocused();
  await page.keyboard.press("x");
  await expect(said).toHaveText("1 selected");
  // Beside the checkbox: Firefox does not pass such a click on to it.
  await box("ada")
    .locator("xpath=..")
    .click({ modifiers: ["Shift"], position: { x: 3, y: 3 } });
  await expect(said).toHaveText("3 selected");
  await expectNoSidewaysScroll(page, [1440, 390]);
  await page.getByRole("button", { name: "Delete selected" }).click();
  await expect(page.getByRole("dialog", { name: "Are you sure?" })).toContainText("3 addresses");
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("dialog", { name: "Deleted!" }).getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(4);
});

test("selected entries are unpublished, deleted and restored, in both layouts", async ({ page }) => {
  await loginAsAdmin(page, "/admin/job");
  const rows = page.getByRole("main").getByRole("article");
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  const bar = page.getByRole("region", { name: "Selection" });
  const titles = await rows.getByRole("heading").allInnerTexts();
  await page.getByRole("checkbox", { name: `Select ${titles[0]}`, exact: true }).check();
  await page.getByRole("checkbox", { name: `Select ${titles[1]}`, exact: true }).check();
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await bar.getByRole("button", { name: "Unpublish" }).click();
  const note = page.getByRole("dialog", { name: "2 jobs taken off the site." });
  await holdNotice(note);
  await expect(rows.filter({ hasText: "Unpublished" })).toHaveCount(2);
  await expectNoAxeViolations(page);
  await note.getByRole("button", { name: "Undo" }).click();
  await expect(rows.filter({ hasText: "Unpublished" })).toHaveCount(0);

  await bar.getByRole("button", { name: "Show rows" }).click();
  await expect(bar.getByRole("button", { name: "Show cards" })).toBeVisible();
  await page.reload();
  await expect(bar.getByRole("button", { name: "Show cards" })).toBeVisible();
  await expect(rows).toHaveCount(count);
  await page.getByRole("main").focus();
  await page.keyboard.press("j");
  await expect(rows.first().getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("1 selected");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [1440, 390]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await bar.getByRole("checkbox", { name: "Select all" }).click();
  await expect(bar.getByRole("status")).toHaveText(`${count} selected`);
  await bar.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  const gone = page.getByRole("dialog", { name: "Deleted!" });
  await holdNotice(gone);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs Not Found!");
  await gone.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(count);
});
