import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { holdBack, holdHydration } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";

test("the hero's arrows and keys lead through all slides; only the text fades", async ({ page }) => {
  await page.goto("/");
  const hero = page.getByRole("region", { name: "What we do" });
  const heading = page.getByRole("heading", { level: 1 });
  await hydrated(page);
  // The first press adds the other slides.
  for (const [before, now] of [
    [1, 2],
    [2, 3],
  ]) {
    const seen = await page.evaluate(
      async ([before, now]) => {
        document.querySelector<HTMLElement>('[aria-label="Next slide"]')?.click();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        // Back to their beginning, however long the two frames took.
        const running = document.querySelector("#hero-slides")?.getAnimations({ subtree: true }) ?? [];
        for (const animation of running) {
          animation.pause();
          animation.currentTime = 0;
        }
        const slide = document.querySelector(`[aria-label="${now} of 3"]`);
        const opacity = (part: Element | null | undefined): number =>
          part ? Number(getComputedStyle(part).opacity) * opacity(part.parentElement) : 1;
        const seen = {
          picture: opacity(slide?.querySelector("[class*=meet]")),
          button: opacity(slide?.querySelector("[href='#quote']")),
          buttonBefore: opacity(document.querySelector(`[aria-label="${before} of 3"] [href='#quote']`)),
          text: opacity(slide?.querySelector(".lead")),
        };
        for (const animation of running) animation.finish();
        return seen;
      },
      [before, now],
    );
    expect(seen).toEqual({ picture: 1, button: 1, buttonBefore: 0, text: expect.any(Number) });
    expect(seen.text, `slide ${now}`).toBeLessThan(0.5);
  }

  await hero.getByRole("button", { name: "Next slide" }).click();
  await expect(heading).toHaveText("Where Ideas meet Reality");
  const weight = await heading.evaluate((element) => getComputedStyle(element).fontWeight);
  await hero.getByRole("button", { name: "Previous slide" }).click();
  await expect(heading).toHaveText("Your team, plus ours");
  await expect(heading).toHaveCSS("font-weight", weight);
  await hero.getByRole("button", { name: "Next slide" }).click();
  await expect(heading).toHaveText("Where Ideas meet Reality");
  await hero.getByRole("button", { name: "Next slide" }).click();
  await expect(heading).toHaveText("From contract to first user");
  await expect(hero.getByRole("group", { name: "2 of 3" })).toBeVisible();

  // While the slides change, the former one's is there too.
  await hero.getByRole("group", { name: "2 of 3" }).getByRole("button", { name: "Start Building" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(heading).toHaveText("Your team, plus ours");
  // The browser's own, for its history.
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(heading).toHaveText("From contract to first user");
});

/** On a slow connection the page can be read and pressed before its script is there. @returns what lets the script come */
async function goWithoutScript(page: Page): Promise<() => void> {
  const release = await holdBack(page, "**/assets/entry*.js");
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("region", { name: "What we do" }).getByRole("button", { name: "Next slide" }).waitFor();
  return release;
}

test("what is pressed before the page's script has arrived is done once it has", async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  const next = page.getByRole("button", { name: "Next slide" }).first();
  const press: Record<string, () => Promise<void>> = {
    button: async () => {
      await next.click();
      await expect(next, "answers at once").toHaveAttribute("aria-busy", "true");
    },
    "arrow key": async () => {
      await next.focus();
      await page.keyboard.press("ArrowRight");
    },
  };
  for (const [what, pressIt] of Object.entries(press)) {
    const release = await goWithoutScript(page);
    await pressIt();
    release();
    await expect(heading, what).toHaveText("From contract to first user");
    await expect(page.locator("html")).toHaveAttribute("data-hydrated");
    await expect(next).not.toHaveAttribute("aria-busy");
    // Once, not twice.
    await expect(page.getByRole("group", { name: "2 of 3" })).toBeVisible();
  }
  const release = await goWithoutScript(page);
  await page.locator("[data-theme-toggle]:visible").first().click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  release();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the hero moved before React has arrived stays there when the page hydrates", async ({ page }) => {
  const release = await holdBack(page, "**/assets/react-*.js");
  await page.goto("/");
  const heading = page.getByRole("heading", { level: 1 });
  const next = page.getByRole("region", { name: "What we do" }).getByRole("button", { name: "Next slide" });
  await next.click();
  await expect(heading).toHaveText("From contract to first user");
  await expect(next).not.toHaveAttribute("aria-busy");
  await page.keyboard.press("ArrowRight");
  await expect(heading).toHaveText("Your team, plus ours");
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  release();
  await hydrated(page);
  // What came after hydration is answered once, too.
  await expect(heading).toHaveText("Your team, plus ours");
  await next.click();
  await expect(heading).toHaveText("Where Ideas meet Reality");
});

test("a key that was answered before hydration is not answered again by it", async ({ page }) => {
  const release = await holdHydration(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Start Building" }).focus();
  // The focus brings what answers to the visitor, and makes the panel a modal dialog; React is still to come.
  await expect(page.locator("#quote")).toHaveAttribute("data-hydrated");
  await page.keyboard.press(" ");
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  release();
  await hydrated(page);
  await expect(page.locator("link[rel=manifest]")).toBeAttached();
  await expect(panel).toBeHidden();
});

for (const [when, goTo] of [
  ["once the page is hydrated", async (page: Page) => void (await page.goto("/").then(() => hydrated(page)))],
  ["before the page's script has arrived", goWithoutScript],
] as const)
  test(`${when} a touch swipe moves the hero to the next slide`, async ({ browser, site }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const release = await goTo(page);

    const finger = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: 420 }] });
    await touch("touchStart", 320);
    for (const x of [280, 220, 160, 100]) await touch("touchMove", x);
    await touch("touchEnd", 100);

    release?.();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From contract to first user");
    await context.close();
  });

