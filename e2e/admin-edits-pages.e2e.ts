import { type FrameLocator, type Locator, type Page, type Response, request } from "@playwright/test";
import sharp from "sharp";
import { admin, expect, expectNoAxeViolations, logIn, test } from "./support/fixtures.ts";
import { holdBack } from "./support/hold-back.ts";
import { holdNotice } from "./support/hold-notice.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

const bar = (page: Page) => page.getByRole("form", { name: "Changes" });
const button = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const shown = (page: Page): FrameLocator => page.frameLocator("iframe[title='The page']");
const text = (page: Page, label: string): Locator => shown(page).getByRole("textbox", { name: label, exact: true });
const isDrawn = (page: Page) => expect(shown(page).locator("html[data-ready]")).toBeVisible();
const published = (page: Page) => page.getByText("Published. Visitors see it now.");
const isPublished = (page: Page) => expect(published(page)).toBeVisible();

async function openEditor(page: Page, path: string): Promise<void> {
  await page.goto(`/admin/edit?page=${path}`);
  await isDrawn(page);
}

/** Types over a text and waits until the bar counts `changes`. */
async function typeOver(region: Locator, words: string, changes: RegExp): Promise<void> {
  const page = region.page();
  await region.click();
  await expect(region).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(words);
  await expect(bar(page).getByText(changes)).toBeVisible();
}

const one = /^One change /;

test("an administrator sees which projects and reviews are samples", async ({ page, browser, baseURL }) => {
  const after = (of: Page, selector: string) =>
    of
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element, "::after").content);
  const places = [
    ["/", "[data-card] h3", "#reviews figcaption b"],
    ["/portfolio", "[data-card] h2"],
    ["/details/1", "h1"],
  ] as const;
  await logIn(page);
  const visitor = await browser.newPage({ ...(baseURL && { baseURL }) });
  for (const [path, ...selectors] of places) {
    await page.goto(path);
    await visitor.goto(path);
    for (const selector of selectors) {
      expect(await after(page, selector), `${selector} at ${path}`).toBe('"Sample"');
      expect(await after(visitor, selector), `${selector} at ${path}`).toBe("none");
    }
  }
  await expectNoAxeViolations(page);
  await visitor.close();
});

/** A page as somebody sees it who has never logged in. */
async function asVisitor(page: Page, path: string): Promise<string> {
  const visitor = await request.newContext({ baseURL: new URL(page.url()).origin });
  const html = await (await visitor.get(path)).text();
  await visitor.dispose();
  return html;
}

