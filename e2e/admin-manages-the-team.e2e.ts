import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeAt } from "./support/office.ts";

// A content type that has no screens of its own: what its description makes of it, in the office and on the site.

test("a team member is previewed, added, shown on About, found, moved, changed, reverted, deleted and restored", async ({
  page,
}) => {
  // The screen shows a change before the server has it.
  const done = (method: string) =>
    page.waitForResponse((response) => response.request().method() === method && response.ok());
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

  await page.goto("/admin/team-member");
  await expect(page.getByText("2 team members")).toBeVisible();
  const cards = page.getByRole("article");
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  const moved = done("PUT");
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect(cards.first()).toContainText("Grace Hopper");
  await moved;

  await page.getByRole("combobox", { name: "Search" }).fill("compiler");
  await page.getByRole("option", { name: /Grace Hopper/ }).click();
  await expect(page).toHaveURL(/\/admin\/team-member\/update\/grace-hopper$/);
  await page.getByLabel("Role").fill("Admiral");
  await page.getByRole("button", { name: "Update Team Member" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Team member updated successfully" })).toBeVisible();

  await page.goto("/admin/history/team-member/grace-hopper");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByRole("status").filter({ hasText: /version 1/i })).toBeVisible();

  await page.goto("/admin/team-member");
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const deleted = done("DELETE");
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(cards).toHaveCount(1);
  await deleted;
  await page.goto("/admin/trash");
  const trashed = page.getByRole("article").filter({ hasText: "Grace Hopper" });
  await expect(trashed).toContainText("Team member");
  const restored = done("POST");
  await trashed.getByRole("button", { name: /^Restore/ }).click();
  await restored;
  await page.goto("/about");
  await expect(team.getByRole("listitem")).toContainText(["Grace Hopper", "Ada Lovelace"]);
  await expect(team).toContainText("Compiler engineer");
});

test("the team on About does not scroll sideways from 320 to 1440 px, and passes axe in both themes", async ({
  page,
}) => {
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