test("Start Building stays in place when the slides change", async ({ page, office }) => {
  const top = async (slide: string) => {
    const button = page.getByRole("group", { name: slide }).getByRole("button", { name: "Start Building" });
    return button.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));
  };
  const longer = "From [contract] / to the first user who trusts it";
  for (const words of [undefined, longer]) {
    if (words) await office.put("/site/edit", { edits: [{ path: "home.heroSlides.1.mainHeading", value: words }] });
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto("/");
      await page.evaluate(() => document.fonts.ready);
      const tops = [await top("1 of 3")];
      for (const slide of ["2 of 3", "3 of 3"]) {
        await page.getByRole("region", { name: "What we do" }).getByRole("button", { name: "Next slide" }).click();
        await expect(page.getByRole("group", { name: slide })).toBeVisible();
        tops.push(await top(slide));
      }
      expect(tops, `at ${width} px`).toEqual([tops[0], tops[0], tops[0]]);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    }
  }
  await office.put("/site/edit", { edits: [{ path: "home.heroSlides.1.mainHeading", value: null }] });
});

test("the hero's seam is moved by keys, mouse and finger", async ({ page, browser, site }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await hydrated(page);
  const hero = page.getByRole("region", { name: "What we do" });
  const slider = hero.getByRole("slider", { name: "Built to Drawn" });
  const heading = page.getByRole("heading", { level: 1 });
  /** How much of the words, from the left, is drawn: a share of their width. */
  const drawn = () => slider.evaluate((grip) => Number(getComputedStyle(grip).getPropertyValue("--cut")));
  const rest = Number(await slider.getAttribute("aria-valuenow"));
  expect(rest).toBeGreaterThan(0);
  expect(await drawn()).toBe(0);
  await slider.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", "100% Drawn");
  expect(await drawn()).toBe(1);
  await expect(heading, "no arrow key of the seam changes the slide").toHaveText("Where Ideas meet Reality");
  await slider.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuenow", "95");
  await expect(heading).toHaveText("Where Ideas meet Reality");

  const picture = page.locator("#hero-slides [data-current] [data-part=picture]");
  const box = await picture.boundingBox();
  if (!box) throw new Error("the picture is not drawn");
  await page.mouse.move(box.x + box.width * 0.9, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect(slider).toHaveAttribute("aria-valuenow", "60");
  await expect(picture, "WebKit selects what a drag begins on").toHaveCSS("user-select", "none");

  // Of words that the browser has translated there is no drawn copy: they stay whole.
  await slider.press("Home");
  await heading.evaluate((element) => {
    for (const node of element.querySelectorAll("span")) node.textContent = "Ideen";
  });
  await slider.press("End");
  await expect(slider).toHaveAttribute("aria-valuenow", "100");
  expect(await drawn()).toBe(0);
  await heading.evaluate((element) => {
    for (const node of element.querySelectorAll("span")) node.textContent = "Ideas";
  });

  // What is drawn of the button is the button.
  await slider.press("End");
  await page.getByRole("button", { name: "Start Building" }).click({ position: { x: 8, y: 8 } });
  await expect(page.getByRole("dialog", { name: "Get a Quote" })).toBeVisible();
  await page.keyboard.press("Escape");

  await hero.getByRole("button", { name: "Next slide" }).click();
  await expect(heading).toHaveText("From contract to first user");
  await hero.getByRole("slider").press("Home");
  await expect(hero.getByRole("slider")).toHaveAttribute("aria-valuetext", "0% Drawn");

  const phone = await browser.newContext({
    baseURL: site.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const touched = await phone.newPage();
  await touched.goto("/");
  await hydrated(touched);
  const grip = touched.getByRole("slider");
  // The page opens with a pass of the seam.
  await touched
    .getByRole("group", { name: "1 of 3" })
    .evaluate((slide) => Promise.all(slide.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  const place = await grip.boundingBox();
  if (!place) throw new Error("the grip is not drawn");
  const finger = await phone.newCDPSession(touched);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: place.y + 24 }] });
  await touch("touchStart", place.x + 24);
  for (const x of [200, 250, 312]) await touch("touchMove", x);
  await touch("touchEnd", 312);
  await expect(grip).toHaveAttribute("aria-valuenow", "80");
  await expect(touched.getByRole("heading", { level: 1 })).toHaveText("Where Ideas meet Reality");
  await phone.close();

  const handle = page.getByRole("slider").first();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.mouse.move(5, 5);
    const ink = await page.locator("body").evaluate((body) => getComputedStyle(body).color);
    await expect(handle).toHaveCSS("color", ink);
    await handle.hover();
    await expect(handle).not.toHaveCSS("background-color", await handle.getByText("Built").evaluate(groundOf));
    await expect(handle.getByText("Built")).toHaveCSS("color", ink);
  }
});

const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
