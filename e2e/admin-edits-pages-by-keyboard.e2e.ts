import type { Page } from "@playwright/test";
import { expect, logIn, test } from "./support/fixtures.ts";
import { officeOf } from "./support/office.ts";

const shown = (page: Page) => page.frameLocator("iframe[title='The page']");
const text = (page: Page, label: string) => shown(page).getByRole("textbox", { name: label, exact: true });

/** Types over the text that has focus, leaves it with a key, and waits until the page has been rendered anew. */
async function typeAndLeave(page: Page, words: string, keys: string[]): Promise<void> {
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(words);
  await shown(page)
    .locator("body")
    .evaluate((body) => body.setAttribute("data-before", ""));
  for (const key of keys) await page.keyboard.press(key);
  await expect(shown(page).locator("body:not([data-before])")).toBeVisible();
}

test("the keyboard goes on where it was when the page has been rendered anew", async ({ page }) => {
  await logIn(page);
  await page.goto("/admin/edit?page=/");
  await expect(shown(page).locator("html[data-ready]")).toBeVisible();
  await text(page, "Home: Hero slide 1, text").focus();
  await typeAndLeave(page, "Typed by keyboard.", ["Tab"]);
  await expect(shown(page).getByRole("button", { name: "Start Building" }).first()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(text(page, "Home: Hero slide 1, text")).toBeFocused();

  // A heading that was left is drawn as visitors see it, not opened again.
  await page.keyboard.press("Shift+Tab");
  const heading = text(page, "Home: Hero slide 1, heading");
  await expect(heading).toBeFocused();
  await typeAndLeave(page, "Where [Plans] / meet Reality", ["Escape"]);
  await expect(heading).toHaveText(/^Where Plans\s+meet Reality$/);
  await page.keyboard.press("Tab");
  await expect(text(page, "Home: Hero slide 1, text")).toBeFocused();

  const picture = shown(page).getByRole("button", { name: /Hero slide 1, picture/ });
  await picture.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.getByRole("checkbox", { name: "Decorative" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^3 changes /)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(picture).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(text(page, "Home: Hero slide 1, count")).toBeFocused();

  // Also where it is drawn twice, one on the other.
  const twice = shown(page).getByRole("button", { name: "Replace the picture: Home: Service 1, picture" });
  await expect(twice).toHaveCount(1);
  await twice.focus();
  await page.keyboard.press("Tab");
  await expect(text(page, "Home: Service 2, count")).toBeFocused();
});

test("a heading that is entered and left is drawn again as visitors see it", async ({ page }) => {
  await logIn(page);
  await page.goto("/admin/edit?page=/career");
  await expect(shown(page).locator("html[data-ready]")).toBeVisible();
  const heading = text(page, "Career: Heading");
  const drawn = (await heading.innerText()).replace(/\s+/g, " ");
  await heading.focus();
  await expect(heading).toContainText("[");
  const stored = await heading.innerText();
  await page.keyboard.press("Escape");
  await expect(heading).toHaveText(drawn, { useInnerText: true });

  await heading.focus();
  await expect(heading).toHaveText(stored, { useInnerText: true });
  await page.keyboard.type("!");
  await expect(page.getByText(/^One change /)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(page.getByText(/^Click a text/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(heading).toHaveText(drawn, { useInnerText: true });

  // Ctrl+S publishes while the text still has the keyboard.
  await heading.focus();
  await page.keyboard.press("ControlOrMeta+A");
  const name = `publishing ${test.info().repeatEachIndex}`;
  await page.keyboard.type(`Left [after] / ${name}`);
  await page.keyboard.press("ControlOrMeta+S");
  await expect(page.getByText("Published. Visitors see it now.")).toBeVisible();
  await expect(page.getByText(/^Click a text/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(heading).toHaveText(`Left after ${name}`, { useInnerText: true });
});

test("an item that was emptied takes none of the others with it, and each is named by its number", async ({ page }) => {
  await logIn(page);
  const office = await officeOf(page);
  const bullets = ["Oak", "Elm", "Ash", "Yew"];
  const { slug } = await office.post("/faq/add", { question: "Which trees?", answer: "Four.", bullets });
  await page.goto("/admin/edit?page=/about");
  await expect(shown(page).locator("html[data-ready]")).toBeVisible();
  const item = (name: string, words: string) => text(page, name).filter({ hasText: words });
  await item("Bullet 2", "Elm").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Escape");
  await expect(item("Bullet 2", "Ash")).toBeVisible();
  await item("Bullet 2", "Ash").focus();
  await expect(item("Bullet 2", "Ash")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Alder");
  await page.keyboard.press("ControlOrMeta+S");
  await expect(page.getByText("Published. Visitors see it now.")).toBeVisible();
  expect((await office.get(`/faq/${slug}`)).bullets).toEqual(["Oak", "Alder", "Yew"]);
});

test("a case's slider is no stop for the keyboard here; a click on its picture replaces it", async ({ page }) => {
  await logIn(page);
  await page.goto("/admin/edit?page=/details/0");
  const slider = shown(page).locator("[role=slider]");
  await expect(slider).toHaveJSProperty("inert", true);
  await slider.evaluate((element) => element.focus());
  await expect(slider).not.toBeFocused();
  const picture = shown(page)
    .locator("#case-picture")
    .getByRole("button", { name: /^Replace the picture: / });
  await expect(picture).toHaveCSS("cursor", "pointer");
  await picture.click();
  await expect(page.getByRole("dialog", { name: "Picture" })).toBeVisible();
});
