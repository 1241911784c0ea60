import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";

const previewOf = (page: Page) => page.frameLocator("iframe[title='Page preview']");

test("an unsaved question is previewed on the real page, at desktop and phone width", async ({ page, context }) => {
  await loginAsAdmin(page, "/admin/faq/create");
  await expect(page.getByRole("button", { name: "Preview", exact: true })).toBeDisabled();
  await page.getByLabel("Question").fill("Is this a preview?");
  await page.getByLabel("Answer").fill("Yes, and nothing is saved.");
  await page.getByRole("button", { name: "Preview", exact: true }).click();

  const dialog = page.getByRole("dialog", { name: "Preview" });
  await expect(previewOf(page).getByRole("heading", { name: "Is this a preview?" })).toBeVisible();
  await expect(previewOf(page).getByText("Yes, and nothing is saved.")).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole("radio", { name: "Phone" }).check();
  await expect(page.locator("iframe")).toHaveCSS("width", "390px");

  const opened = context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Open in a new tab" }).click();
  const tab = await opened;
  await expect(tab.getByRole("heading", { name: "Is this a preview?" })).toBeVisible();
  await tab.close();

  await dialog.getByRole("button", { name: "Close the preview" }).click();
  await expect(page.getByRole("button", { name: "Preview", exact: true })).toBeFocused();
  await expect(page.getByLabel("Question")).toHaveValue("Is this a preview?");
  expect(await (await page.request.get("/about")).text()).not.toContain("Is this a preview?");
});

test("forms in a preview send nothing", async ({ page, problems }) => {
  // The browser says that it kept the form from being sent.
  problems.expect(/^console: Blocked form submission/);
  await loginAsAdmin(page, "/admin/review/create");
  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("Feedback").fill("It compiled at once.");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const frame = previewOf(page);
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));

  await frame.getByRole("contentinfo").getByRole("textbox").fill("ada@example.com");
  await frame.getByRole("button", { name: "Subscribe" }).click();

  const { data } = await (await page.request.get("/api/review/get-all")).json();
  expect(data.map(({ fullName }: { fullName: string }) => fullName)).not.toContain("Ada Lovelace");
  expect(sent).toBe(0);
});

test("previewing invalid values shows the error at the field instead of a preview", async ({ page, problems }) => {
  problems.expect(/^422 POST \/api\/preview\/new/);
  problems.expect(/^console: Save failed/);
  await loginAsAdmin(page, "/admin/job/create");
  await page.getByLabel("Location").fill("Lahore");
  await page.getByRole("button", { name: "Preview", exact: true }).click();

  await expect(page.getByLabel("Title")).toHaveAccessibleDescription("Job title is required.");
  await expect(page.getByLabel("Title")).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Preview" })).toBeHidden();
  await expect(page.getByLabel("Location")).toHaveValue("Lahore");
});

test("an unpublished entry is marked in the list and hidden from visitors until it is published", async ({ page }) => {
  await loginAsAdmin(page);
  const [name] = await page
    .getByRole("main")
    .getByRole("heading", { level: 2 })
    .allTextContents()
    .then(async (names) => {
      if (names.length > 0) return names;
      await expect(page.getByRole("main").getByRole("heading", { level: 2 })).not.toHaveCount(0);
      return page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
    });
  const card = page.getByRole("listitem").filter({ hasText: String(name) });
  const openForm = async () => {
    await card.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Update" }).click();
  };
  await openForm();
  const published = page.getByRole("switch", { name: "Published" });
  await expect(published).toBeChecked();
  await published.press("Space");
  await expect(published).toHaveAccessibleDescription("Unpublished: visitors do not see it.");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Update Project" }).click();

  await expect(card.getByText("Unpublished", { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await (await page.request.get("/portfolio")).text()).not.toContain(String(name));
  await openForm();
  await page.getByRole("switch", { name: "Published" }).check();
  await page.getByRole("button", { name: "Update Project" }).click();
  await expect(card.getByText("Unpublished", { exact: true })).toBeHidden();
  expect(await (await page.request.get("/portfolio")).text()).toContain(String(name));
});

test("the preview opens on a phone and closes with Escape", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await loginAsAdmin(page, "/admin/create");
  await page.getByLabel("Title").fill("Agora");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(previewOf(page).getByRole("heading", { level: 1, name: "Agora" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Preview" })).toBeHidden();
});