test("text, a heading, a figure and a picture of Home are edited in place", async ({ page, browser, baseURL }) => {
  test.slow();
  await logIn(page);
  await page.goto("/");
  const edit = page.getByRole("link", { name: "Edit", exact: true });
  await expect(edit).toBeVisible();
  await edit.click();
  await isDrawn(page);
  await typeOver(text(page, "Home: Services, lead"), "Six trades, one roof.", one);
  // Escape leaves the text and takes nothing back.
  await page.keyboard.press("Escape");
  await expect(bar(page).getByText(one)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+S");
  await isPublished(page);
  await expect.poll(() => asVisitor(page, "/")).toContain("Six trades, one roof.");

  // A heading is typed with its brackets and drawn as visitors see it.
  const heading = text(page, "Home: Hero slide 1, heading");
  await heading.click();
  await expect(heading).toHaveText("Where [Ideas] / meet Reality");
  await typeOver(heading, "Where [Plans] / meet Reality", one);
  await page.keyboard.press("Enter");
  await expect(button(page, "Publish")).toBeFocused();
  await expect(heading).toHaveText(/^Where Plans\s+meet Reality$/);
  await expect(shown(page).getByRole("heading", { level: 1 })).toHaveText(/^Where Plans\s+meet Reality$/);
  await typeOver(text(page, "Figures: Clients, value"), "77", /^2 changes /);
  await shown(page)
    .getByRole("button", { name: /Hero slide 1, picture/ })
    // A press as long as a person's: the text that it leaves is rendered meanwhile.
    .click({ delay: 300 });
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.getByRole("button", { name: "Remove image" }).nth(1).click();
  await dialog
    .getByLabel("Hero slide 1, picture")
    .setInputFiles({ name: "hero.png", mimeType: "image/png", buffer: await plainPicture() });
  await expect(dialog.getByRole("img", { name: /^Preview/ }).nth(1)).toHaveAttribute("src", /\/uploads\/[0-9a-f]{32}/);
  const point = dialog.getByRole("slider", { name: "Hero slide 1, focal point" });
  await point.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(point).toHaveAttribute("aria-valuetext", "60% from the left, 50% from the top");
  await dialog.getByRole("checkbox", { name: "Decorative" }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(bar(page).getByText(/^5 changes /)).toBeVisible();
  await expect(shown(page).locator("h1")).toContainText("Plans");
  await expectNoAxeViolations(page);
  await button(page, "Publish").click();
  await expect(bar(page).getByText(/^Click a text/)).toBeVisible();
  const html = await asVisitor(page, "/");
  expect(html).toContain("Plans");
  expect(html).toContain("77");
  expect(html).toMatch(/<img[^>]* src="[^"]*\/uploads\/[0-9a-f]{32}[^>]* alt=""/);
  expect(html).toMatch(/\/uploads\/[0-9a-f]{32}[^{]*\{--focal-x:0\.6;--focal-y:0\.5\}/);

  const visitor = await browser.newContext({ baseURL });
  const visit = await visitor.newPage();
  const scripts: string[] = [];
  visit.on("response", async (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.url());
  });
  await visit.goto("/", { waitUntil: "networkidle" });
  await expect(visit.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect(script).not.toContain("/admin/");
    expect(await (await visitor.request.get(script)).text(), script).not.toMatch(/page-fields|data-region|office=1/);
  }
  await visitor.close();
});

test("the link that opens a page for editing covers nothing of it, at any width", async ({ page }) => {
  await logIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const edit = page.getByRole("link", { name: "Edit", exact: true });
  const covered = () =>
    edit.evaluate((link) => {
      const own = link.getBoundingClientRect();
      return [...document.querySelectorAll("#page > *")]
        .filter((part) => part.checkVisibility() && getComputedStyle(part).position !== "absolute")
        .filter((part) => {
          const { top, bottom, height } = part.getBoundingClientRect();
          return height > 0 && top < own.bottom - 1 && bottom > own.top + 1;
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 80));
    });
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(edit).toBeInViewport({ ratio: 1 });
    await expect.poll(covered, `top at ${width} px`).toEqual([]);
    if (width === 390) await page.keyboard.press("Shift+Tab");
    await expect(edit).toBeFocused();
    const topOfRing = await edit.evaluate((link) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(link);
      return link.getBoundingClientRect().top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth);
    });
    expect(topOfRing, "the window cuts nothing off").toBeGreaterThanOrEqual(0);
    // Until then the page grows.
    await expect(page.locator("html")).toHaveAttribute("data-laid-out");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole("contentinfo")).toBeInViewport();
    await expect.poll(covered, `end at ${width} px`).toEqual([]);
  }
});

