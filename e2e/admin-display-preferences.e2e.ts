import { expect, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectPaintedReadable } from "./support/looks.ts";

const screens = [
  "/admin",
  "/admin/create",
  "/admin/job",
  "/admin/faq",
  "/admin/account",
  "/admin/account/people",
  "/admin/site",
];

for (const colorScheme of ["light", "dark"] as const)
  test(`in forced colours every back-office control is readable as painted, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce", colorScheme });
    await page.goto("/admin/login");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("Correct-horse-1");
    await expect(page.getByRole("button", { name: "Log in" })).toBeEnabled();
    await expectPaintedReadable(page, "/admin/login");
    await loginAsAdmin(page);
    for (const address of screens) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await page.keyboard.press("Tab");
      await expectPaintedReadable(page, address);
    }
  });
