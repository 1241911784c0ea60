import type { Locator } from "@playwright/test";
import { expect, loginAsAdmin, test } from "./support/fixtures.ts";

const longMessage = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of the idea`).join("\n");

test("quotes are shown as plain text, newest first, long ones folded, until they are deleted", async ({ page }) => {
  await page.request.post("/api/quote/new", {
    data: { fullName: "Ada Lovelace", email: "ada@example.com", message: "<img src=x onerror=alert(1)>\nsecond line" },
  });
  await page.request.post("/api/quote/new", {
    data: { fullName: "Grace Hopper", email: "grace@example.com", phoneNumber: "+1 555 0100", message: longMessage },
  });
  await loginAsAdmin(page, "/admin/quote");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Quotes");
  const cards = page.getByRole("article");
  await expect(cards.getByRole("heading")).toHaveText(["Grace Hopper", "Ada Lovelace"]);

  const ada = cards.filter({ hasText: "Ada Lovelace" });
  await expect(ada).toContainText("<img src=x onerror=alert(1)>");
  await expect(ada.locator("img")).toHaveCount(0);
  await expect(ada).toContainText("ada@example.com");
  expect(await ada.getByText("second line").evaluate((text) => getComputedStyle(text).whiteSpaceCollapse)).toBe(
    "preserve",
  );

  await ada.getByRole("link").click();
  const adaPane = page.getByRole("region", { name: "Ada Lovelace" });
  await expect(adaPane).toContainText("Quote panel");
  await expect(adaPane).toContainText("<img src=x onerror=alert(1)>");
  await expect(adaPane.locator("img")).toHaveCount(0);

  const grace = cards.filter({ hasText: "Grace Hopper" });
  // Of a very long message eight lines, then the rest.
  const heightOf = async (words: Locator) => (await words.boundingBox())?.height ?? 0;
  const words = grace.getByText("Line 1 of the idea");
  const folded = await heightOf(words);
  expect(folded).toBeCloseTo(4 * (await heightOf(ada.getByText("second line"))), 0);
  await expect(ada.getByRole("button", { name: "More" })).toHaveCount(0);
  await grace.getByRole("button", { name: "More" }).press("Enter");
  await expect.poll(() => heightOf(words)).toBeCloseTo((folded / 8) * 12, 0);
  await grace.getByRole("button", { name: "Less" }).press("Enter");
  await expect.poll(() => heightOf(words)).toBeCloseTo(folded, 0);
  await grace.getByRole("link").click();
  const pane = page.getByRole("region", { name: "Grace Hopper" });
  await expect(pane).toContainText("Contact form");
  await expect(pane.getByRole("link", { name: "+1 555 0100" })).toHaveAttribute("href", "tel:+15550100");
  expect(await heightOf(pane.getByText("Line 12 of the idea"))).toBeGreaterThan(folded * 1.4);

  for (const [card, name] of [
    [grace, "Grace Hopper"],
    [ada, "Ada Lovelace"],
  ] as const) {
    await card.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("dialog", { name: "Are you sure?" })).toContainText(name);
    // The card leaves before the server has answered.
    const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.getByRole("button", { name: "Yes, delete it!" }).click();
    await expect(card).toHaveCount(0);
    await deleted;
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quotes Not Found");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quotes Not Found");
});