test("a picture is set once it is uploaded, though its dialog has been closed", async ({ page, problems }) => {
  problems.expect(/^422 POST \/upload/);
  problems.expect(/^console: Upload failed/);
  await logIn(page);
  await openEditor(page, "/");
  const picture = shown(page).getByRole("button", { name: /Hero slide 1, picture/ });
  const dialog = page.getByRole("dialog", { name: "Picture" });
  const choose = async () => {
    await picture.click();
    await dialog.getByRole("button", { name: "Remove image" }).first().click();
    await dialog
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "late.png", mimeType: "image/png", buffer: await plainPicture() });
    await expect(bar(page).getByText("Wait until the image is uploaded.")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();
  };
  const release = await holdBack(page, "**/upload");
  await choose();
  release();
  await expect(bar(page).getByText("Wait until the image is uploaded.")).toBeHidden();
  await page.unrouteAll();
  await picture.click();
  await expect(dialog.getByRole("img", { name: /^Preview/ }).first()).toHaveAttribute("src", /\/uploads\/[0-9a-f]{32}/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  const refusal = Promise.withResolvers<void>();
  await page.route("**/upload", async (route) => {
    await refusal.promise;
    await route.fulfill({ status: 422, json: { code: "invalid", message: "No picture.", errors: [] } });
  });
  await choose();
  refusal.resolve();
  await expect(dialog.getByRole("alert")).toContainText("could not be uploaded");
  await dialog.getByRole("button", { name: "Done" }).click();
  await button(page, "Discard").click();
  await expect(bar(page).getByText(/^Click a text/)).toBeVisible();
});

