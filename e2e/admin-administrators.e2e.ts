import type { Page } from "@playwright/test";
import { addAdministrator, fillInLogin, heading, logInAs } from "./support/administrators.ts";
import { admin, expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
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

test("an invited administrator joins by link with a password of their own, and is removed again", async ({
  page,
  browser,
  site,
}) => {
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

test("an open invitation is listed, and its link stops working once it is withdrawn", async ({ page, problems }) => {
  problems.expect(/^404 POST \/api\/user\/invite\/check/);
  problems.expect(/^console: Loading failed/);
  await loginAsAdmin(page, "/admin/account/invite");
  const email = `edith.${Date.now()}@example.com`;
  await page.getByLabel("Full name").fill("Edith Clarke");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Make Link" }).click();
  const link = await page.getByLabel("Link").inputValue();
  await page.goto("/admin/account/people");
  const open = page.getByRole("region", { name: "Open invitations" }).getByRole("listitem").filter({ hasText: email });
  await expect(open).toContainText("Edith Clarke");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoAxeViolations(page);
  await open.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("button", { name: "No, cancel!" }).click();
  await expect(open).toHaveCount(1);
  await open.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(page.getByText("The invitation no longer works.")).toBeVisible();
  await expect(open).toHaveCount(0);

  await page.goto(pathOf(link));
  await expect(heading(page)).toHaveText("This link no longer works");
  await expect(page.getByRole("alert")).toContainText("Ask for a new one.");
  await expectNoAxeViolations(page);
});

test("a reset link sets a new password once and logs that administrator out", async ({ page, browser, site }) => {
  const ada = await addAdministrator(page.request, "Ada King");
  const visit = await browser.newContext({ baseURL: site.url });
  const theirs = await visit.newPage();
  await loginAsAdmin(page);
  await logInAs(theirs, ada);
  await expect(heading(theirs)).toHaveText("All Projects");

  await page.goto("/admin/account/people");
  await act(page, ada.email, "Reset link");
  const dialog = page.getByRole("dialog", { name: "Reset link" });
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Make Link" }).click();
  await expect(dialog.getByLabel("Link")).toBeFocused();
  const link = await dialog.getByLabel("Link").inputValue();
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  await theirs.goto(pathOf(link));
  await expect(heading(theirs)).toHaveText("Set a new password");
  await expectNoAxeViolations(theirs);
  await theirs.getByLabel("New password").fill("Difference-1822");
  await theirs.getByLabel("New password").press("Enter");
  await expect(heading(theirs)).toHaveText("Password changed");
  await theirs.getByRole("link", { name: "Log in" }).click();
  await expect(heading(theirs)).toHaveText("Log in to the back office");
  await fillInLogin(theirs, { ...ada, password: "Difference-1822" });
  await expect(heading(theirs)).toHaveText("All Projects");
  await theirs.goto(pathOf(link));
  await expect(heading(theirs)).toHaveText("This link no longer works");
  await visit.close();
});

test("a refused invitation keeps what was typed; a failed link check is reported", async ({ page, problems }) => {
  problems.expect(/^(409|500) /);
  problems.expect(/^console: /);
  await loginAsAdmin(page, "/admin/account/invite");
  await page.getByLabel("Full name").fill("Somebody");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByRole("button", { name: "Make Link" }).click();
  await expect(page.getByRole("alert")).toHaveText("This address already belongs to an administrator.");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Full name")).toHaveValue("Somebody");
  await page.getByLabel("Full name").fill("");
  await page.getByLabel("Email").fill("");

  await page.route("**/api/user/reset/check", (route) =>
    route.fulfill({ status: 500, json: { code: "unexpected", message: "Something went wrong on our side." } }),
  );
  await page.goto(`/admin/reset/${"x".repeat(43)}`);
  await expect(page.getByText("The link could not be checked. Try again.")).toBeVisible();
});
