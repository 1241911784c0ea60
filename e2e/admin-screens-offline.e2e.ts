import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { goOffline } from "./support/offline.ts";

test("a screen that cannot be loaded offline opens once it can be", async ({ page, context, problems }) => {
  problems.expect(/^failed: /);
  problems.expect(/^console: (Loading failed|Error: Unable to |TypeError: Failed to fetch)/);
  await loginAsAdmin(page, "/admin/quote");
  const heading = page.getByRole("heading", { level: 1 });
  const to = (name: string) =>
    page.getByRole("complementary").getByRole("link", { name, exact: true }).filter({ visible: true });
  await expect(heading).toHaveText(/Quotes/);
  await goOffline(context);
  await to("Faq").click();
  await expect(heading).toHaveText("This screen could not be shown");
  await expect(heading).toBeFocused();
  await expect(page.getByRole("alert")).toContainText("What you typed is kept.");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [1440, 390]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert")).toContainText("The server could not be reached.");
  await to("Quote").click();
  await expect(heading).toHaveText(/Quotes/);

  await context.setOffline(false);
  await to("Faq").click();
  await expect(heading).toHaveText("FAQ's");
  const hasStyles = () =>
    page.evaluate(() =>
      [...document.styleSheets].some(({ href, cssRules }) => href?.includes("faq-list") && cssRules.length > 0),
    );
  await expect.poll(hasStyles).toBe(true);

  await goOffline(context);
  await to("Review").click();
  await expect(heading).toHaveText("This screen could not be shown");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(heading).toHaveText("All Reviews");
});
