import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { holdHydration } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeAt } from "./support/office.ts";
import { startSite } from "./support/server.ts";

const reviews = (page: Page) => page.getByRole("region", { name: "What clients say" });

/** The slides that are wholly in view, from left to right. */
async function shown(page: Page): Promise<string[]> {
  return reviews(page).evaluate((region) => {
    const slides = [...region.querySelectorAll("[aria-roledescription=slide]")];
    const view = slides[0]?.parentElement?.parentElement?.getBoundingClientRect();
    const left = (slide: Element) => slide.getBoundingClientRect().left;
    const inView = (slide: Element) =>
      view && left(slide) >= view.left - 2 && slide.getBoundingClientRect().right <= view.right + 2;
    return slides
      .filter(inView)
      .sort((a, b) => left(a) - left(b))
      .map((slide) => slide.getAttribute("aria-label") ?? "");
  });
}

/**
 * Before the page is opened: writes down how long each movement of the reviews is to take. Time is the test's, when it
 * asks for it.
 */
async function watchMovements(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const { duration } = options as KeyframeAnimationOptions;
      if (this.closest("#reviews")) document.documentElement.dataset.movements = `${movements()}${duration} `;
      return animate.call(this, frames, options);
    };
    const movements = () => document.documentElement.dataset.movements ?? "";
  });
}

const movementsOf = async (page: Page) =>
  ((await page.evaluate(() => document.documentElement.dataset.movements)) ?? "")
    .split(" ")
    .filter(Boolean)
    .map(Number);

/** How often they move while so much time passes at once. */
async function movesIn(page: Page, ms: number): Promise<number> {
  const before = (await movementsOf(page)).length;
  await page.clock.runFor(ms);
  return (await movementsOf(page)).length - before;
}

/** Neither pointer nor focus rests on the reviews. */
async function letGo(page: Page) {
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}

const perWidth = [
  [1440, 3],
  [1024, 3],
  [1023, 2],
  [599, 2],
  [480, 2],
  [479, 1],
  [320, 1],
] as const;

test("the reviews advance in view until Pause, pointer or focus", async ({ page }) => {
  await watchMovements(page);
  await page.goto("/");
  await reviews(page).scrollIntoViewIfNeeded();
  const pause = reviews(page).getByRole("button", { name: "Pause" });

  await expect.poll(() => shown(page)).toEqual(expect.not.arrayContaining(["1 of 5"]));
  await pause.click();
  await letGo(page);
  const play = reviews(page).getByRole("button", { name: "Play" });
  await expect(play).toBeVisible();
  await expect.poll(() => shown(page)).toHaveLength(3);
  const still = await shown(page);
  expect(await movesIn(page, 10_000)).toBe(0);
  expect(await shown(page)).toEqual(still);

  await play.click();
  await letGo(page);
  await expect(pause).toBeVisible();
  await expect(page.locator("#reviews")).toHaveAttribute("aria-live", "off");
  expect(await movesIn(page, 2_000)).toBeGreaterThan(0);

  const strip = page.locator("#reviews");
  await strip.hover();
  await expect(strip).toHaveAttribute("aria-live", "polite");
  expect(await movesIn(page, 10_000)).toBe(0);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await page.mouse.move(5, 5);
  await expect(strip).toHaveAttribute("aria-live", "polite");
  expect(await movesIn(page, 10_000)).toBe(0);
  await reviews(page).getByRole("button", { name: "Next slide" }).focus();
  await expect(strip).toHaveAttribute("aria-live", "polite");
  expect(await movesIn(page, 10_000)).toBe(0);
  await letGo(page);
  await strip.scrollIntoViewIfNeeded();
  await expect(strip).toHaveAttribute("aria-live", "off");
  await page.clock.pauseAt(Date.now() + 60_000);

  // More than a whole round of five.
  expect(await movesIn(page, 12_000)).toBe(6);
  expect(new Set(await movementsOf(page))).toEqual(new Set([500]));
  await expect.poll(() => shown(page)).toHaveLength(3);
  await expect(page.locator("#hero-slides > [data-current]"), "the hero stays").toHaveAttribute("aria-label", "1 of 3");

  await page.setViewportSize({ width: 320, height: 844 });
  const names = ["Review 1", "Review 5", "Pause", "Previous slide", "Next slide"];
  const middles = await Promise.all(
    names.map(async (name) => {
      const box = await reviews(page).getByRole("button", { name }).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    }),
  );
  expect(Math.min(...middles)).not.toBe(0);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(1);
});

