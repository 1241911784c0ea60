import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectNoSidewaysScroll, expectPaintedReadable } from "./support/looks.ts";

// Forced colours, less motion, twice the size, no pictures, a theme of one's own.

const paths = ["/", "/portfolio", "/about", "/career", "/details/0"];

test("in forced colours controls keep an outline, and text stays readable", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await page.goto("/");
  await hydrated(page);
  for (const control of [
    page.getByRole("button", { name: "Start Building" }),
    page.getByRole("main").getByLabel("Message"),
    page.getByRole("main").getByRole("button", { name: "Send Message" }),
    page.getByRole("main").getByRole("button", { name: "Next slide" }).first(),
  ]) {
    await control.scrollIntoViewIfNeeded();
    const drawn = await control.evaluate((element) =>
      [element, ...element.querySelectorAll("*")].some((one) => {
        const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(one);
        return (borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1) || outlineStyle !== "none";
      }),
    );
    expect(drawn, `${control} has an edge`).toBe(true);
  }
  expect(await unreadable(page)).toEqual([]);
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  await expect(panel.getByRole("button", { name: "Send Message" })).toBeVisible();
  expect(await unreadable(page)).toEqual([]);
});

test("in forced colours every control's text is readable as painted, in both themes", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const readable = async (where: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectPaintedReadable(page, `${where}, ${colorScheme}`);
    }
  };
  for (const path of paths) {
    await page.goto(path);
    await hydrated(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
    await readable(path);
  }
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).hover();
  await readable("pointed at");
});

test("pages have large touch targets, and fit with more text spacing and size", async ({ page }) => {
  const widths = [320, 390, 768, 992, 1280, 1440];
  for (const path of [...paths, "/privacy"]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await hydrated(page);
    await expectNoSidewaysScroll(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("header a, header button, main button, main summary, footer a, footer button")]
        .filter((target) => target.checkVisibility())
        .map((target) => ({ name: target.textContent || target.ariaLabel, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 24 || box.width < 24 || box.right > innerWidth + 1)
        .map(({ name }) => name),
    );
    expect(small, `too small for a finger on ${path}`).toEqual([]);
    for (const width of path === "/about" ? widths : []) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => linesOfFigures(page), `${width} px`).toEqual([1, 1, 1]);
    }
    // WCAG 1.4.12, as a visitor's own style sheet sets it.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }",
      );
      document.adoptedStyleSheets.push(sheet);
    });
    await expectNoSidewaysScroll(page, [...widths, 2560]);

    await page.evaluate(() => {
      document.adoptedStyleSheets.pop();
      document.documentElement.style.setProperty("font-size", "200%");
    });
    await expectNoSidewaysScroll(page, [320, 390, 992, 1280]);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("main h1, main h2, main h3, main p, main summary, header a, footer a")]
        .filter((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          const reachesOut = range.getBoundingClientRect().right > innerWidth + 1;
          // What reaches out of a box that hides nothing, as the guide lines of a drawn word do, is seen all the same.
          const hides = getComputedStyle(text).overflowX !== "visible" && text.scrollWidth > text.clientWidth + 2;
          // A slide waits outside until it is its turn.
          const slide = text.closest("[aria-roledescription=slide]")?.getBoundingClientRect();
          const waits = slide !== undefined && (slide.right > innerWidth + 1 || slide.left < 0);
          return text.checkVisibility() && text.clientWidth !== 1 && !waits && (reachesOut || hides);
        })
        .map((text) => text.textContent),
    );
    expect(cut, `cut off on ${path}`).toEqual([]);
  }
});

/** How many lines each of the counters takes. */
const linesOfFigures = (page: Page) =>
  page
    .getByRole("main")
    .locator("li > b")
    .evaluateAll((figures) =>
      figures.map(
        (figure) =>
          new Set(
            [...figure.childNodes].flatMap((node) => {
              const range = document.createRange();
              range.selectNodeContents(node);
              const box = range.getBoundingClientRect();
              return box.height > 0 ? [Math.round(box.top / 20)] : [];
            }),
          ).size,
      ),
    );

/** Texts whose colour is that of what lies behind them. */
function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const behind = (element: Element | null): string => {
      if (!element) return "";
      const { backgroundColor } = getComputedStyle(element);
      return /, 0\)$|transparent/.test(backgroundColor) ? behind(element.parentElement) : backgroundColor;
    };
    return [...document.querySelectorAll("h1, h2, h3, p, a, button, summary, label, dt, dd, b, i")]
      .filter((element) => element.textContent?.trim() && getComputedStyle(element).color === behind(element))
      .map((element) => element.textContent ?? "");
  });
}

