import { pass, stopTime } from "./support/clock.ts";
import { expect, loginAsAdmin, test } from "./support/fixtures.ts";

test("questions are an accordion with the first one open; a question is added, changed and deleted", async ({
  page,
}) => {
  await loginAsAdmin(page, "/admin/faq");
  const items = page.getByRole("main").locator("details");
  await expect(items.first()).toHaveAttribute("open");
  await expect(page.locator("details[open]")).toHaveCount(1);
  await items.nth(1).locator("summary").click();
  await expect(items.nth(1)).toHaveAttribute("open");
  await expect(page.locator("details[open]")).toHaveCount(1);

  await page.getByRole("link", { name: "Add Questions" }).click();
  await page.getByLabel("Question").fill("Do you make tea?");
  await page.getByLabel("Answer").fill("Yes. Strong.");
  await page.getByRole("button", { name: "Add bullet" }).click();
  await page.keyboard.type("With milk");
  await page.getByRole("button", { name: "Add Question" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Faq added successfully" })).toBeVisible();

  await page.goto("/admin/faq");
  const tea = page.getByRole("listitem").filter({ hasText: "Do you make tea?" });
  await tea.getByRole("link", { name: "Update" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update Question");
  await expect(page.getByLabel("Answer")).toHaveValue("Yes. Strong.");
  await page.getByLabel("Answer").fill("Yes. Very strong.");
  await page.getByRole("button", { name: "Update Question" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Faq Update successfully" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/faq$/);
  await tea.locator("summary").click();
  await expect(tea).toContainText("Yes. Very strong.");
  await expect(tea, "the bullets survive").toContainText("With milk");

  await tea.getByRole("button", { name: /Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
  await page.keyboard.press("Escape");

  await tea.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(tea).toHaveCount(0);
});

test("a review is added, changed and deleted, and a refused save keeps what was typed", async ({ page, problems }) => {
  problems.expect(/^422 POST/);
  problems.expect(/^console: Save failed/);
  await loginAsAdmin(page, "/admin/review/create");
  await page.getByLabel("Company").fill("Analytical Engines");
  await page.getByRole("button", { name: "Add Review" }).click();
  await expect(page.getByRole("alert")).toHaveText("Full name is required.");
  await expect(page.getByLabel("Full name")).toBeFocused();
  await expect(page.getByLabel("Full name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Company")).toHaveValue("Analytical Engines");

  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("Feedback").fill("It computes.");
  await page.getByRole("button", { name: "Add Review" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Review added successfully" })).toBeVisible();

  await page.goto("/admin/review");
  const card = page.getByRole("article").filter({ hasText: "Ada Lovelace" });
  await expect(card).toContainText("Analytical Engines");
  await expect(card).toContainText("It computes.");
  await card.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  await page.getByLabel("Feedback").fill("It computes quickly.");
  await page.getByRole("button", { name: "Update Review" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Review updated successfully" })).toBeVisible();
  await expect(card).toContainText("It computes quickly.");

  await card.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(card).toHaveCount(0);
});

test("empty lists show the wording of the specification", async ({ page }) => {
  await loginAsAdmin(page);
  await page.route("**/get-all*", (route) => route.fulfill({ json: { data: [], total: 0 } }));
  for (const [address, words] of [
    ["/admin", "Projects Not Found!"],
    ["/admin/job", "Jobs Not Found!"],
    ["/admin/faq", "FAQ's Not Found!"],
    ["/admin/review", "Reviews Not Found!"],
    ["/admin/quote", "Quotes Not Found"],
    ["/admin/subscription", "All Subscription"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words);
  }
});

test("a toast is shown for five seconds at the top right, and longer while the pointer is on it", async ({ page }) => {
  await loginAsAdmin(page, "/admin/faq/create");
  const save = async (question: string) => {
    await page.getByLabel("Question").fill(question);
    await page.getByLabel("Answer").fill("Five seconds.");
    await page.getByRole("button", { name: "Add Question" }).click();
  };
  const toast = page.getByRole("status").getByText("Faq added successfully");
  await expect(page.getByLabel("Question")).toBeVisible();
  await stopTime(page);
  await save("How long does a toast stand?");
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  expect(box?.x).toBeGreaterThan(800);
  expect(box?.y).toBeLessThan(160);
  await pass(page, 4_900);
  await expect(toast).toBeVisible();
  await pass(page, 200);
  await expect(toast).toHaveCount(0);

  await save("And while it is pointed at?");
  await toast.hover();
  await pass(page, 30_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(10, 600);
  await pass(page, 5_100);
  await expect(toast).toHaveCount(0);
});
