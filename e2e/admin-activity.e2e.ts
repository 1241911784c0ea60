import { expect, expectNoAxeViolations, logIn, test } from "./support/fixtures.ts";
import { holdNotice } from "./support/hold-notice.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

test("Activity lists changes, shows their text differences and undoes one", async ({ page, office }) => {
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
  await expectNoSidewaysScroll(page, [1440, 390]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await row.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Taken back: Changed the" })).toBeVisible();
  expect((await office.get(`/faq/${slug}`)).answer).toBe("A moth in a relay.");
  await expect(rows.first()).toContainText("What is a bug?");
  await expect(rows.nth(2)).toContainText("It has been changed since.");
  await page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Activity");
});

test("the site as of a date is compared, previewed and restored in one step, which Undo reverts", async ({ page }) => {
  await logIn(page);
  const office = await officeOf(page);
  const { slug } = await office.post("/faq/add", { question: "What was a bug?", answer: "A moth in a relay." });
  const early = new Date(Date.now() + 1);
  await expect.poll(() => Date.now()).toBeGreaterThan(early.getTime());
  await office.put(`/faq/edit/${slug}`, { answer: "An insect in a relay." });
  await office.put("/site/edit", { edits: [{ path: "company.name", value: "Late Ltd" }] });
  const answer = async () => (await office.get(`/faq/${slug}`)).answer;

  await page.goto("/admin/activity");
  const link = page.getByRole("main").getByRole("link", { name: "the site as of a date" });
  await expect(link).toHaveCSS("text-decoration-line", "underline");
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Site as of a date");
  await page.getByLabel("Date and time").fill("2099-01-01T00:00");
  await expect(page.getByText("Choose a time in the past.")).toBeVisible();
  await page.getByLabel("Date and time").fill("2020-01-01T00:00");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "What was a bug?" })).toContainText(
    "goes to the trash",
  );

  await page.goto(`/admin/activity/as-of?at=${early.toISOString()}`);
  await expect(page.getByRole("heading", { level: 2, name: /^2 differences since .*\d\d:\d\d$/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
    /Question: What was a bug\?\s*gets its earlier content/,
    /Text: Company: Name\s*gets its earlier content/,
  ]);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [1440, 390]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel("Page", { exact: true }).selectOption("About");
  await page.getByRole("button", { name: "Preview" }).click();
  const drawn = page.getByRole("dialog", { name: "Preview" }).frameLocator("iframe");
  await expect(drawn.locator("body")).toContainText("A moth in a relay.");
  await expect(drawn.locator("body")).not.toContainText("Late Ltd");
  await page.getByRole("button", { name: "Close the preview" }).click();

  await page.getByRole("button", { name: "Set the site back" }).click();
  await page.getByRole("button", { name: "Set back" }).click();
  const toast = page.getByRole("dialog").filter({ hasText: /The site is as it was at \d\d:\d\d\./ });
  await holdNotice(toast);
  await expect(page.getByRole("heading", { level: 2, name: "Nothing has to be set back" })).toBeVisible();
  expect(await answer()).toBe("A moth in a relay.");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The site is as it was before.")).toBeVisible();
  expect(await answer()).toBe("An insect in a relay.");
});
