import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeViolations, logIn, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { inbox } from "./support/office.ts";

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  return { ...box, middle: box.y + box.height / 2 };
};

/** Whether these lie in one line, within a few pixels. */
async function inOneLine(...elements: Locator[]): Promise<boolean> {
  const middles = await Promise.all(elements.map(async (element) => (await boxOf(element)).middle));
  return Math.max(...middles) - Math.min(...middles) < 8;
}

async function atEveryWidth(page: Page, work: (width: number) => Promise<void>): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await work(width);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `nothing is wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

test("the titles of project cards keep their words whole, those of rows end in an ellipsis", async ({ page }) => {
  await loginAsAdmin(page);
  const titles = page.getByRole("main").getByRole("article").getByRole("heading");
  for (const width of [992, 1024, 1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(titles.first()).toBeVisible();
    const broken = await titles.evaluateAll((all) => {
      const range = document.createRange();
      return all.flatMap((title) => {
        const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode() as Text;
        return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? word : [];
        });
      });
    });
    expect(broken, `at ${width} px`).toEqual([]);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Show rows" }).click();
  const title = page.getByRole("main").getByRole("link", { name: "Learning platform with a token reward" });
  await expect(title).toHaveCSS("text-overflow", "ellipsis");
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
});

test("questions are an accordion, each with its actions in one row, also on a phone", async ({ page }) => {
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
  const first = page.getByRole("main").getByRole("listitem").first();
  await expect(first).toBeVisible();
  const actions = [
    first.getByRole("link", { name: "Update" }),
    first.getByRole("button", { name: "Delete" }),
    first.getByRole("button", { name: /^Move / }),
    first.getByRole("button", { name: /^Actions for/ }),
  ];
  await atEveryWidth(page, async (width) => {
    expect(await inOneLine(...actions), `at ${width} px`).toBe(true);
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await second.getByRole("link", { name: "Update" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update Question");
});

test("the Reset button shifts no fields, and each section fits every width", async ({ page }) => {
  await loginAsAdmin(page, "/admin/site");
  const name = page.locator('main [name="company.name"]');
  const next = page.locator('main [name="company.address"]');
  await expect(name).toBeVisible();
  await atEveryWidth(page, async (width) => {
    const before = await boxOf(next);
    await name.fill("A company whose name is long");
    const reset = page.getByRole("button", { name: "Reset Name" });
    await expect(reset).toBeVisible();
    expect(Math.abs((await boxOf(next)).y - before.y), `at ${width} px`).toBeLessThan(4);
    expect(await inOneLine(reset, page.getByText("Name", { exact: true }).first()), `at ${width} px`).toBe(true);
    await reset.click();
    await expect(reset).toHaveCount(0);
    if (width > 390) return;
    await page.getByLabel("Section", { exact: true }).selectOption("Home");
    await expect(page.getByRole("heading", { level: 2, name: "Home" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByLabel("Section", { exact: true }).selectOption("Company");
  });
});

test("a mail server's long answer is collapsed and can be expanded in full", async ({ page }) => {
  await inbox(page, "a.very.long.address.of.somebody@with-a-long-domain-name.example.com");
  await logIn(page);
  const answer = `550 5.7.1 ${"unaccepted_".repeat(30)} ${"Ask the administrator of the domain. ".repeat(8)}The end.`;
  await page.route(/\/api\/quote\/[a-z0-9]{16}$/, async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    const mail = [{ kind: "quote-notice", state: "failed", attempts: 28, lastError: answer }];
    await route.fulfill({ json: { data: { ...body.data, mail } } });
  });
  await page.goto("/admin/quote");
  await page.getByRole("article").first().getByRole("link").click();
  const row = page.getByRole("region", { name: "Ada Lovelace" }).getByRole("list").first();
  await expect(row).toContainText("550 5.7.1");
  await atEveryWidth(page, async (width) => {
    expect((await boxOf(row)).height, `at ${width} px`).toBeLessThan(640);
  });
  await expect(row.getByText("The end.")).toBeHidden();
  await row.getByText("550 5.7.1").first().press("Enter");
  await expect(row.getByText("The end.")).toBeVisible();
  await expectNoAxeViolations(page);
});
