import sharp from "sharp";
import { fingerOn } from "./support/finger.ts";
import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { holdNotice } from "./support/hold-notice.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";

/** A picture whose columns and rows can be told apart. */
const chart = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="a"><stop stop-color="#0e3127"/><stop offset="1" stop-color="#e8b04a"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#a)"/><circle cx="75%" cy="30%" r="12%" fill="#fff"/></svg>`,
    ),
  )
    .jpeg()
    .toBuffer();

test("a picture gets alt text and a focal point, which the site uses", async ({ page, problems }) => {
  problems.expect(/^422 POST \/upload/);
  problems.expect(/^console: Upload failed/);
  await loginAsAdmin(page, "/admin/create");
  await page.getByLabel("Title").fill("Agora");
  const opens = (place: string) =>
    page
      .locator(place)
      .first()
      .evaluate((element) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["a"], "a.png"));
        const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
        return element.dispatchEvent(drop);
      });
  expect(await opens("input[type=file]"), "a file dropped on its field").toBe(true);
  for (const beside of ["input[name=title]", "main"]) expect(await opens(beside), beside).toBe(false);
  await page.getByLabel("Image", { exact: true }).setInputFiles({
    name: "photo.heic",
    mimeType: "image/heic",
    buffer: Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), Buffer.alloc(200)]),
  });
  await expect(page.getByRole("alert").filter({ hasText: "This is a HEIC photo" })).toBeVisible();
  await page
    .getByLabel("Image", { exact: true })
    .setInputFiles({ name: "small.jpg", mimeType: "image/jpeg", buffer: await chart(600, 400) });
  await expect(page.getByText("This picture is 600 px wide")).toBeVisible();
  await page.getByText("1 thing to look at before publishing").click();
  await expect(page.getByText("Image has no alt text.")).toBeVisible();

  const alt = page.getByRole("textbox", { name: "Alt text" });
  const decorative = page.getByRole("checkbox", { name: "Decorative" });
  await alt.fill("A white sun over a field");
  await expect(page.getByText("before publishing")).toHaveCount(0);
  await decorative.check();
  await expect(alt).toBeDisabled();
  await decorative.uncheck();
  await expect(alt, "what was typed is still there").toHaveValue("A white sun over a field");

  const point = page.getByRole("slider", { name: "Focal point" });
  await expect(point).toHaveAttribute("aria-valuetext", "Not set");
  const frames = page.getByRole("list", { name: "Frames" }).getByRole("listitem");
  await expect(frames).toHaveCount(4);
  const inCase = frames.filter({ hasText: "Case, wide screens" }).locator("img");
  await expect(inCase, "as on the page of the case").toHaveCSS("object-position", "0% 50%");
  await point.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(point).toHaveAttribute("aria-valuetext", "51% from the left, 40% from the top");
  const whole = page.getByRole("group", { name: "Focal point" }).locator("img").first();
  const { width = 0, height = 0 } = (await whole.boundingBox()) ?? {};
  await whole.click({ position: { x: width * 0.75, y: height * 0.3 } });
  await expect(point).toHaveAttribute("aria-valuetext", "75% from the left, 30% from the top");
  await expect(frames.first().locator("img")).toHaveCSS("object-position", "75% 30%");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [390, 1440]);
  await page.getByRole("button", { name: "Add Project" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Project added successfully" })).toBeVisible();

  await page.goto("/portfolio");
  const built = page.getByAltText("A white sun over a field");
  await expect(built).toHaveCSS("object-position", "75% 30%");
  const address = await built.evaluate((image) =>
    image.closest("article")?.querySelector("a[href^='/details/']")?.getAttribute("href"),
  );
  await page.goto(address ?? "");
  // A project without a drawing has no seam: its picture is shown whole.
  await expect(page.locator("main").getByAltText("A white sun over a field")).toHaveCSS("object-position", "75% 30%");
  await expect(page.getByRole("slider")).toHaveCount(0);
});