test("with reduced motion the reviews stay; arrows and dots cycle through them", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await watchMovements(page);
  await page.goto("/");
  await expect.poll(() => shown(page)).toHaveLength(3);
  await hydrated(page);
  await expect(reviews(page).getByRole("button", { name: "Pause" })).toBeHidden();
  await page.clock.runFor(10_000);
  expect(await shown(page)).toEqual(["1 of 5", "2 of 5", "3 of 5"]);
  const press = (name: string) => reviews(page).getByRole("button", { name }).click();

  await press("Previous slide");
  await expect.poll(() => shown(page)).toEqual(["5 of 5", "1 of 5", "2 of 5"]);
  await press("Next slide");
  await press("Next slide");
  await expect.poll(() => shown(page)).toEqual(["2 of 5", "3 of 5", "4 of 5"]);
  // Only their places have changed, so the words are said.
  await expect(reviews(page).getByRole("status")).toHaveText(/^2 of 5: No surprises. .* Founder/);
  await press("Review 5");
  await expect.poll(() => shown(page)).toEqual(["5 of 5", "1 of 5", "2 of 5"]);
  await expect(reviews(page).getByRole("button", { name: "Review 5" })).toHaveAttribute("aria-current", "true");

  for (const [width, count] of perWidth) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => shown(page), `at ${width} px`).toHaveLength(count);
  }
});

test("a press while the reviews hydrate leaves them where they are to be", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // The press comes between the effects of the hydration and what they begin, with frames before that, as on a slow phone.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      setTimeout(() => post.apply(this, message as [unknown]), 200);
    };
    const press = () => {
      const place = document.querySelector("[data-island=reviews]");
      if (!place || !Object.keys(place).some((key) => key.startsWith("__reactContainer"))) requestAnimationFrame(press);
      else place.querySelector<HTMLElement>("[aria-label='Previous slide']")?.click();
    };
    press();
  });
  await page.goto("/");
  await reviews(page).scrollIntoViewIfNeeded();
  await hydrated(page);
  await expect.poll(() => shown(page)).toEqual(["5 of 5", "1 of 5", "2 of 5"]);
});

test("reviews scrolled before they hydrate go on from there", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const hydrate = await holdHydration(page);
  await page.goto("/");
  await reviews(page).scrollIntoViewIfNeeded();
  const strip = page.locator("#reviews");
  await strip.hover();
  await page.mouse.wheel(900, 0);
  await expect.poll(() => shown(page)).not.toContain("1 of 5");
  /** After two frames. */
  const left = async () => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return (await shown(page))[0];
  };
  await expect.poll(async () => [await left(), await left(), await left()]).toEqual(["3 of 5", "3 of 5", "3 of 5"]);
  hydrate();
  await hydrated(page);
  await expect.poll(() => shown(page)).toEqual(["3 of 5", "4 of 5", "5 of 5"]);
  expect(await strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
});

test("the first review in view is larger, while nothing below it moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await hydrated(page);
  /** Widths of the slides in view and how far the halves of their pictures are apart, from left to right. */
  const read = async () => {
    const names = await shown(page);
    const slides = names.map((name) => reviews(page).getByRole("group", { name }));
    return Promise.all(
      slides.map((slide) =>
        slide.evaluate((element) => {
          const [drawn, built] = [...element.querySelectorAll("img")].map(
            (image) => image.getBoundingClientRect().left,
          );
          const { width, top } = element.getBoundingClientRect();
          return { width: Math.round(width), top: Math.round(top), apart: Math.round((built ?? 0) - (drawn ?? 0)) };
        }),
      ),
    );
  };
  for (const [width, larger] of [
    [1024, 1.35],
    [768, 1.25],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const height = async () => (await reviews(page).boundingBox())?.height;
    // In another width a review may be cut, and get the button that opens it.
    let before: number | undefined;
    const isSettled = async () => {
      const earlier = before;
      before = await height();
      return before === earlier;
    };
    await expect.poll(isSettled).toBe(true);
    for (let step = 0; step < 5; step++) {
      await reviews(page).getByRole("button", { name: "Next slide" }).click();
      await expect
        .poll(async () => (await read()).map(({ apart }) => apart > 4))
        .toEqual(width > 1000 ? [false, true, true] : [false, true]);
      const [first, ...others] = await read();
      for (const each of others) {
        expect((first?.width ?? 0) / each.width, `at ${width} px`).toBeCloseTo(larger, 1);
        expect(each.top).toBe(first?.top);
      }
      expect(await height(), `at ${width} px`).toBe(before);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await read()).map(({ apart }) => apart)).toEqual([0]);
  await expectNoAxeViolations(page);
});

