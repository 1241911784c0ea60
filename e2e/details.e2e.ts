import type { Page } from "@playwright/test";
import sharp from "sharp";
import { fingerOn } from "./support/finger.ts";
import { expect, expectNoAxeViolations, logIn, test } from "./support/fixtures.ts";
import { holdBack } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectNoSidewaysScroll, seamOf } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

test("the slider moves the seam to either end by keyboard, its focus ring in the window", async ({ page }) => {
  await page.goto("/details/0");
  const slider = page.getByRole("slider", { name: "Built to Drawn" });
  const seam = () => seamOf(page.getByRole("img", { name: /finished screen/ }));
  await expect(slider).toHaveAttribute("aria-valuenow", "26");
  await slider.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "31");
  await expect.poll(seam).toBeCloseTo(31, 0);
  await slider.press("ArrowLeft");
  await slider.press("ArrowDown");
  await expect(slider).toHaveAttribute("aria-valuenow", "21");
  await slider.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  await expect.poll(seam).toBeLessThanOrEqual(-10);
  await slider.press("PageUp");
  await expect(slider).toHaveAttribute("aria-valuenow", "20");
  await slider.press("PageUp");
  await slider.press("PageDown");
  await expect(slider).toHaveAttribute("aria-valuenow", "20");
  await slider.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", "100% Drawn");
  await expect.poll(seam).toBeGreaterThanOrEqual(100);
  await slider.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "100");

  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const key of ["Home", "End"]) {
      await slider.press(key);
      const grip = page.locator("[data-grip]");
      await expect(grip).toHaveCSS("outline-style", "solid");
      const inside = () =>
        grip.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left - 6 >= 0 && right + 6 <= innerWidth;
        });
      await expect.poll(inside, `${key} at ${width} px`).toBe(true);
    }
  }
});

test("in the dark theme a line in the pencil colour runs along the seam", async ({ page }) => {
  const line = (part: number) =>
    page
      .locator("#case-picture [class*=handles] > i")
      .nth(part)
      .evaluate((handle) => {
        const { borderLeftWidth, borderTopWidth } = getComputedStyle(handle, "::after");
        return [borderLeftWidth, borderTopWidth];
      });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/details/4");
  expect([await line(0), await line(1), await line(2)]).toEqual([
    ["1px", "0px"],
    ["0px", "1px"],
    ["1px", "0px"],
  ]);
  await page.emulateMedia({ colorScheme: "light" });
  expect([await line(0), await line(1), await line(2)]).toEqual([
    ["0px", "0px"],
    ["0px", "0px"],
    ["0px", "0px"],
  ]);
});

test("the slider follows the pointer while it is pressed, anywhere on the picture", async ({ page }) => {
  await page.goto("/details/3");
  await hydrated(page);
  const slider = page.getByRole("slider");
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error("the slider is not drawn");
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.4, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, middle, { steps: 4 });
  await page.mouse.up();
  await expect(slider).toHaveAttribute("aria-valuenow", "80");
  await page.mouse.move(box.x, middle);
  await expect(slider).toHaveAttribute("aria-valuenow", "80");
  await slider.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Control+Home");
  await expect(slider, "keys of the browser are its own").toHaveAttribute("aria-valuenow", "80");
  await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuenow", "75");

  const picture = page.getByRole("img", { name: /finished screen/ });
  const labels = page.locator("[data-grip] > span");
  await expect(labels).toHaveText(["Drawn", "Built"]);
  await slider.click({ position: { x: 0, y: 20 } });
  await expect(slider).toHaveAttribute("aria-valuetext", "0% Drawn");
  await expect.poll(() => seamOf(picture), "nothing is left drawn").toBeLessThanOrEqual(-10);
  await expect(labels.first(), "a label without room").toHaveCSS("opacity", "0");
  await slider.click({ position: { x: box.width - 1, y: 20 } });
  await expect(slider).toHaveAttribute("aria-valuetext", "100% Drawn");
  await expect.poll(() => seamOf(picture), "nothing is left built").toBeGreaterThanOrEqual(100);
  await expect(labels.first()).toHaveCSS("opacity", "1");
  await expect(labels.last()).toHaveCSS("opacity", "0");
  await page.evaluate(() => scrollTo({ top: 200, behavior: "instant" }));
  const frame = await picture.evaluate((image) => image.closest("[class*=meet]")?.getBoundingClientRect().toJSON());
  const y = frame.top + frame.height / 2;
  await page.mouse.move(frame.left + frame.width * 0.3, y);
  await page.mouse.down();
  await page.mouse.move(frame.left + frame.width * 0.6, y, { steps: 4 });
  await page.mouse.up();
  await expect(slider).toHaveAttribute("aria-valuenow", "60");
  await expect.poll(() => seamOf(picture)).toBeCloseTo(60, 0);
});

