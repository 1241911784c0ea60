import { expect, logIn, test } from "./support/fixtures.ts";
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

test("in forced colours every back-office control and the current line are readable", async ({ page }) => {
  const readable = async (address: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectPaintedReadable(page, `${address}, ${colorScheme}`);
    }
  };
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("Correct-horse-1");
  await expect(page.getByRole("button", { name: "Log in" })).toBeEnabled();
  await readable("/admin/login");
  await logIn(page);
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
  for (const address of screens) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // Any ground that is not exempt is replaced by the one of the page.
    const current = page.getByRole("navigation", { name: "Back office" }).locator("[aria-current=page]").first();
    if (address === "/admin/job")
      expect(await current.evaluate(groundOf)).not.toBe(await page.locator("body").evaluate(groundOf));
    await page.keyboard.press("Tab");
    await readable(address);
  }
});
