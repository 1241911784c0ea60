import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

async function openSite(page: Page, search = ""): Promise<void> {
  await loginAsAdmin(page, `/admin/site${search}`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
}

const field = (page: Page, path: string) => page.locator(`main [name="${path}"]`);
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const saved = (page: Page) => expect(page.getByText("Everything is saved.")).toBeVisible();

/** As another administrator at another desk. */
async function saveElsewhere(page: Page, path: string, value: string | null): Promise<void> {
  await (await officeOf(page)).put("/site/edit", { edits: [{ path, value }] });
}

test("site texts are changed in three ways and shown to visitors; one is reset", async ({ page }) => {
  await openSite(page);
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "About Us" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "About Us" })).toBeVisible();
  await expect(save(page)).toBeDisabled();

  await field(page, "about.valuesHeading").fill("Three things we [keep]");
  await field(page, "about.faqLead").fill("Ask us anything.");
  await expect(page.getByText("2 texts are not saved.")).toBeVisible();
  await expect(page.getByRole("link", { name: "About Us 2 not saved" })).toBeVisible();
  const request = page.waitForRequest((each) => each.method() === "PUT");
  await save(page).click();
  expect((await request).postDataJSON()).toEqual({
    edits: [
      { path: "about.valuesHeading", value: "Three things we [keep]", version: 0 },
      { path: "about.faqLead", value: "Ask us anything.", version: 0 },
    ],
  });
  await expect(page.getByRole("status").filter({ hasText: "2 texts saved." })).toBeVisible();
  await expect(page.getByText("Changed", { exact: true })).toHaveCount(2);
  await expectNoAxeViolations(page);
  const about = async () => (await page.request.get("/about")).text();
  expect(await about()).toContain("Ask us anything.");

  await page.getByRole("button", { name: "Reset Faq lead" }).click();
  await expect(page.getByText("One text is not saved.")).toBeVisible();
  await save(page).click();
  await expect(page.getByText("Changed", { exact: true })).toHaveCount(1);
  expect(await about()).not.toContain("Ask us anything.");
  expect(await about()).toContain("keep");

  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Footer" }).click();
  await field(page, "footer.rights").fill("By Enter.");
  await page.getByLabel("Find a text").press("Enter");
  await expect(page.getByText("One text is not saved.")).toBeVisible();
  await field(page, "footer.rights").press("Enter");
  await saved(page);
  expect(await (await page.request.get("/")).text()).toContain("By Enter.");
  await field(page, "footer.lead").fill("By Ctrl+S.");
  await field(page, "footer.lead").press("ControlOrMeta+s");
  await saved(page);
  expect(await (await page.request.get("/")).text()).toContain("By Ctrl+S.");
});

test("a refused save opens and focuses the invalid field and keeps what was typed", async ({ page, problems }) => {
  problems.expect(/^422 PUT \/api\/site\/edit/);
  problems.expect(/^console: Save failed/);
  await openSite(page);
  await field(page, "company.phone").fill("call me");
  await page.getByRole("link", { name: "Portfolio" }).click();
  await field(page, "portfolio.lead").fill("Other words.");

  await save(page).click();

  await expect(page.getByRole("heading", { level: 2, name: "Company" })).toBeVisible();
  await expect(field(page, "company.phone")).toBeFocused();
  await expect(field(page, "company.phone")).toHaveAccessibleDescription(/Phone takes digits/);
  await expect(page.getByRole("alert")).toContainText("Phone takes digits");
  await field(page, "company.phone").fill("+92 42 7654321");
  await save(page).click();
  await saved(page);
  expect(await (await page.request.get("/portfolio")).text()).toContain("Other words.");

  await page.getByRole("link", { name: "Figures" }).click();
  await field(page, "figures.clients.value").fill("many");
  await save(page).click();
  await expect(field(page, "figures.clients.value")).toHaveAccessibleDescription(/has to be a whole number/);
  await page.getByRole("button", { name: "Discard", exact: true }).click();
});

