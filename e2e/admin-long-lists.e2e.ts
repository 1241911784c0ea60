import { expect, expectNoAxeViolations, logIn, loginAsAdmin, test } from "./support/fixtures.ts";
import { holdNotice } from "./support/hold-notice.ts";
import { officeOf } from "./support/office.ts";

const count = 70;
const name = (n: number) => `Client work ${String(n).padStart(3, "0")}`;

test("a long list is loaded in pages, searched, and keeps its place after a save", async ({ page, office }) => {
  const built = (await office.get("/project/get-all")).length;
  for (let n = 0; n < count; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_, i) => office.post("/project/new", { title: name(n + i) })));
  const total = built + count;
  await page.goto("/admin");

  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(30);
  await expect(page.getByText(`${total} projects`)).toBeVisible();
  const more = page.getByRole("button", { name: "Show more" });
  for (const loaded of [60, total]) {
    await more.click();
    await expect(cards).toHaveCount(loaded);
  }
  await expect(more).toHaveCount(0);

  const far = cards.nth(65);
  const title = await far.getByRole("heading").textContent();
  await far.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(2_000);
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Update" }).click();
  await page.getByLabel("Tech Stack").fill("Patience");
  await page.getByRole("button", { name: "Update Project" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Project update successfully" })).toBeVisible();
  await expect(cards).toHaveCount(total);
  await expect(far).toBeInViewport();
  await expect(far).toContainText("Patience");
  await expect(page.getByRole("link", { name: String(title) })).toBeFocused();
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(400);

  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Move to …" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to position" });
  await expect(dialog).toContainText(`“${title}” is number 66 of ${total}.`);
  await dialog.getByLabel("Place").fill(String(total + 1));
  await expect(dialog.getByRole("button", { name: "Move" })).toBeDisabled();
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Place").fill("2");
  await dialog.getByLabel("Place").press("Enter");
  const moved = page.getByRole("dialog", { name: "Moved" });
  await holdNotice(moved);
  await expect(cards.nth(1).getByRole("heading")).toHaveText(String(title));
  await moved.getByRole("button", { name: "Undo" }).click();
  await expect(far.getByRole("heading")).toHaveText(String(title));

  await page.getByRole("searchbox", { name: "Find in projects" }).fill("work 069");
  await expect(cards).toHaveCount(1);
  await expect(cards.getByRole("heading")).toHaveText("Client work 069");
  await expect(page.getByRole("status").filter({ hasText: "1 project found" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Move / }), "a part of the list has no order").toHaveCount(0);
  const bar = page.getByRole("navigation", { name: "Back office" });
  await bar.getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
  await bar.getByRole("link", { name: "Project", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\?q=work\+069$/);
  await expect(cards).toHaveCount(1);
  await page.getByRole("link", { name: "Show all projects" }).click();
  await expect(page.getByText(`${total} projects`)).toBeVisible();
});

test("Move last moves an entry to the end of a partly loaded list; View site is visible", async ({ page }) => {
  await loginAsAdmin(page);
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(30);
  const title = await cards.nth(1).getByRole("heading").textContent();
  const answer = page.waitForResponse((response) => response.url().includes("/api/sort-order/project/"));
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Move last" }).click();
  expect((await answer).status()).toBe(200);
  const office = await officeOf(page);
  expect((await office.get("/project/get-all")).at(-1).title).toBe(title);

  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const site = page.getByRole("link", { name: "View site" });
    await expect(site).toBeVisible();
    await expect(site).toHaveAttribute("href", "/");
  }
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "View site" }).click();
  await expect((await opened).getByRole("contentinfo")).toBeVisible();
});

test("after an entry is added a note links to its page and its form", async ({ page }) => {
  await logIn(page);
  for (const [address, fields, button, form, way] of [
    ["job/create", { Title: "Led to" }, "Add Job", "job/update/led-to", /\/career\/led-to$/],
    ["faq/create", { Question: "Led to?", Answer: "Yes." }, "Add Question", "faq/update/led-to", /\/about#questions$/],
  ] as const) {
    await page.goto(`/admin/${address}`);
    const [[label = "", typed] = []] = Object.entries<string>(fields);
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole("button", { name: button }).click();
    const note = page.getByRole("dialog").filter({ hasText: /added successfully/i });
    await holdNotice(note);
    const view = note.getByRole("link", { name: "View page" });
    await expect(view).toHaveAttribute("href", way);
    expect((await page.request.get(String(await view.getAttribute("href")))).status()).toBe(200);
    await note.getByRole("link", { name: "Open it" }).click();
    await expect(page).toHaveURL(`/admin/${form}`);
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(typed ?? "");
  }
});
