import { addAdministrator, heading, logInAs } from "./support/administrators.ts";
import { expect, test } from "./support/fixtures.ts";

test("a changed name and profile image are shown in the header at once and kept", async ({ page }) => {
  await logInAs(page, await addAdministrator(page.request));
  await expect(heading(page)).toHaveText("All Projects");
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

  await page.getByLabel("Profile image").setInputFiles("db/seed/pictures/07-nft-marketplace-detail-1.webp");
  await expect(page.getByRole("img", { name: "Preview of profile image" })).toBeVisible();
  await page.getByRole("button", { name: "Save Profile" }).click();
  const face = page.getByRole("banner").getByRole("button", { name: "Augusta Ada King" }).locator("img");
  await expect(face).toHaveJSProperty("complete", true);
  await expect(face).not.toHaveJSProperty("naturalWidth", 0);
  await page.reload();
  await expect(face).toBeVisible();
});
