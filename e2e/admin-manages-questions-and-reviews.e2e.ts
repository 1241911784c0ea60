import { pass, stopTime } from "./support/clock.ts";
import { expect, loginAsAdmin, test } from "./support/fixtures.ts";
import { follow } from "./support/office.ts";

test("questions are an accordion with the first one open, each with its actions", async ({ page }) => {
  await loginAsAdmin(page, "/admin/faq");
  await expect(page.getByRole("link", { name: "Add Questions" })).toBeVisible();
  const items = page.getByRole("main").locator("details");
  await expect(items.first()).toHaveAttribute("open");
  await expect(page.locator("details[open]")).toHaveCount(1);
  await items.nth(1).locator("summary").click();
  await expect(items.nth(1)).toHaveAttribute("open");
  await expect(page.locator("details[open]")).toHaveCount(1);
  const second = page.getByRole("main").getByRole("listitem").nth(1);
  await second.getByRole("button", { name: /Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
  await page.keyboard.press("Escape");
  await second.getByRole("link", { name: "Update" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update Question");
});

test("empty lists show the wording of the specification", async ({ page }) => {
  await loginAsAdmin(page, "/admin/account");
  await page.route("**/get-all*", (route) => route.fulfill({ json: { data: [], total: 0 } }));
  for (const [address, words] of [
    ["/admin", "Projects Not Found!"],
    ["/admin/job", "Jobs Not Found!"],
    ["/admin/faq", "FAQ's Not Found!"],
    ["/admin/review", "Reviews Not Found!"],
    ["/admin/quote", "Quotes Not Found"],
    ["/admin/subscription", "All Subscription"],
  ] as const) {
    await follow(page, address);
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
