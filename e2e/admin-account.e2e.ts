import { addAdministrator, heading, logInAs } from "./support/administrators.ts";
import { expect, expectNoAxeViolations, forgetLogin, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";

test.beforeEach(async ({ page }) => {
  await logInAs(page, await addAdministrator(page.request));
  await expect(heading(page)).toHaveText("All Projects");
});

test("Account opens from the user menu, does not scroll sideways from 390 to 1440 px, and passes axe in both themes", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Ada Lovelace" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(heading(page)).toHaveText("Account");
  await expect(page).toHaveTitle("Account | Jorna back office");
  await expect(page.getByText("This session")).toBeVisible();
  await expectNoSidewaysScroll(page, [390, 768, 1440]);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
});

test("a changed name is shown in the header at once and updated in local storage", async ({ page }) => {
  await page.goto("/admin/account");
  await page.getByLabel("Full name").fill("Augusta Ada King");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "Augusta Ada King" })).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Augusta Ada King");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("userData") ?? "{}"));
  expect(kept.fullName).toBe("Augusta Ada King");
});

test("changing the e-mail address requires the current password; a wrong one keeps what was typed", async ({
  page,
  problems,
}) => {
  problems.expect(/^422 PUT \/api\/user\/me/);
  problems.expect(/^console: Save failed/);
  await page.goto("/admin/account");
  const profile = page.locator("form").filter({ has: page.getByRole("button", { name: "Save Profile" }) });
  await expect(profile.getByLabel("Current password")).toBeHidden();
  const email = `king.${Date.now()}@example.com`;
  await profile.getByLabel("Email").fill(email);
  await profile.getByLabel("Current password").fill("Wrong-horse-1");
  await profile.getByRole("button", { name: "Save Profile" }).click();
  await expect(profile.getByRole("alert")).toHaveText("The current password is wrong.");
  await expect(profile.getByLabel("Current password")).toBeFocused();
  await expect(profile.getByLabel("Email")).toHaveValue(email);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Wrong-horse");

  await profile.getByLabel("Current password").fill("Analytical-1843");
  await profile.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  await forgetLogin(page);
  await logInAs(page, { email, password: "Analytical-1843" });
  await expect(heading(page)).toHaveText("All Projects");
});

test("changing the password ends the other sessions; a weak or wrong password is reported in the form", async ({
  page,
  browser,
  site,
  problems,
}) => {
  problems.expect(/^422 PUT \/api\/user\/password/);
  problems.expect(/^console: Sending failed/);
  const { email } = await page.evaluate(() => JSON.parse(localStorage.getItem("userData") ?? "{}"));
  const other = await browser.newContext({ baseURL: site.url });
  const elsewhere = await other.newPage();
  await logInAs(elsewhere, { email, password: "Analytical-1843" });
  await expect(heading(elsewhere)).toHaveText("All Projects");

  await page.goto("/admin/account");
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Change Password" }) });
  const [current, next] = [form.getByLabel("Current password"), form.getByLabel("New password")];
  await expect(form.getByRole("button", { name: "Change Password" })).toBeDisabled();
  await current.fill("Wrong-horse-1");
  await next.fill("weak");
  await current.focus();
  await expect(form.getByText(/^Password should be 8 characters/)).toBeVisible();
  await next.fill("P@ssw0rd");
  await form.getByRole("button", { name: "Change Password" }).click();
  await expect(form.getByRole("alert")).toContainText("This password is too common");
  await next.fill("Difference-1822");
  await next.press("Enter");
  await expect(form.getByRole("alert")).toHaveText("The current password is wrong.");
  await expect(current).toBeFocused();
  await current.fill("Analytical-1843");
  await current.press("Enter");
  await expect(page.getByText("Password changed. Your other sessions have ended.")).toBeVisible();
  await expect(current).toHaveValue("");

  // A page of its own: the open one may already be navigating to the login.
  const again = await other.newPage();
  await elsewhere.close();
  await again.goto("/admin");
  await expect(heading(again)).toHaveText("Log in to the back office");
  await other.close();
});

test("a session on another device is ended with one click", async ({ page, playwright, site }) => {
  const { email } = await page.evaluate(() => JSON.parse(localStorage.getItem("userData") ?? "{}"));
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Mobile/15E148 Safari/604";
  const phone = await playwright.request.newContext({ baseURL: site.url, userAgent });
  const login = await phone.post("/api/user/login", { data: { user: { email, password: "Analytical-1843" } } });
  const headers = { Authorization: `Bearer ${(await login.json()).data.token}` };

  await page.goto("/admin/account");
  const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  // The one that accepted the invitation is the third.
  await expect(sessions).toHaveCount(3);
  await sessions.filter({ hasText: "Safari on iPhone" }).getByRole("button", { name: "End" }).click();
  await expect(page.getByText("The session of Safari on iPhone has ended")).toBeVisible();
  await expect(sessions).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeFocused();
  expect((await phone.get("/api/user/me", { headers })).status()).toBe(401);
  await phone.dispose();
});

test("a profile image is uploaded and shown in the header", async ({ page }) => {
  const picture = "db/seed/pictures/07-nft-marketplace-detail-1.webp";
  await page.goto("/admin/account");
  await page.getByLabel("Full name").fill("Augusta Ada");
  const chooser = page.getByLabel("Profile image");
  await chooser.setInputFiles(picture);
  await expect(page.getByRole("img", { name: "Preview of profile image" })).toBeVisible();
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  const face = page.getByRole("banner").getByRole("button", { name: "Augusta Ada" }).locator("img");
  await expect(face).toHaveJSProperty("complete", true);
  await expect(face).not.toHaveJSProperty("naturalWidth", 0);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  }
  await page.reload();
  await expect(face).toBeVisible();
});