test("the picture library replaces a picture everywhere, and undoes it", async ({ page }) => {
  await loginAsAdmin(page, "/admin/team-member/create");
  await page.getByLabel("Full name").fill("Ada Lovelace");
  const photograph = { name: "ada.jpg", mimeType: "image/jpeg", buffer: await chart(613, 611) };
  await page.getByLabel("Photograph", { exact: true }).setInputFiles(photograph);
  await expect(page.getByRole("img", { name: "Preview of photograph" })).toBeVisible();
  await page.getByRole("button", { name: "Add Team Member" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Team member added successfully" })).toBeVisible();

  await page
    .getByRole("navigation", { name: "Back office" })
    .getByRole("link", { name: "Pictures", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pictures");
  const former = page.getByRole("article").filter({ hasText: "613 × 611 px" });
  const next = page.getByRole("article").filter({ hasText: "631 × 629 px" });
  await expect(former.getByRole("link", { name: "Team member “Ada Lovelace”, Photograph" })).toBeVisible();
  await expect(former.getByRole("button", { name: "Delete" })).toBeDisabled();
  await expectNoSidewaysScroll(page, [390, 1440]);

  const builtIn = page.getByRole("article").filter({ hasText: "comes with the site" });
  await expect(builtIn.filter({ hasText: "Not used" })).not.toHaveCount(0);

  await former.locator("input[type=file]").setInputFiles(photograph);
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was replaced" })).toContainText("this same picture");
  // Until then its buttons do nothing.
  await expect(former).not.toHaveAttribute("aria-busy");

  const chosen = page.waitForEvent("filechooser");
  await former.getByRole("button", { name: "Replace" }).press("Enter");
  await (await chosen).setFiles({ name: "next.jpg", mimeType: "image/jpeg", buffer: await chart(631, 629) });
  const replaced = page.getByRole("dialog", { name: "Replaced" });
  await holdNotice(replaced);
  await expect(next.getByRole("link", { name: "Team member “Ada Lovelace”, Photograph" })).toBeVisible();
  await expect(former).toContainText("Not used");
  await replaced.getByRole("button", { name: "Undo" }).click();
  await expect(former.getByRole("link", { name: "Team member “Ada Lovelace”, Photograph" })).toBeVisible();
  await expect(next).toContainText("Not used");
  await next.getByRole("button", { name: "Delete" }).click();
  const kept = page.getByRole("dialog", { name: "Older versions show this picture" });
  await expect(kept.getByRole("link", { name: "Team member “Ada Lovelace”, version 2" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Yes, delete it!" }), "would be refused").toHaveCount(0);
  await expectNoAxeViolations(page);
  await kept.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("History");
});

test("a failure to replace a picture is reported until it has been replaced", async ({ page, problems }) => {
  problems.expect(/^422 POST \/upload/);
  problems.expect(/^console: The picture could not be replaced/);
  await loginAsAdmin(page, "/admin/pictures");
  const picture = page.getByRole("article").filter({ hasText: "Used in 1 place" }).first();
  const replace = async (name: string, buffer: Buffer) => {
    const chosen = page.waitForEvent("filechooser");
    await picture.getByRole("button", { name: "Replace" }).click();
    await (await chosen).setFiles({ name, mimeType: "image/jpeg", buffer });
  };
  const failure = page.getByRole("alert").filter({ hasText: "The picture could not be replaced." });
  await replace("text.jpg", Buffer.from("no picture"));
  await expect(failure).toContainText("This file is not an image");
  await replace("empty.jpg", Buffer.alloc(0));
  await expect(failure).toContainText("This file is empty.");
  await expect(failure).toHaveCount(1);
  await replace("sun.jpg", await chart(641, 643));
  await expect(page.getByRole("dialog", { name: "Replaced" })).toBeVisible();
  await expect(failure).toHaveCount(0);

  // A colleague has replaced it since this list was loaded.
  await page.route("**/api/picture/replace/*", (route) => route.fulfill({ json: { data: { changed: [] } } }));
  await replace("moon.jpg", await chart(647, 653));
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was replaced" })).toContainText("only drafts");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a picture is cropped and its seam moved by mouse and keyboard, and undone", async ({ page }) => {
  await loginAsAdmin(page, "/admin/create");
  await page.getByLabel("Title").fill("Cropped");
  await page
    .getByLabel("Image", { exact: true })
    .setInputFiles({ name: "sun.jpg", mimeType: "image/jpeg", buffer: await chart(600, 400) });
  const preview = page.getByRole("img", { name: "Preview of image" });
  await expect(preview).toHaveAttribute("src", /\/uploads\//);
  const whole = (await preview.getAttribute("src")) ?? "";
  await page.getByRole("textbox", { name: "Alt text" }).fill("The sun alone");
  const point = page.getByRole("slider", { name: "Focal point" });
  await point.focus();
  await page.keyboard.press("ArrowRight");
  await expect(point).toHaveAttribute("aria-valuetext", "51% from the left, 50% from the top");

  const dialog = page.getByRole("dialog", { name: "Crop image" });
  const part = dialog.getByRole("slider", { name: "Part to keep" });
  const keeps = (text: string | RegExp) => expect(part).toHaveAttribute("aria-valuetext", text);
  await page.getByRole("button", { name: "Crop Image" }).click();
  await expect(part).toBeFocused();
  await keeps("600 × 400 px, 0 px from the left, 0 px from the top");
  const apply = dialog.getByRole("button", { name: "Apply" });
  await expect(apply).toBeDisabled();
  await expect(apply, "in reach without scrolling").toBeInViewport({ ratio: 1 });
  await expect(dialog.locator("img")).toHaveJSProperty("naturalWidth", 600);
  await expect(dialog, "stands still").toHaveCSS("translate", "none");
  const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {};
  await page.mouse.move(x + width, y + height);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await keeps(/^4[45]\d × (19|20)\d px, 0 px from the left, 0 px from the top$/);
  await dialog.getByLabel("Width, px").fill("440");
  await dialog.getByLabel("Height, px").fill("200");
  await part.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await keeps("440 × 204 px, 6 px from the left, 0 px from the top");
  await expect(dialog.getByText("The crop is 440 px wide and would look blurred: it needs 1,920 px.")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Frames" }).locator("canvas")).toHaveCount(4);
  await dialog.getByLabel("Shape").selectOption("As in: Case, phones");
  await keeps(/^400 × 400 px, \d+ px from the left, 0 px from the top$/);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [390, 768, 1440]);
  await part.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(preview, "cancelled").toHaveAttribute("src", whole);

  const button = page.getByRole("button", { name: "Crop Image", exact: true });
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(part).toBeFocused();
  await page.keyboard.press("Shift+ArrowLeft");
  await keeps("594 × 400 px, 0 px from the left, 0 px from the top");
  await page.keyboard.press("ArrowRight");
  await keeps("594 × 400 px, 6 px from the left, 0 px from the top");
  await dialog.getByLabel("Left, px").fill("300");
  await keeps("300 × 400 px, 300 px from the left, 0 px from the top");
  await dialog.getByRole("button", { name: "Apply" }).press("Enter");
  await expect(preview).not.toHaveAttribute("src", whole);
  await expect(page.getByText("This picture is 300 px wide")).toBeVisible();
  await expect(point, "of the part").toHaveAttribute("aria-valuetext", "2% from the left, 50% from the top");
  await page.getByRole("button", { name: "Undo crop Image" }).click();
  await expect(preview).toHaveAttribute("src", whole);
  await expect(point).toHaveAttribute("aria-valuetext", "51% from the left, 50% from the top");

  await button.press("Enter");
  await expect(part).toBeFocused();
  await dialog.getByLabel("Width, px").fill("300");
  await keeps("300 × 400 px, 0 px from the left, 0 px from the top");
  await dialog.getByRole("button", { name: "Apply" }).press("Enter");
  await expect(preview).not.toHaveAttribute("src", whole);
  // It gets focus a moment after the dialog has closed, and would take it away from the seam.
  await expect(button).toBeFocused();
  const cropped = (await preview.getAttribute("src")) ?? "";

  const seamFrame = page.getByRole("group", { name: "Seam between the two, in per cent" });
  await expect(seamFrame, "without a drawing the picture is shown whole").toHaveCount(0);
  await page
    .getByLabel("Drawn image", { exact: true })
    .setInputFiles({ name: "drawn.jpg", mimeType: "image/jpeg", buffer: await chart(300, 400) });
  const seam = page.getByRole("slider", { name: "Seam", exact: true });
  const step = page.getByRole("slider", { name: "Step of the seam" });
  await expect(seam).toHaveAttribute("aria-valuetext", "36% from the left");
  await expect(page.getByRole("spinbutton", { name: "Position" })).toHaveValue("");
  await seam.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(seam).toHaveAttribute("aria-valuetext", "45% from the left");
  await step.focus();
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("ArrowRight");
  await expect(step).toHaveAttribute("aria-valuetext", "10% wide, 42% from the top");
  await page.getByRole("button", { name: "Back to the usual seam" }).click();
  await expect(seam).toHaveAttribute("aria-valuetext", "36% from the left");
  await page.getByRole("spinbutton", { name: "Height" }).fill("60");
  await expect(step, "a height alone").toHaveAttribute("aria-valuetext", "9% wide, 60% from the top");
  await expect(seamFrame.getByRole("listitem")).toHaveCount(4);
  const picture = seamFrame.locator("img").first();
  // Above it, these take their heights from their pictures.
  for (const image of [page.getByRole("group", { name: "Focal point" }).locator("img").first(), picture])
    await expect(image).toHaveJSProperty("naturalWidth", 300);
  await picture.evaluate((image) => image.scrollIntoView({ block: "center", behavior: "instant" }));
  const stage = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(stage.x + stage.width * 0.3, stage.y + stage.height * 0.9);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width * 0.6, stage.y + stage.height * 0.9, { steps: 3 });
  await page.mouse.up();
  await expect(seam).toHaveAttribute("aria-valuetext", "60% from the left");
  await expect(page.getByRole("spinbutton", { name: "Position" })).toHaveValue("60");
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Add Project" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Project added successfully" })).toBeVisible();

  await page.goto("/portfolio");
  const shown = page.getByAltText("The sun alone");
  await expect(shown).toHaveAttribute("src", cropped);
  await expect(shown).toHaveAttribute("width", "300");
  await expect(shown).toHaveAttribute("height", "400");
  await expect(page.locator("[data-part=picture]").filter({ has: shown })).toHaveCSS("--rest", "60%");
  await expect(page.locator("[data-part=picture]").filter({ has: shown })).toHaveCSS("--mid", "60%");
});

test.describe("by finger", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger that scrolls leaves focal point and seam alone; a tap and a drag set them", async ({ page }) => {
    await loginAsAdmin(page, "/admin/create");
    for (const label of ["Image", "Drawn image"])
      await page
        .getByLabel(label, { exact: true })
        .setInputFiles({ name: "sun.jpg", mimeType: "image/jpeg", buffer: await chart(600, 400) });
    const point = page.getByRole("slider", { name: "Focal point" });
    const seam = page.getByRole("slider", { name: "Seam", exact: true });
    const finger = await fingerOn(page);
    const scrolled = () => page.evaluate(() => scrollY);
    /** Brings a slider's picture to the middle of the window. @returns places on it, in fractions of its sides */
    const pictureOf = async (slider: typeof point) => {
      const picture = slider.locator("xpath=..");
      // Without its image it has another size.
      await expect(picture.locator("img").first()).not.toHaveJSProperty("naturalWidth", 0);
      await picture.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
      const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      return (left: number, top: number) => ({ x: x + width * left, y: y + height * top });
    };
    const tap = async ({ x, y }: { x: number; y: number }) => page.touchscreen.tap(x, y);

    const onPicture = await pictureOf(point);
    await tap(onPicture(0.75, 0.3));
    await expect(point).toHaveAttribute("aria-valuetext", "75% from the left, 30% from the top");
    await finger.press(onPicture(0.75, 0.3));
    await finger.move(onPicture(0.5, 0.8));
    await finger.lift();
    await expect(point).toHaveAttribute("aria-valuetext", "50% from the left, 80% from the top");

    const onSeam = await pictureOf(seam);
    await tap(onSeam(0.8, 0.2));
    await expect(seam).toHaveAttribute("aria-valuetext", "80% from the left");
    await finger.press(onSeam(0.8, 0.2));
    await finger.move(onSeam(0.5, 0.22));
    await finger.lift();
    await expect(seam).toHaveAttribute("aria-valuetext", "50% from the left");

    // Last: a tap soon after it would only stop the page.
    for (const [slider, text] of [
      [point, "50% from the left, 80% from the top"],
      [seam, "50% from the left"],
    ] as const) {
      const place = await pictureOf(slider);
      const before = await scrolled();
      await finger.press(place(0.2, 0.9));
      await finger.move(place(0.22, 0.2));
      await finger.lift();
      await expect.poll(scrolled).toBeGreaterThan(before);
      await expect(slider).toHaveAttribute("aria-valuetext", text);
    }
  });
});