test("an earlier release's draft is restored, and asks about texts saved since", async ({ page, problems }) => {
  problems.expect(/^412 PUT \/api\/site\/edit/);
  await openSite(page, "?section=notFound");
  await saveElsewhere(page, "gone.text", "Their words.");
  const { id } = await page.evaluate(() => JSON.parse(localStorage.getItem("userData") ?? "{}"));
  // Of a version each, without what it said.
  await keepDraft(page, id, {
    "notFound.text": { value: "Typed in the last release.", version: 0 },
    "gone.text": { value: "My words.", version: 0 },
    "gone.heading": { value: null, version: 0 },
    "company.motto": { value: "A text that is no more.", version: 0 },
  });
  await page.reload();
  await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
  await expect(field(page, "notFound.text")).toHaveValue("Typed in the last release.");
  await expect(page.getByText("2 texts are not saved.")).toBeVisible();
  await save(page).click();
  const dialog = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(dialog.getByRole("region")).toHaveCount(1);
  await expect(dialog.getByRole("region", { name: "Text" })).toContainText("Their words.");
  await dialog.getByRole("button", { name: "Save mine" }).click();
  await saved(page);
  expect(await (await page.request.get("/nowhere-at-all")).text()).toContain("Typed in the last release.");
});

/** Puts a draft of the Site screen where the office keeps them. */
async function keepDraft(page: Page, userId: number, values: object): Promise<void> {
  await page.evaluate(
    async (draft) => {
      const opened = indexedDB.open("office-drafts");
      await new Promise((resolve) => opened.addEventListener("success", resolve));
      const drafts = opened.result.transaction("drafts", "readwrite").objectStore("drafts");
      drafts.put({ ...draft, address: "/admin/site", at: Date.now() });
      await new Promise((resolve) => drafts.transaction.addEventListener("complete", resolve));
    },
    { owner: String(userId), values },
  );
}

test("the texts are searched across all sections, and unsaved ones previewed", async ({ page }) => {
  await openSite(page);
  await page.getByLabel("Find a text").fill("what it solved");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Home"]);
  await expect(field(page, "home.projects.heading")).toHaveValue(/what it solved/);
  await expect(page.getByRole("status").filter({ hasText: "1 found." })).toBeAttached();
  await page.getByLabel("Find a text").fill("no such words");
  await expect(page.getByText("No text contains “no such words”.")).toBeVisible();
  await page.getByLabel("Find a text").press("Escape");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Company"]);

  await page.goto("/admin/site?section=notFound");
  await field(page, "notFound.text").fill("Unsaved words of a lost page.");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.frameLocator("iframe").getByText("Unsaved words of a lost page.")).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await (await page.request.get("/nowhere-at-all")).text()).not.toContain("Unsaved words");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
});