test("accordion, quote panel, scrim and seam animate for their set times", async ({ page }) => {
  await page.goto("/about");
  const fold = await page
    .locator("details")
    .first()
    .evaluate((details) => {
      const { transitionProperty, transitionDuration } = getComputedStyle(details, "::details-content");
      return [transitionProperty.split(", "), transitionDuration.split(", ")];
    });
  expect(fold).toEqual([
    ["grid-template-rows", "opacity", "content-visibility"],
    ["0.3s", "0.3s", "0.3s"],
  ]);
  await hydrated(page);
  await page.getByRole("main").getByRole("button", { name: "Get Started" }).click();
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  await expect(panel).toBeVisible();
  await page.waitForFunction(() => document.querySelector("#quote:modal"));
  const fromEdge = () => panel.evaluate((dialog) => Math.round(dialog.getBoundingClientRect().right - innerWidth));
  await expect.poll(fromEdge, "the panel ends at the right edge").toBe(0);
  const times = (pseudo?: string) =>
    panel.evaluate((dialog, part) => getComputedStyle(dialog, part).animationDuration, pseudo);
  expect([await times(), await times("::backdrop")]).toEqual(["0.3s", "0.15s"]);
  await page.goto("/portfolio");
  const seam = page.getByRole("article").first().locator("div").first();
  await expect(seam).toHaveCSS("transition-duration", "0.9s");
});

test("a chosen theme is applied before the body is rendered", async ({ page, context, site }) => {
  await context.addCookies([{ name: "theme", value: "dark", url: site.url }]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.body) return;
      document.documentElement.dataset.first = document.documentElement.dataset.theme ?? "none";
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  for (const path of paths) {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("html"), path).toHaveAttribute("data-first", "dark");
    await expect(page.locator("body")).toHaveCSS("color-scheme", "dark");
  }
});

test("at 200 % text size no title breaks within a word or covers the picture", async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const broken = await page.locator("main h3").evaluateAll((titles) =>
      titles.flatMap((title) => {
        const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode() as Text;
        return [...text.data.matchAll(/[\w&]+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        });
      }),
    );
    expect(broken, `${width} px`).toEqual([]);
  }
  const room = await page.getByRole("group", { name: "1 of 3" }).evaluate((slide) => {
    const picture = slide.querySelector("[data-part=picture]")?.getBoundingClientRect();
    return (picture?.left ?? 0) - (slide.querySelector(".lead")?.getBoundingClientRect().right ?? 0);
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

test("pages do not scroll sideways when pictures fail to load, and keep the alt text", async ({ page, problems }) => {
  problems.expect(/net::ERR_(FAILED|BLOCKED)/);
  await page.route(/\/(uploads|art)\//, (route) => route.abort());
  for (const path of paths) {
    await page.goto(path);
    await hydrated(page);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await expect(page.getByRole("img", { name: /finished screen/ }).first()).toBeAttached();
});

test("a page made without the site's renderer has its ground and ink, in both themes", async ({ page, problems }) => {
  problems.expect(/^404 GET \/approve\/unknown/);
  /** As painted, since the two pages write colours in different ways. */
  const colours = () =>
    page.evaluate(() => {
      const brush = new OffscreenCanvas(1, 1).getContext("2d");
      const painted = (colour: string) => {
        if (!brush) return [];
        brush.fillStyle = colour;
        brush.fillRect(0, 0, 1, 1);
        return [...brush.getImageData(0, 0, 1, 1).data];
      };
      const heading = getComputedStyle(document.querySelector("h1") as Element);
      const grounds = [document.body, document.documentElement].map((each) => getComputedStyle(each).backgroundColor);
      return [painted(heading.color), painted(grounds.find((ground) => !/, 0\)$/.test(ground)) ?? "")];
    });
  const inBoth = async (path: string) => {
    await page.goto(path);
    const seen = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      seen.push(await colours());
    }
    return seen;
  };
  const expected = await inBoth("/privacy");
  expect(expected[0]).not.toEqual(expected[1]);
  expect(await inBoth("/approve/unknown")).toEqual(expected);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is not open");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("text-wrap-style", "balance");
});
