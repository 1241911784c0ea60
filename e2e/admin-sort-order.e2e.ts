import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { holdBack } from "./support/hold-back.ts";
import { holdNotice } from "./support/hold-notice.ts";

const cards = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });
const gripAt = (page: Page, place: number) => page.getByRole("button", { name: /^Move .+, number/ }).nth(place);
const grip = (page: Page, name: string | undefined) => page.getByRole("button", { name: `Move ${name}, number` });

/** The headings of a list's cards, once the list is there. */
async function namesOf(page: Page): Promise<string[]> {
  await expect(cards(page)).not.toHaveCount(0);
  return cards(page).allTextContents();
}

async function centre(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** In the order that visitors see. */
const expectStored = (page: Page, noun: string, names: (string | undefined)[]) =>
  expect(async () => {
    const { data } = await (await page.request.get(`/api/${noun}/get-all`)).json();
    expect(data.map(({ title, question }: Record<string, string>) => title ?? question)).toEqual(names);
  }).toPass();

const saved = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().includes(path) && response.request().method() === "PUT");

test("a dragged project takes the slot it covers, on the portfolio too, until Undo", async ({ page }) => {
  await loginAsAdmin(page);
  const [first, second, third, ...rest] = await namesOf(page);
  const moved = [second, third, first, ...rest].map(String);
  const drag = async (to: { x: number; y: number }[]) => {
    for (const { x, y } of to) await page.mouse.move(x, y, { steps: 8 });
    const answer = saved(page, "/sort-order/project");
    await page.mouse.up();
    return { answer };
  };
  const from = await centre(grip(page, first));
  const to = await centre(grip(page, third));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const { answer } = await drag([
    { x: to.x - 20, y: to.y },
    { x: to.x + 20, y: to.y },
  ]);
  await expect(cards(page)).toHaveText(moved);
  expect((await answer).status()).toBe(200);
  const html = await (await page.request.get("/portfolio")).text();
  expect(html.indexOf(`See the project: ${third}`)).toBeLessThan(html.indexOf(`See the project: ${first}`));
  await page.reload();
  await expect(cards(page)).toHaveText(moved);

  const back = await centre(grip(page, first));
  const slot = await page.getByRole("article").nth(2).boundingBox();
  const goal = await page.getByRole("article").nth(0).boundingBox();
  if (!slot || !goal) throw new Error("There are no cards.");
  await page.mouse.move(back.x, back.y);
  await page.mouse.down();
  // Nearly over it: the pointer, on the grip at the card's right, is still in the right half of the slot.
  await drag([{ x: back.x + goal.x - slot.x + 40, y: back.y + goal.y - slot.y + 10 }]);
  await expect(cards(page)).toHaveText([first, second, third, ...rest].map(String));
  const note = page.getByRole("dialog", { name: "Moved" });
  await expect(note).toContainText(`“${first}” has been moved.`);
  await note.getByRole("button", { name: "Undo" }).click();
  await expect(cards(page)).toHaveText(moved);
  await expect(page.getByText("Move undone.")).toBeVisible();
});

