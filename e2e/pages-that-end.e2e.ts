import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeAt } from "./support/office.ts";

test("an unknown address shows the not-found page, which can be drawn", async ({ page, problems }) => {
  problems.expect(/^404 GET \/nowhere$/);
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page was drawn, but never built");
  await expectNoSidewaysScroll(page, [320, 390, 1440]);
  await expectNoAxeViolations(page);
  await hydrated(page);
  const slider = page.getByRole("slider", { name: "Built to Drawn" });
  await expect(slider).toHaveAttribute("aria-valuenow", "47");
  await slider.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", "100% Drawn");
  await slider.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", "0% Drawn");
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("the page of a deleted opening says that it is gone and links to the open roles", async ({ page, problems }) => {
  problems.expect(/^410 GET \/career\/ui-and-ux-designer$/);
  await (await officeAt(page.request)).remove("/job/ui-and-ux-designer");
  await page.goto("/career/ui-and-ux-designer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This one has left the workshop");
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "See open roles" }).click();
  await expect(page.getByText("Three open roles in our Lahore office.")).toBeVisible();
});
