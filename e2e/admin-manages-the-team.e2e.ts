import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeAt } from "./support/office.ts";

// A content type that has no screens of its own: what its description makes of it, in the office and on the site.

test("team members are previewed, added and shown on About", async ({ page }) => {
  await page.goto("/about");
  await expect(page.locator("#team"), "nobody is built in").toHaveCount(0);
  await loginAsAdmin(page);
  const bar = page.getByRole("navigation", { name: "Back office" });
  await bar.getByRole("link", { name: "Team members", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Team Members Not Found!" })).toBeVisible();
  await expect(bar.getByRole("link", { name: "Team members", exact: true })).toHaveAttribute("aria-current", "page");
  await expectNoAxeViolations(page);

  for (const [name, role] of [
    ["Ada Lovelace", "Analyst"],
    ["Grace Hopper", "Compiler engineer"],
  ] as const) {
    await page.goto("/admin/team-member/create");
    await page.getByLabel("Full name").fill(name);
    await page.getByLabel("Role").fill(role);
    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("dialog", { name: "Preview" });
    await expect(preview.frameLocator("iframe").locator("#team").getByRole("listitem").last()).toContainText(name);
    await preview.getByRole("button", { name: "Close" }).click();
    await expect(preview).toBeHidden();
    await page.getByRole("button", { name: "Add Team Member" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Team member added successfully" })).toBeVisible();
  }

  await page.goto("/about");
  const team = page.locator("#team");
  await expect(team.getByRole("heading", { name: "Our team" })).toBeVisible();
  await expect(team.getByRole("listitem")).toContainText(["Ada Lovelace", "Grace Hopper"]);
});

test("the team on About fits 320 to 1440 px, and passes axe in both themes", async ({ page }) => {
  const office = await officeAt(page.request);
  for (const fullName of ["Person 1", "Person 2", "Wolfeschlegelsteinhausenbergerdorff", "Person 4", "Person 5"])
    await office.post("/team-member/add", { fullName, role: "Engineer" });
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/about");
    await page.locator("#team").scrollIntoViewIfNeeded();
    await expect(page.locator("#team").getByText("Wolfeschlegelsteinhausenbergerdorff")).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await expectNoAxeViolations(page);
});
