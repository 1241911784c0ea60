import { pass, stopTime } from "./support/clock.ts";
import { expect, test } from "./support/fixtures.ts";
import { holdHydration } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";

const last = "How can I track progress?";

test("without JavaScript too opening a question closes the other one", async ({ browser, site, problems }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  problems.watch(context);
  const page = await context.newPage();
  await page.goto("/about");
  await page.locator("summary", { hasText: last }).click();
  await expect(page.locator("details[open]")).toHaveCount(1);
  await expect(page.locator("details[open]")).toContainText(last);
  await page.keyboard.press("Enter");
  await expect(page.locator("details[open]")).toHaveCount(0);
  await context.close();
});

test("About's counters count up once, for three seconds when they are first in view", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto("/about");
  await hydrated(page);
  await stopTime(page);
  const figures = page.getByRole("main").locator("li b");
  await expect(figures).toHaveText(["6+", "50+", "200+"]);
  await figures.first().scrollIntoViewIfNeeded();
  // While it counts, the final number is what is heard.
  const counting = page.getByRole("main").getByRole("img", { name: /^(6|50|200)[+]$/ });
  await expect(counting).toHaveCount(3);
  const pluses = () =>
    figures.locator("i").evaluateAll((all) =>
      all.map((plus) => {
        const { left, top } = plus.getBoundingClientRect();
        return [Math.round(left), Math.round(top)];
      }),
    );
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[];
      const isFigure = shifts.some(({ sources }) =>
        sources.some(({ node }) => node?.parentElement?.closest("[data-count-up]")),
      );
      if (isFigure) document.documentElement.dataset.shifted = "";
    }).observe({ type: "layout-shift" });
  });
  const before = await pluses();
  await pass(page, 500);
  await expect(figures.last()).not.toHaveText(/^200/);
  for (const figure of await figures.all()) await expect(figure.getByText("+", { exact: true })).toBeVisible();
  expect(await pluses()).toEqual(before);
  await pass(page, 2_300);
  await expect(counting).toHaveCount(3);
  await expect(figures.first(), "the 6 takes three seconds").toHaveText("5+");
  await pass(page, 400);
  await expect(counting).toHaveCount(0);
  await expect(figures).toHaveText(["6+", "50+", "200+"]);
  expect(await pluses()).toEqual(before);
  await expect(page.locator("html")).not.toHaveAttribute("data-shifted");
  await page.evaluate(() => scrollTo(0, 0));
  await figures.first().scrollIntoViewIfNeeded();
  await pass(page, 200);
  await expect(figures).toHaveText(["6+", "50+", "200+"]);
});

test("the counters count before React is loaded, and on while the page hydrates", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const counted: { figure: string | null; isHydrated: boolean }[] = [];
    Object.assign(window, { counted });
    const note = (changes: MutationRecord[]) => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && "countUp" in target.dataset)
          counted.push({ figure: target.ariaLabel, isHydrated: "hydrated" in document.documentElement.dataset });
    };
    new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["aria-label"] });
  });
  const release = await holdHydration(page);
  await page.goto("/about");
  await page.locator("[data-count-up]").first().scrollIntoViewIfNeeded();
  const first = () => page.evaluate(() => (window as unknown as { counted: unknown[] }).counted[0]);
  await expect.poll(first).toEqual({ figure: "6+", isHydrated: false });
  release();
  await hydrated(page);
  const figures = page.getByRole("main").locator("li b");
  await figures.last().scrollIntoViewIfNeeded();
  await expect(figures).toHaveText(["6+", "50+", "200+"]);
});

test("no counter falls below 0 where a frame's time lies before its start, as in a busy browser", async ({ page }) => {
  await page.addInitScript(() => {
    const nextFrame = requestAnimationFrame;
    Object.assign(window, { requestAnimationFrame: (run: FrameRequestCallback) => nextFrame((now) => run(now - 400)) });
    const shown: string[] = [];
    Object.assign(window, { shown });
    const note = (changes: MutationRecord[]) => {
      for (const { target } of changes) if (target.parentElement?.ariaLabel) shown.push(target.nodeValue ?? "");
    };
    new MutationObserver(note).observe(document, { subtree: true, characterData: true });
  });
  await page.goto("/about");
  const figures = page.getByRole("main").locator("li b");
  await figures.first().scrollIntoViewIfNeeded();
  await expect(figures.last()).toHaveAttribute("aria-label", "200+");
  await expect(figures.last()).not.toHaveAttribute("aria-label");
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(shown).toContain("0");
  expect(shown.filter((figure) => !/^\d+$/.test(figure))).toEqual([]);
});

test("with less motion About's figures stand at once, and the steps of a project level", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/about");
  await hydrated(page);
  await stopTime(page);
  const figures = page.getByRole("main").locator("li b");
  await figures.first().scrollIntoViewIfNeeded();
  await pass(page, 500);
  await expect(figures).toHaveText(["6+", "50+", "200+"]);
  const steps = page.getByRole("heading", { name: "How a project runs" }).locator("xpath=ancestor::section//h3");
  await expect(steps).toHaveCount(6);
  // Until it is laid out, it has no boxes.
  await steps.last().scrollIntoViewIfNeeded();
  const tops = await steps.evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top));
  expect(new Set(tops).size, `${tops}`).toBe(1);
  for (const width of [992, 1100, 1200, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const gaps = await page.locator("main li b").evaluateAll((figures) => {
      const boxes = figures.map((figure) => {
        const range = document.createRange();
        range.selectNodeContents(figure);
        return range.getBoundingClientRect();
      });
      return boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0));
    });
    expect(gaps).toHaveLength(2);
    expect(Math.min(...gaps), `at ${width} px`).toBeGreaterThan(24);
  }
});