test("a review that goes round the end crosses no other; pressed again, an arrow counts on", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await hydrated(page);
  await reviews(page).hover();
  await expect(page.locator("#reviews")).toHaveAttribute("aria-live", "polite");
  const overlaps = await reviews(page).evaluate(async (region) => {
    const slides = [...region.querySelectorAll("[aria-roledescription=slide]")];
    const most = () => {
      const edges = slides.map((slide) => slide.getBoundingClientRect()).sort((a, b) => a.left - b.left);
      return Math.max(...edges.map(({ left }, index) => (edges[index - 1]?.right ?? left) - left));
    };
    const seen: number[] = [];
    for (const name of ["Previous slide", "Next slide"]) {
      region.querySelector<HTMLElement>(`[aria-label='${name}']`)?.click();
      for (const end = performance.now() + 900; performance.now() < end; ) {
        await new Promise(requestAnimationFrame);
        seen.push(most());
      }
    }
    return seen;
  });
  expect(overlaps.length).toBeGreaterThan(4);
  expect(Math.max(...overlaps)).toBeLessThanOrEqual(1);

  const orders = await reviews(page).evaluate((region) => {
    const next = region.querySelector<HTMLElement>("[aria-label='Next slide']");
    for (let press = 0; press < 3; press++) next?.click();
    return [...region.querySelectorAll<HTMLElement>("[aria-roledescription=slide]")].map(({ style }) => style.order);
  });
  expect(orders, "two movements are over, the third is under way").toEqual(["3", "4", "0", "1", "2"]);
  await expect.poll(() => shown(page)).toEqual(["4 of 5", "5 of 5", "1 of 5"]);
});

test("a single review takes the whole width; a long one is cut until Read more", async ({ page }) => {
  const site = await startSite({ SEED: "off" });
  const office = await officeAt(page.request, site.url);
  const add = (review: object) => office.post("/review/add", review);
  const words = "They drew it before they built it. ".repeat(60).trim();
  await add({ fullName: "Head of Product", feedback: words });
  const card = page.getByRole("figure");
  const text = card.getByText("They drew it");
  const isCut = () => text.evaluate((element) => element.scrollHeight > element.clientHeight + 1);
  const more = reviews(page).getByRole("button", { name: "Read more of the review by Head of Product" });
  // A phone shows one card at a time, so a short review is alone in one as high as this.
  for (const [width, highest] of [
    [1440, 700],
    [390, 400],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.url);
    await hydrated(page);
    await card.scrollIntoViewIfNeeded();
    await expect(more).toHaveAttribute("aria-expanded", "false");
    await expect(reviews(page).getByRole("button")).toHaveCount(1);
    expect(await isCut()).toBe(true);
    const strip = await page.locator("#reviews").boundingBox();
    const closed = await card.boundingBox();
    expect(closed?.width).toBe(strip?.width);
    expect(closed?.height).toBeLessThan(highest);
    await more.click();
    await expect.poll(isCut).toBe(false);
    await reviews(page).getByRole("button", { name: "Read less of" }).click();
    await expect.poll(isCut).toBe(true);
  }
  await expectNoAxeViolations(page);
  await page.emulateMedia({ media: "print" });
  expect(await isCut()).toBe(false);
  await page.emulateMedia({ media: null });

  // Beside it, short ones are no higher than the cut one.
  await add({ fullName: "Founder", feedback: "Good." });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site.url);
  await expect.poll(() => shown(page)).toHaveLength(2);
  const [long, short] = await Promise.all([card.first().boundingBox(), card.last().boundingBox()]);
  expect(short?.height).toBe(long?.height);
  expect(short?.width).toBe(long?.width);
  expect(long?.height).toBeLessThan(700);

  for (let index = 0; index < 7; index++) await add({ fullName: "Founder", feedback: words });
  const release = await holdHydration(page);
  await page.goto(site.url);
  // Once the page is hydrated, the buttons of the long ones stand before the one that was pressed.
  await reviews(page).getByRole("button", { name: "Next slide" }).click();
  release();
  await expect(reviews(page).getByText("2 / 9")).toBeVisible();
  await reviews(page).getByRole("button", { name: "Previous slide" }).click();
  await expect(reviews(page).getByText("1 / 9")).toBeVisible();
  await expect(reviews(page).getByRole("button", { name: /^Review / })).toHaveCount(0);
  await reviews(page).getByRole("button", { name: "Previous slide" }).click();
  await expect(reviews(page).getByText("9 / 9")).toBeVisible();
  await expect(page.getByText("Read more")).toHaveCount(8);
  await page.getByRole("group", { name: "5 of 9" }).getByRole("button").focus();
  await expect.poll(() => shown(page), "the review that has the focus").toContain("5 of 9");
  // They may still be moving there.
  const isFirstNamed = async () => {
    const [first = ""] = await shown(page);
    return reviews(page).getByText(first.replace("of", "/")).isVisible();
  };
  await expect.poll(isFirstNamed).toBe(true);
  expect(await page.locator("#reviews").evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  await expectNoSidewaysScroll(page);
  const escaping = await page
    .locator("#reviews .vh")
    .evaluateAll((all) => all.filter((hidden) => !(hidden as HTMLElement).offsetParent?.closest("#reviews")).length);
  expect(escaping, "hidden words that the strip does not clip").toBe(0);
  await page.goto("about:blank");
  await site.close();
});