test("while editing, a link with a query opens the page with it, once that is listened to", async ({ page }) => {
  await logIn(page);
  const arrive = await holdBack(page, /\.(?:avif|webp|svg)$|\/uploads\//);
  await page.goto("/admin/edit?page=/about", { waitUntil: "commit" });
  const link = shown(page).getByRole("banner").getByRole("link", { name: "Career" });
  await expect(link).toBeVisible();
  const { x = 0, y = 0 } = (await link.boundingBox()) ?? {};
  await page.mouse.click(x + 9, y + 9);
  await expect(shown(page).locator("html:not([data-ready])")).toBeAttached();
  arrive();
  await isDrawn(page);
  await openEditor(page, "/portfolio");
  const titles = text(page, "Title");
  const all = await titles.count();
  await shown(page)
    .getByRole("link", { name: /^Solidity/ })
    .click();
  await expect(page).toHaveURL("/admin/edit?page=%2Fportfolio%3Ftechnology%3DSolidity");
  await expect(shown(page).getByRole("link", { name: /^Solidity/ })).toHaveAttribute("aria-current", /true|page/);
  expect(await titles.count()).toBeLessThan(all);
  await expect(bar(page).getByRole("link", { name: "Stop editing" })).toHaveAttribute(
    "href",
    "/portfolio?technology=Solidity",
  );
});

/** Every call gives another one, so that its address is new. */
const plainPicture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#3a6" } })
    .png()
    .toBuffer();

test("a draft of a page is shown again, discarded, restored by Undo and published", async ({ page, office }) => {
  const { slug } = await office.post("/faq/add", { question: "What stands here?", answer: "The published answer." });
  const drafted = async () => (await office.get(`/draft/faq/${slug}`))?.changes.answer;
  const answer = () => text(page, "Answer").filter({ hasText: "answer." });
  await openEditor(page, "/about");
  await typeOver(answer(), "The drafted answer.", one);
  await button(page, "Save draft").click();
  await expect(bar(page).getByText("Kept as a draft.")).toBeVisible();
  await expect.poll(drafted).toBe("The drafted answer.");
  expect(await asVisitor(page, "/about")).toContain("The published answer.");

  await openEditor(page, "/about");
  await expect(answer()).toHaveText("The drafted answer.");
  await typeOver(answer(), "The second drafted answer.", one);
  await button(page, "Discard").click();
  const discarded = page.getByRole("dialog", { name: "Draft discarded" });
  await holdNotice(discarded);
  await expect(answer()).toHaveText("The published answer.");
  await expect.poll(drafted).toBeUndefined();
  await discarded.getByRole("button", { name: "Undo" }).click();
  await expect(answer()).toHaveText("The second drafted answer.");
  await expect(bar(page).getByText(one)).toBeVisible();
  await button(page, "Publish").click();
  await isPublished(page);
  expect(await asVisitor(page, "/about")).toContain("The second drafted answer.");
  expect((await office.get(`/history/faq/${slug}`)).length).toBeGreaterThan(1);
});

test("the bar tells a draft from what is on this device; Publish waits for the draft", async ({ page, office }) => {
  const { slug } = await office.post("/faq/add", { question: "What is kept where?", answer: "The kept answer." });
  await openEditor(page, "/about");
  const answer = text(page, "Answer").filter({ hasText: "kept answer." });
  await typeOver(answer, "The drafted kept answer.", one);
  await expect(bar(page).getByText("Kept on this device.")).toBeVisible();
  await button(page, "Save draft").click();
  await expect(bar(page).getByText("Kept as a draft.")).toBeVisible();
  await typeOver(text(page, "Footer: Hours"), "When we answer", /^2 changes /);
  await expect(bar(page).getByText("Partly kept as a draft, partly on this device.")).toBeVisible();
  await button(page, "Save draft").click();
  await expect(bar(page).getByText("Kept as a draft.")).toBeVisible();
  const release = await holdBack(page, `**/api/draft/faq/${slug}`);
  await typeOver(answer, "The last kept answer.", /^2 changes /);
  await expect(button(page, "Saving")).toBeVisible();
  await button(page, "Publish").click();
  await expect(bar(page).getByText(one)).toBeVisible();
  expect(await published(page).count()).toBe(0);
  release();
  await isPublished(page);
  const html = await asVisitor(page, "/about");
  for (const words of ["The last kept answer.", "When we answer"]) expect(html).toContain(words);
});

/** Pastes what a word processor has copied into the element with the focus. */
function pasteInto(element: Element, copied: Record<string, string>): void {
  const clipboardData = new DataTransfer();
  for (const [type, data] of Object.entries(copied)) clipboardData.setData(type, data);
  element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

test("what is pasted from a word processor keeps its bold words, links, lists and line breaks", async ({ page }) => {
  await logIn(page);
  const office = await officeOf(page);
  await office.post("/faq/add", { question: "What is pasted?", answer: "A plain answer." });
  await openEditor(page, "/about");
  const answer = text(page, "Answer").filter({ hasText: "A plain answer." });
  await answer.click();
  await page.keyboard.press("ControlOrMeta+A");
  await answer.evaluate(pasteInto, {
    "text/html":
      '<p>We <b>answer</b> on <a href="https://example.com/days">working days</a>:</p><ul><li>by mail</li><li>by phone</li></ul>',
  });
  await expect(bar(page).getByText(one)).toBeVisible();
  const question = text(page, "Question").last();
  await expect(question).toHaveText("What is pasted?");
  await question.click();
  await page.keyboard.press("ControlOrMeta+A");
  await question.evaluate(pasteInto, { "text/plain": "What\vis copied?" });
  await expect(bar(page).getByText(/^2 changes /)).toBeVisible();
  await button(page, "Publish").click();
  await isPublished(page);
  const html = (await asVisitor(page, "/about")).replaceAll(/ (dir|class|rel|role)="[^"]*"/g, "");
  expect(html).toContain('We <strong>answer</strong> on <a href="https://example.com/days">working days</a>:');
  expect(html).toContain("<li>by mail</li><li>by phone</li>");
  expect(html).toContain("What is copied?");

  await page.goto("/admin/faq/create");
  const field = page.getByLabel("Question");
  await field.click();
  await field.evaluate(pasteInto, { "text/plain": "And\vhere?" });
  await expect(field).toHaveValue("And here?");
});

test("the marks of a heading are explained, and its drawn words can be drawn again", async ({ page }) => {
  await logIn(page);
  await openEditor(page, "/career");
  const heading = text(page, "Career: Heading");
  await heading.click();
  await expect(heading).toHaveText("Build things that / people [use]");
  await expect(heading).toHaveAccessibleDescription(/^Put \[ \] round the words to be drawn, and \/ between spaces/);
  const hint = shown(page).getByRole("status").filter({ hasText: "[ ]" });
  await expect(hint).toBeInViewport();
  const distance = async () => {
    const [box, below] = await Promise.all([heading.boundingBox(), hint.boundingBox()]);
    return (below?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
  };
  expect(await distance()).toBeGreaterThanOrEqual(0);
  await expectNoAxeViolations(page);

  await typeOver(heading, "We hire people who ship.", one);
  await expect(heading).toHaveAccessibleDescription(/^The drawn words are gone\./);
  await expect(bar(page).getByText("Career: Heading: the drawn words are gone.")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expect.poll(async () => (await hint.boundingBox())?.x).toBeLessThan(24);
  await page.keyboard.type(" Day by day, by day, and by night.");
  await expect(button(page, "Draw “night”")).toBeVisible();
  expect(await distance(), "the heading has more lines now").toBeGreaterThanOrEqual(0);
  await button(page, "Draw “night”").click();
  await expect(button(page, "Publish")).toBeFocused();
  await expect(bar(page).getByText("the drawn words are gone")).toHaveCount(0);
  await expect(
    shown(page)
      .getByRole("heading", { level: 1 })
      .locator("span", { hasText: /^night$/ }),
  ).toBeVisible();
  await expect(hint).toHaveCount(0);
  await page.keyboard.press("Enter");
  await isPublished(page);
  expect(await asVisitor(page, "/career")).toMatch(/by <span class="[^"]*">night<\/span>\.<\/h1>/);

  // Of a heading that never had any, none is missing.
  await openEditor(page, "/about");
  await typeOver(text(page, "About Us: Values heading"), "Three promises", one);
  await expect(bar(page).getByText("the drawn words are gone")).toHaveCount(0);
});

test("opening hours are edited in the footer; a row that is emptied is gone", async ({ page }) => {
  await logIn(page);
  await openEditor(page, "/career");
  const cell = (row: number, column: string) => text(page, `Company: Opening hours, row ${row}: ${column}`);
  await typeOver(cell(3, "Time"), "Closed", one);
  await cell(2, "Days").click();
  for (const column of ["Days", "Time"]) {
    await cell(2, column).click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
  }
  await page.keyboard.press("Escape");
  await expect(cell(2, "Days")).toHaveText("Sunday");
  await expect(cell(3, "Days")).toHaveCount(0);
  await typeOver(cell(2, "Days"), "Sunday and Saturday", one);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await isPublished(page);
  const html = await asVisitor(page, "/career");
  expect(html).toMatch(/Sunday and Saturday<\/span><span[^>]*>Closed</);
  expect(html).not.toContain("11:00 AM");
});

test("at 390 px a page is opened for editing, edited, published and left by keyboard alone", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page);
  await page.goto("/career");
  const edit = page.getByRole("link", { name: "Edit", exact: true });
  await tabTo(page, edit, "Shift+Tab");
  await page.keyboard.press("Enter");
  await isDrawn(page);
  const heading = text(page, "Career: Heading");
  await tabTo(page, heading);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Work / with us");
  await expect(bar(page).getByText(one)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: null });
  await page.keyboard.press("Enter");
  await expect(button(page, "Publish")).toBeFocused();
  await page.keyboard.press("Enter");
  await isPublished(page);
  expect(await asVisitor(page, "/career")).toMatch(/<h1[^>]*>(<[^>]+>|\s)*Work(<[^>]+>|\s)+with us(<[^>]+>|\s)*<\/h1>/);
  // The button has nothing left to publish, and the link beside it has the focus.
  await expect(bar(page).getByRole("link", { name: "Stop editing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/career$/);
});

/** Presses Tab until this has focus. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test("publishing over a colleague's newer text asks first; edits survive the session", async ({ page, problems }) => {
  problems.expect(/^412 PUT \/api\/site\/edit/);
  problems.expect(/^401 /);
  problems.expect(/^console: Save failed/);
  await logIn(page);
  const office = await officeOf(page);
  const { question } = await office.post("/faq/add", { question: "Whose question?", answer: "Mine." });
  await openEditor(page, "/about");
  await typeOver(text(page, "About Us: Values heading"), "My heading", one);
  await office.put("/site/edit", { edits: [{ path: "about.valuesHeading", value: "Their heading" }] });
  const dialog = page.getByRole("dialog", { name: "Changed in the meantime" });
  await page.keyboard.press("ControlOrMeta+S");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(text(page, "About Us: Values heading")).toBeFocused();
  await expect(bar(page).getByText(one)).toBeVisible();
  // From the bar too.
  await button(page, "Discard").focus();
  await page.keyboard.press("ControlOrMeta+S");
  await expect(dialog).toContainText("Their heading");
  expect(await asVisitor(page, "/about")).toContain("Their heading");
  await dialog.getByRole("button", { name: "Save mine" }).click();
  await isPublished(page);
  expect(await asVisitor(page, "/about")).toContain("My heading");

  await typeOver(text(page, "About Us: Values heading"), "Typed before the end", one);
  await typeOver(text(page, "Question").filter({ hasText: question }), "Typed question?", /^2 changes /);
  await expect(bar(page).getByText("Kept on this device.")).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.request.post("/api/user/logout", { headers: { Authorization: `Bearer ${token}` } });
  await button(page, "Publish").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/admin\/edit\?page=\/about$/);
  await isDrawn(page);
  await expect(text(page, "About Us: Values heading")).toHaveText("Typed before the end");
  await expect(text(page, "Question").filter({ hasText: "Typed question?" })).toBeVisible();
  await expect(bar(page).getByText(/^2 changes /)).toBeVisible();
  await button(page, "Publish").click();
  await isPublished(page);
  await expect.poll(() => asVisitor(page, "/about")).toContain("Typed question?");
  expect(await asVisitor(page, "/about")).toContain("Typed before the end");
});

test("an entry's picture is cropped and gets its focal point in the page editor", async ({ page, office }) => {
  const photo = "/pictures/01-learning-token-reward-built.webp";
  await office.post("/team-member/add", { fullName: "Mary Somerville", photo, photoAlt: "Mary at her desk" });
  await openEditor(page, "/about");
  await shown(page)
    .getByRole("button", { name: /Photograph/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  const point = dialog.getByRole("slider", { name: "Focal point" });
  await point.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(point).toHaveAttribute("aria-valuetext", "60% from the left, 50% from the top");
  await dialog.getByRole("button", { name: "Crop Photograph" }).click();
  const crop = page.getByRole("dialog", { name: "Crop photograph" });
  await expect(crop.getByRole("slider", { name: "Part to keep" })).toBeFocused();
  await crop.getByLabel("Shape").selectOption("As in: Our team");
  await crop.getByRole("button", { name: "Apply" }).click();
  const preview = dialog.getByRole("img", { name: "Preview of photograph" });
  await expect(preview).toHaveAttribute("src", /\/uploads\/[0-9a-f]{32}\.webp$/);
  await expect(point).toHaveAttribute("aria-valuetext", "65% from the left, 50% from the top");
  const cropped = (await preview.getAttribute("src")) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await button(page, "Publish").click();
  await isPublished(page);
  expect(await asVisitor(page, "/about")).toContain(cropped);
});

test("a case's sections and technologies are edited on its page, which links to the form", async ({ page, office }) => {
  const { slug, number } = await office.post("/project/new", { title: "Harbour", technology: "React, Node.js" });
  const img = "/pictures/01-learning-token-reward-built.webp";
  await office.post(`/project/detail/${slug}`, { heading: "The quay", description: "It is long.", img });
  await openEditor(page, `/details/${number}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const height = async () => (await bar(page).boundingBox())?.height;
  await expect.poll(height, "leaves most of a phone to the page").toBeLessThan(160);
  await page.setViewportSize({ width: 1280, height: 720 });
  await typeOver(text(page, "Section 1: Heading"), "The long quay", one);
  await typeOver(text(page, "Tech Stack"), "React, Go", /^2 changes /);
  const advice = bar(page).getByText(/thing.* to look at before publishing$/);
  await advice.click();
  const undescribed = bar(page).getByText("The picture of the section “The long quay” has no alt text.");
  await expect(undescribed).toBeVisible();
  await shown(page).getByRole("button", { name: "Replace the picture: Section 1: Image" }).click();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.getByRole("textbox", { name: "Alt text" }).fill("A quay with ships");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(undescribed).toHaveCount(0);
  await expectNoAxeViolations(page);
  await button(page, "Save draft").click();
  await expect(bar(page).getByText("Kept as a draft.")).toBeVisible();
  expect(await asVisitor(page, `/details/${number}`)).toContain("The quay");

  await openEditor(page, `/details/${number}`);
  await expect(bar(page).getByText(/^2 changes /)).toBeVisible();
  await expect(bar(page).getByText("Kept as a draft.")).toBeVisible();
  await expect(text(page, "Section 1: Heading")).toHaveText("The long quay");
  await button(page, "Publish").click();
  await isPublished(page);
  const { technology, detail } = await office.get(`/project/${slug}`);
  expect(technology).toBe("React, Go");
  expect(detail).toEqual([
    expect.objectContaining({ heading: "The long quay", description: "It is long.", imgAlt: "A quay with ships", img }),
  ]);
  await bar(page).getByRole("link", { name: "All fields" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update Project");
  await expect(page.getByLabel("Tech Stack")).toHaveValue("React, Go");
});

test("a picture uploaded for a case's section is published with it, also by Ctrl+S", async ({ page, office }) => {
  const { slug, number } = await office.post("/project/new", { title: "Dry dock", technology: "React" });
  const former = "/pictures/01-learning-token-reward-built.webp";
  await office.post(`/project/detail/${slug}`, { heading: "The gate", description: "It floats.", img: former });
  const img = async () => (await office.get(`/project/${slug}`)).detail[0].img;
  await openEditor(page, `/details/${number}`);
  await typeOver(text(page, "Section 1: Heading"), "The floating gate", one);
  await shown(page).getByRole("button", { name: "Replace the picture: Section 1: Image" }).click();
  const dialog = page.getByRole("dialog", { name: "Picture" });
  await dialog.getByRole("button", { name: "Remove image" }).click();
  const release = await holdBack(page, "**/upload");
  const file = { name: "gate.png", mimeType: "image/png", buffer: await plainPicture() };
  await dialog.getByLabel("Image").setInputFiles(file);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(bar(page).getByText("Wait until the image is uploaded.")).toBeVisible();
  await text(page, "Section 1: Heading").click();
  await page.keyboard.press("ControlOrMeta+S");
  release();
  await expect(bar(page).getByText("Wait until the image is uploaded.")).toBeHidden();
  expect(await img()).toBe(former);
  await button(page, "Publish").click();
  await isPublished(page);
  expect(await img()).toMatch(/^\/uploads\//);
});

test("a case that somebody deletes meanwhile keeps what was typed, to be restored", async ({ page, problems }) => {
  problems.expect(/^404 (GET|PUT) \/api\//);
  problems.expect(/^console: (Loading failed|Save failed)/);
  await logIn(page);
  const office = await officeOf(page);
  const { slug, number } = await office.post("/project/new", { title: "Lightship", technology: "React" });
  await openEditor(page, `/details/${number}`);
  await typeOver(text(page, "Tech Stack"), "Go", one);
  await office.remove(`/project/${slug}`);
  const isMissed = (response: Response) => response.url().endsWith(`/api/project/${slug}`) && response.status() === 404;
  // Looked at again until then: while a request has no answer, no other is sent.
  await expect(() =>
    Promise.all([
      page.waitForResponse(isMissed, { timeout: 2_000 }),
      page.evaluate(() => dispatchEvent(new Event("focus"))),
    ]),
  ).toPass();
  await button(page, "Publish").click();
  await expect(bar(page).getByText("restore the entry from the trash, then save again")).toBeVisible();
  await expect(page.getByText("could not be loaded")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await office.post("/trash/restore", { kind: "project", id: slug });
  await button(page, "Publish").click();
  await isPublished(page);
  expect((await office.get(`/project/${slug}`)).technology).toBe("Go");
});
