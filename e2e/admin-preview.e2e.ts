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
