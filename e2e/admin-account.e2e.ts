import { addAdministrator, heading, logInAs } from "./support/administrators.ts";
import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";

test.beforeEach(async ({ page }) => {
  await logInAs(page, await addAdministrator(page.request));
  await expect(heading(page)).toHaveText("All Projects");
});

test("a changed name is shown in the header at once and updated in local storage", async ({ page }) => {
  await page.getByRole("button", { name: "Ada Lovelace" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(page).toHaveTitle("Account | Jorna back office");
  await page.getByLabel("Full name").fill("Augusta Ada King");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "Augusta Ada King" })).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Augusta Ada King");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("userData") ?? "{}"));
  expect(kept.fullName).toBe("Augusta Ada King");
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
  await expectNoSidewaysScroll(page, [390, 1440]);
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(face).toBeVisible();
});