test("Undo reverts all moves of one entry; the history of the order lists each and restores one", async ({ page }) => {
  await loginAsAdmin(page, "/admin/job");
  const before = await namesOf(page);
  const [first, second, third] = before;
  await grip(page, first).focus();
  for (const step of [1, 2]) {
    const answer = saved(page, "/sort-order/job");
    await page.keyboard.press("ArrowDown");
    expect((await answer).status()).toBe(200);
    await expect(page.getByRole("status").filter({ hasText: `is now number ${step + 1} of` })).toBeAttached();
  }
  await page.getByRole("dialog", { name: "Moved" }).getByRole("button", { name: "Undo" }).click();
  await expect(cards(page)).toHaveText(before);

  await page.getByRole("link", { name: "History of the order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order of jobs");
  await expect(
    page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Jobs" }),
  ).toHaveAttribute("aria-current", "page");
  const states = page.getByRole("main").getByRole("listitem");
  await expect(states).toHaveCount(4);
  await expect(states.nth(0)).toContainText(`“${first}” moved from 3 to 1`);
  await expect(states.nth(1)).toContainText("Version 3, Admin user");
  await expect(states.nth(3)).toContainText("As it was before");
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Restore this order, version 3" }).click();
  await expect(states).toHaveCount(5);
  await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
  await expect(cards(page).nth(0)).toHaveText(String(second));
  await expect(cards(page).nth(1)).toHaveText(String(third));
  await expect(cards(page).nth(2)).toHaveText(String(first));
});

test("moves in quick succession are saved as the final order; Escape saves nothing", async ({ page }) => {
  await loginAsAdmin(page, "/admin/job");
  const before = await namesOf(page);
  let puts = 0;
  page.on("request", (request) => (puts += request.method() === "PUT" ? 1 : 0));
  const from = await centre(gripAt(page, 0));
  const to = await centre(gripAt(page, 2));

  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y, { steps: 8 });
  await expect(page.locator("li[style*=order]").first()).toBeAttached();
  await page.keyboard.press("Escape");
  await page.mouse.up();

  await expect(cards(page)).toHaveText(before);
  expect(puts).toBe(0);

  await grip(page, before[0]).focus();
  await page.keyboard.press("ArrowDown");
  const undo = page.getByRole("dialog", { name: "Moved" }).getByRole("button", { name: "Undo" });
  await holdNotice(undo);
  const release = await holdBack(page, "**/sort-order/job/*");
  await page.keyboard.press("ArrowDown");
  await expect(cards(page).nth(2)).toHaveText(String(before[0]));

  await undo.click();
  release();
  await expect(cards(page)).toHaveText(before);
  await expect(page.getByText("Move undone.")).toBeVisible();

  const [first, ...rest] = before;
  const arrive = await holdBack(page, "**/api/sort-order/**");
  await grip(page, first).focus();
  for (const _ of rest) await page.keyboard.press("ArrowRight");
  await expect(cards(page)).toHaveText([...rest, String(first)]);
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  arrive();
  await expectStored(page, "job", [...rest, first]);
  await page.reload();
  await expect(cards(page)).toHaveText([...rest, String(first)]);
});

test("dragging a card by touch does not scroll the page", async ({ browser, site }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await loginAsAdmin(page, "/admin/job");
  const [first, second, ...rest] = await namesOf(page);
  const from = await centre(gripAt(page, 0));
  const cdp = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: from.x, y }] });
  const target = await centre(
    page
      .getByRole("listitem")
      .filter({ hasText: String(second) })
      .first(),
  );
  const scrolled = await page.evaluate(() => scrollY);

  await touch("touchStart", from.y);
  for (let step = 1; step <= 12; step++) await touch("touchMove", from.y + ((target.y + 20 - from.y) * step) / 12);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  const answer = saved(page, "/sort-order/job");
  await touch("touchEnd", target.y);

  await expect(cards(page)).toHaveText([second, first, ...rest].map(String));
  await answer;
  await context.close();
});

test("arrow keys on the grip and the menu move an entry and announce its position", async ({ page }) => {
  await loginAsAdmin(page, "/admin/faq");
  const [first, second, third, ...rest] = await namesOf(page);

  await grip(page, first).focus();
  await page.keyboard.press("ArrowDown");
  await expect(cards(page)).toHaveText([second, first, third, ...rest].map(String));
  await expect(grip(page, first)).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: `“${first}” is now number 2 of 6.` })).toBeAttached();
  await page.keyboard.press("End");
  await expect(cards(page)).toHaveText([second, third, ...rest, first].map(String));
  await expect(grip(page, first)).toBeFocused();

  const menu = page.getByRole("button", { name: `Actions for ${first}` });
  await menu.press("Enter");
  await page.getByRole("menuitem", { name: "Move first" }).press("Enter");
  await expect(cards(page)).toHaveText([first, second, third, ...rest].map(String));
  await expect(menu).toBeFocused();
  await menu.press("Enter");
  const moves = ["Move down", "Move last"];
  await expect(page.getByRole("menuitem")).toHaveText(["Update", ...moves, "History", "Duplicate", "Delete"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("status").filter({ hasText: `“${first}” is now number 1 of 6.` })).toBeAttached();
  await expectStored(page, "faq", [first, second, third, ...rest]);
});

test("the sections of a project can be reordered", async ({ page }) => {
  await loginAsAdmin(page);
  await page
    .getByRole("link", { name: (await namesOf(page))[0] })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Project Details" })).toBeVisible();
  const [first, second, ...rest] = await namesOf(page);

  const answer = saved(page, "/detail/order/");
  await grip(page, second).press("Home");

  await expect(cards(page)).toHaveText([second, first, ...rest].map(String));
  await answer;
  await page.reload();
  await expect(cards(page)).toHaveText([second, first, ...rest].map(String));
});