test("a site picture is replaced, cropped, described, shown to visitors and reset", async ({ page }) => {
  await openSite(page, "?section=about");
  const picture = page.getByRole("img", { name: "Preview of picture" });
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  await expect(page.getByText("would look blurred"), "the built-in picture is never too small").toHaveCount(0);
  const point = page.getByRole("slider", { name: "Focal point" });
  await expect(point).toHaveAttribute("aria-valuetext", "Not set");
  await point.focus();
  await page.keyboard.press("ArrowRight");
  await expect(point).toHaveAttribute("aria-valuetext", "51% from the left, 50% from the top");

  await page.getByRole("button", { name: "Remove image" }).first().click();
  await expect(point, "belongs to a picture").toHaveCount(0);
  await field(page, "about.img").setInputFiles({ name: "loom.png", mimeType: "image/png", buffer: await loom() });
  await expect(picture).toHaveAttribute("src", /\/uploads\/[0-9a-f]{32}/);
  await expect(page.getByText("This picture is 600 px wide")).toBeVisible();
  await expect(point, "says nothing about another picture").toHaveAttribute("aria-valuetext", "Not set");

  const whole = (await picture.getAttribute("src")) ?? "";
  await page.getByRole("button", { name: "Crop Picture" }).click();
  const dialog = page.getByRole("dialog", { name: "Crop picture" });
  await expect(dialog.getByRole("list", { name: "Frames" }).locator("canvas")).toHaveCount(1);
  await dialog.getByLabel("Width, px").fill("500");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(picture).not.toHaveAttribute("src", whole);
  await expect(page.getByText("This picture is 500 px wide")).toBeVisible();

  await expect(page.getByText("These words are about the built-in picture")).toBeVisible();
  const words = page.getByRole("textbox", { name: "What the picture shows" });
  await words.fill("");
  await expect(words, "the built-in words do not come back").toHaveValue("");
  await expect(words).toBeEnabled();
  await words.fill("A loom at rest");

  await point.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(point).toHaveAttribute("aria-valuetext", "60% from the left, 60% from the top");
  const frames = page.getByRole("group", { name: "Focal point" }).getByRole("listitem");
  await expect(frames).toHaveText(["About Us"]);
  await expect(frames.locator("img")).toHaveCSS("object-position", "60% 60%");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [390, 1440]);
  await save(page).click();
  await saved(page);

  await page.goto("/about");
  await expect(page.getByAltText("A loom at rest")).toHaveCSS("object-position", "60% 60%");

  // The frame of a hero slide shows a part of a larger sheet: its right edge, and where that is narrower its top.
  await saveElsewhere(page, "home.heroSlides.0.imgFocus", "100% 0%");
  await page.goto("/");
  for (const [width, edge] of [
    [1440, "right"],
    [390, "top"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => offsetOfSheet(page, edge), `${edge} edge at ${width} px`).toBeLessThan(1);
  }
  await saveElsewhere(page, "home.heroSlides.0.imgFocus", null);

  await openSite(page, "?section=about");
  await page.getByRole("button", { name: "Reset Picture" }).click();
  await expect(point, "goes with its picture").toHaveAttribute("aria-valuetext", "Not set");
  await page.getByRole("button", { name: "Reset What the picture shows" }).click();
  await save(page).click();
  await saved(page);
});

/** How far the sheet of the first hero slide is from an edge of its frame, in pixels. */
const offsetOfSheet = (page: Page, edge: "right" | "top") =>
  page
    .locator("#hero-slides [data-part=picture]")
    .first()
    .evaluate((frame, edge) => {
      const sheet = frame.firstElementChild?.getBoundingClientRect();
      return Math.abs((sheet?.[edge] ?? Number.NaN) - frame.getBoundingClientRect()[edge]);
    }, edge);

/** Narrower than a picture of the site should be. */
const loom = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: "#e8b04a" } })
    .png()
    .toBuffer();

test("a switch and the time zone show their defaults and are changed; the switch alone is reset", async ({ page }) => {
  await openSite(page, "?section=mail");
  const receipt = page.getByRole("switch", { name: "Tell visitors by mail that their message has arrived" });
  await expect(receipt).toBeChecked();
  await receipt.press("Space");
  await expect(receipt).not.toBeChecked();
  await expect(page.getByText("Built-in: on")).toBeVisible();
  await expectNoAxeViolations(page);
  await save(page).click();
  await saved(page);
  await page.goto("/admin/site?text=company.timeZone");
  await expect(field(page, "company.timeZone")).toHaveValue("Asia/Karachi");
  await field(page, "company.timeZone").selectOption("Europe/Berlin");
  await save(page).click();
  await saved(page);
  await page.reload();
  await expect(field(page, "company.timeZone")).toHaveValue("Europe/Berlin");
  await page.goto("/admin/site?section=mail");
  await expect(receipt).not.toBeChecked();
  await page.getByRole("button", { name: /^Reset.*Tell visitors/ }).click();
  await expect(receipt).toBeChecked();
  await save(page).click();
  await saved(page);
  await page.goto("/admin/site?text=company.timeZone");
  await expect(field(page, "company.timeZone")).toHaveValue("Europe/Berlin");
  await saveElsewhere(page, "company.timeZone", null);
});

/** A wide picture with a transparent background. */
const wideLogo = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="240"><circle cx="120" cy="120" r="110" fill="#3d1536"/><path d="M280 60H940V180H280Z" fill="#1d5fd0"/></svg>',
    ),
  )
    .png()
    .toBuffer();