/** On a slow connection neither is there at the first touch. */
const slow = "**/assets/{seam-slider,hydrate}-*.js";
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test.describe("by finger", () => {
  test.use(phone);

  const topOf = async (page: Page) => (await page.getByRole("img", { name: /finished screen/ }).boundingBox())?.y ?? 0;
  const sliderValue = (page: Page) => page.getByRole("slider").getAttribute("aria-valuenow");

  test("a finger drags the seam across the picture, and moves nothing where it scrolls", async ({ page }) => {
    await page.goto("/details/0");
    await hydrated(page);
    const slider = page.getByRole("slider");
    const finger = await fingerOn(page);
    const top = await topOf(page);
    await finger.press({ x: 300, y: top + 100 });
    await finger.move({ x: 117, y: top + 104 });
    await finger.lift();
    await expect(slider).toHaveAttribute("aria-valuenow", "30");
    await finger.press({ x: 200, y: top + 160 });
    await finger.move({ x: 204, y: top + 60 });
    await finger.lift();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(slider).toHaveAttribute("aria-valuenow", "30");
  });

  test("a drag that is over before the slider's script arrives moves the seam", async ({ page }) => {
    for (const { to, value } of [
      { to: { x: 117, y: 4 }, value: "30" },
      { to: { x: 304, y: -90 }, value: undefined },
    ]) {
      const release = await holdBack(page, slow);
      await page.goto("/details/0");
      const finger = await fingerOn(page);
      const top = (await topOf(page)) + 100;
      await finger.press({ x: 300, y: top });
      await finger.move({ x: to.x, y: top + to.y });
      await finger.lift();
      release();
      await hydrated(page);
      // Where the seam rests at this width.
      await expect.poll(() => sliderValue(page)).toBe(value ?? "40");
      await page.unrouteAll({ behavior: "wait" });
    }
  });

  test("a drag goes on when the slider's script arrives", async ({ page }) => {
    const release = await holdBack(page, slow);
    await page.goto("/details/0");
    const scripts = await page.locator("html").getAttribute("data-later-scripts");
    expect(scripts, "before those that take long on a slow connection").toMatch(/^\/assets\/seam-slider-/);
    const finger = await fingerOn(page);
    const top = (await topOf(page)) + 100;
    await finger.press({ x: 300, y: top });
    await finger.move({ x: 280, y: top });
    const arrived = page.waitForResponse(/seam-slider/);
    release();
    await arrived;
    await hydrated(page);
    await finger.move({ x: 234, y: top });
    await expect.poll(() => sliderValue(page)).toBe("60");
    await finger.move({ x: 195, y: top });
    await finger.lift();
    await expect.poll(() => sliderValue(page)).toBe("50");
  });
});

test("keys, a click and a drag before the slider's script has arrived move the seam", async ({ page }) => {
  const slider = page.getByRole("slider", { name: "Built to Drawn" });
  const early = async (act: () => Promise<void>) => {
    const release = await holdBack(page, slow);
    await page.goto("/details/0");
    await act();
    release();
    await page.unrouteAll({ behavior: "wait" });
  };
  await early(async () => {
    await slider.focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  });
  await expect(slider).toHaveAttribute("aria-valuenow", "31");
  await early(() => slider.click({ position: { x: 1, y: 20 } }));
  await expect(slider).toHaveAttribute("aria-valuetext", "0% Drawn");
  await early(async () => {
    const frame = await page.locator("#case-picture [data-part=picture]").boundingBox();
    if (!frame) throw new Error("the picture is not drawn");
    await page.mouse.move(frame.width * 0.2, frame.y + 50);
    await page.mouse.down();
    await page.mouse.move(frame.width * 0.7, frame.y + 50, { steps: 4 });
    await page.mouse.up();
  });
  await expect(slider).toHaveAttribute("aria-valuenow", "70");
});

