import type { Page } from "@playwright/test";
import { heading } from "./support/administrators.ts";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

const row = (page: Page, text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });
const pathOf = (address: string) => new URL(address).pathname;

async function act(page: Page, who: string, action: "Reset link" | "Remove") {
  await row(page, who)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("an invited administrator joins by link, and is removed again", async ({ page, browser, site }) => {
  await loginAsAdmin(page);
  await page.getByRole("button", { name: "Admin user" }).click();
  await page.getByRole("menuitem", { name: "People" }).click();
  await expect(heading(page)).toHaveText("People");
  await page.getByRole("link", { name: "Invite" }).click();
  await expect(heading(page)).toHaveText("Invite");
  await page.getByLabel("Full name").fill("Grace Hopper");
  const email = `grace.${Date.now()}@example.com`;
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Email").press("Enter");
  await expect(page.getByRole("heading", { name: "Invitation for Grace Hopper" })).toBeVisible();
  const link = await page.getByLabel("Link").inputValue();
  expect(link).toMatch(/\/admin\/invite\/[\w-]{43}$/);
  await expect(page.getByLabel("Link")).toBeFocused();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Invite another" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue("");

  const visit = await browser.newContext({ baseURL: site.url });
  const grace = await visit.newPage();
  await grace.goto(pathOf(link));
  await expect(heading(grace)).toHaveText("Join the back office");
  await expect(grace.getByRole("main")).toContainText(email);
  await expectNoAxeViolations(grace);
  await grace.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(grace);
  await grace.getByLabel("Password", { exact: true }).fill("Nanosecond-1906");
  await grace.getByLabel("Password", { exact: true }).press("Enter");
  await expect(heading(grace)).toHaveText("All Projects");

  const office = await officeOf(page);
  const owners: { id: number; name: string }[] = (await office.get("/quote/options")).owners;
  const lead = { fullName: "Ada Lovelace", email: "ada@example.com", message: "An engine" };
  const { slug } = await office.post("/quote/new", lead);
  await office.put(`/quote/${slug}`, { ownerId: owners.find(({ name }) => name === "Grace Hopper")?.id });
  await page.getByRole("link", { name: "People" }).click();
  await expect(row(page, email)).toContainText("No second factor.");
  await act(page, email, "Remove");
  const dialog = page.getByRole("dialog", { name: "Remove Grace Hopper?" });
  await expect(dialog).toContainText("Grace Hopper can no longer log in here then, and is logged out everywhere.");
  await expect(dialog).toContainText("They own 1 open lead.");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [1440, 390]);
  await dialog.getByLabel("Assign 1 open lead to").selectOption("Admin user");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Grace Hopper can no longer log in." })).toBeVisible();
  await expect(row(page, email)).toHaveCount(0);

  await grace.goto("/admin/quote");
  await expect(heading(grace)).toHaveText("Log in to the back office");
  await grace.goto(pathOf(link));
  await expect(heading(grace)).toHaveText("This link no longer works");
  await visit.close();
});