test("theme colours are checked for contrast and applied, and a logo uploaded", async ({ page, problems }) => {
  problems.expect(/^422 PUT \/api\/site\/edit/);
  problems.expect(/^console: Save failed/);
  await openSite(page, "?section=theme");
  const pencil = field(page, "theme.pencil");
  const contrast = page.getByRole("list", { name: "Contrast: Accent colour", exact: true });
  await expect(contrast).toContainText("Lines and large words on the page: 3.1:1, needs 3:1");
  // The accent colour and the tab's icon.
  const shown = () =>
    page.evaluate(() => [
      getComputedStyle(document.documentElement).getPropertyValue("--pencil").trim(),
      document.querySelector<HTMLLinkElement>("link[rel=icon]")?.getAttribute("href"),
    ]);
  const builtIn = await shown();

  await pencil.fill("#ffb000");
  await expect(contrast).toContainText("Lines and large words on the page: 1.6");
  await expect(pencil).toHaveAccessibleDescription(/Accent colour has too little contrast: .* Choose a darker colour/);
  await save(page).click();
  await expect(page.getByRole("alert")).toContainText("Accent colour has too little contrast");
  await expect(pencil).toBeFocused();
  await expect(pencil).toHaveValue("#ffb000");

  await page.getByLabel("Pick: Accent colour", { exact: true }).fill("#1d5fd0");
  await expect(pencil).toHaveValue("#1d5fd0");
  await field(page, "theme.pencilDark").fill("#8fb6ff");
  await field(page, "theme.bottle").fill("#3d1536");
  await field(page, "theme.bottleDark").fill("#35142f");
  await save(page).click();
  await saved(page);
  await expect.poll(shown, "at once").toEqual(["#1d5fd0", "/icon/mark.svg?v=1d5fd08fb6ff"]);
  await page.reload();
  await expect(pencil).toHaveValue("#1d5fd0");
  expect(await shown(), "in the document").toEqual(["#1d5fd0", "/icon/mark.svg?v=1d5fd08fb6ff"]);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });

  const tokens = () =>
    page.evaluate(() => {
      const of = (element: Element | null, name: string) =>
        element && getComputedStyle(element).getPropertyValue(name).trim();
      const footer = document.querySelector("footer");
      return [of(document.documentElement, "--pencil"), of(footer, "--solid"), of(footer, "--pencil") === "#1d5fd0"];
    });
  await page.goto("/about");
  // Pencil that is too dark for bottle is lighter there.
  expect(await tokens()).toEqual(["#1d5fd0", "#3d1536", false]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await tokens()).toEqual(["#8fb6ff", "#35142f", false]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  expect((await tokens())[1]).toBe("Canvas");

  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  await page.goto("/admin/site?section=theme");
  await field(page, "theme.logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await wideLogo() });
  await expect(page.getByAltText("Preview of logo", { exact: true })).toBeVisible();
  await save(page).click();
  await saved(page);
  await page.reload();
  await expect(page.getByRole("complementary").getByAltText("Jorna")).toBeVisible();
  await page.goto("/about");
  await expect(page.getByRole("link", { name: "Jorna, home" }).getByAltText("Jorna")).toBeVisible();
  await expectNoAxeViolations(page);
  // Its style sheet belongs to elements that only the server renders.
  const name = page.locator("footer svg text").first();
  await expect(name).toHaveText("Jorna");
  await expect(name).toHaveCSS("font-size", "200px");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("html[data-laid-out]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Menu" }).getByAltText("Jorna")).toBeVisible();

  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await saveElsewhere(page, "theme.logo", null);
  await page.goto("/admin/site?section=theme");
  for (const name of ["Accent colour", "Accent colour, dark theme", "Dark background", "Dark background, dark theme"])
    await page.getByRole("button", { name: `Reset ${name}`, exact: true }).click();
  await save(page).click();
  await expect.poll(shown, "the built-in ones at once").toEqual(builtIn);
});