test("of every built-in project the whole seam is in view on phones", async ({ page }) => {
  for (const number of [0, 1, 2, 3, 4, 5, 6]) {
    await page.goto(`/details/${number}`, { waitUntil: "commit" });
    const picture = page.locator("#case-picture");
    await expect(picture.locator("[class*=handles] > i")).toHaveCount(4);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const { hidden, foot, frame } = await picture.evaluate((picture) => {
        const { left, right, width } = picture.getBoundingClientRect();
        const handles = [...picture.querySelectorAll("[class*=handles] > i")];
        // The middle of a handle is at the left edge of its box; it is 7 px wide.
        const places = handles.map((handle) => handle.getBoundingClientRect().left);
        const hidden = places.filter((place) => place < left + 3.5 || place > right - 3.5).length;
        return { hidden, foot: Math.min(...places) - left, frame: width };
      });
      expect(hidden, `/details/${number} at ${width} px`).toBe(0);
      await hydrated(page);
      const distance = async () => {
        const value = Number(await page.getByRole("slider").getAttribute("aria-valuenow"));
        return Math.abs((value / 100) * frame - foot);
      };
      await expect.poll(distance, `/details/${number} at ${width} px`).toBeLessThan(frame / 100);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    const pictures = page.getByRole("article").getByRole("list").last().locator("img");
    await expect(pictures).toHaveCount(3);
    const sides = await pictures.evaluateAll((all) =>
      all.map((picture) => (picture.getBoundingClientRect().x < innerWidth / 4 ? "left" : "right")),
    );
    expect([number, sides.filter((side, place) => side === sides[place - 1])]).toEqual([number, []]);
    // At the same ratio at every width, so that the seam stays in place.
    for (const width of number === 5 ? [390, 768, 1440] : []) {
      await page.setViewportSize({ width, height: 900 });
      const places = () =>
        page.getByRole("img", { name: /finished screen/ }).evaluate((image) => {
          const whole = image.getBoundingClientRect();
          const frame = image.closest("[class*=meet]")?.getBoundingClientRect() ?? whole;
          return { ratio: whole.width / whole.height, left: whole.left - frame.left, top: whole.top - frame.top };
        });
      await expect.poll(places, `${width} px`).toEqual({ ratio: expect.closeTo(1.5, 2), left: 0, top: 0 });
    }
  }
});

test("without JavaScript the picture is shown without the slider", async ({ browser, site, problems }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  problems.watch(context);
  const page = await context.newPage();
  // Never answered.
  await page.route(/\.(webp|avif)$/, () => {});
  await page.goto("/details/0", { waitUntil: "commit" });
  await expect(page.getByRole("img", { name: /finished screen/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /finished screen/ })).toHaveCSS("background-image", /linear-gradient/);
  await expect(page.getByRole("slider")).toHaveCount(0);
  await context.close();
});

test("a picture without a drawing is shown whole; an animated one can be paused", async ({ page }) => {
  await logIn(page);
  const frames = ["#f00", "#00f"].map((background) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const gif = sharp(await Promise.all(frames), { join: { animated: true } }).gif({ delay: [200, 200] });
  const file = { name: "moving.gif", mimeType: "image/gif", buffer: await gif.toBuffer() };
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const headers = { Authorization: `Bearer ${token}` };
  const { url } = await (await page.request.post("/upload", { headers, multipart: { file } })).json();
  const still = { name: "drawn.png", mimeType: "image/png", buffer: (await frames[0]) as Buffer };
  const { url: drawing } = await (await page.request.post("/upload", { headers, multipart: { file: still } })).json();
  const { number } = await (await officeOf(page)).post("/project/new", { title: "Moving", projectImage: url });
  await page.goto(`/details/${number}`);
  await expect(page.getByRole("slider")).toHaveCount(0);
  const picture = page.getByRole("img", { name: "Moving, finished screen" });
  await expect(picture).toHaveCSS("clip-path", "none");
  const source = () => picture.evaluate((image: HTMLImageElement) => /[.](avif|webp)$/.exec(image.currentSrc)?.[1]);
  await expect.poll(source).toBe("webp");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.poll(source).toBe("avif");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(source).toBe("webp");
  // Beside a drawing too, in the frame that crops both, and where the mouse moves the seam.
  await (await officeOf(page)).put(`/project/edit/moving`, { drawnImage: drawing });
  await page.goto(`/details/${number}`);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.poll(source).toBe("avif");
  await page.getByRole("button", { name: "Play" }).click();
  const box = await page.getByRole("button", { name: "Pause" }).boundingBox();
  const frame = await page.locator("[data-part=picture]").first().boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(source).toBe("avif");
  await expect(page.getByRole("button", { name: "Pause" })).toBeHidden();
  await expectNoSidewaysScroll(page);
});
