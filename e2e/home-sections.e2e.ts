import { expect, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";

test("without animation every seam is at rest, and the layout changes at its widths", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  for (const width of [992, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const service of await page.locator("#services > li").all()) {
      const boxOf = (part: string): Promise<DOMRect> =>
        service
          .locator(part)
          .first()
          .evaluate((element) => element.getBoundingClientRect().toJSON());
      const [heading, line] = [await boxOf("h3"), await boxOf("h3 + p")];
      const [text, picture] = [await boxOf("div + div > p"), await boxOf("img")];
      expect(text.x).toBe(heading.x);
      expect(text.y - (line.y + line.height)).toBeGreaterThan(0);
      expect(text.y - (line.y + line.height)).toBeLessThan(40);
      expect(picture.x).toBeGreaterThan(text.x + text.width);
      expect(Math.abs(picture.y - heading.y)).toBeLessThan(20);
    }
  }

  const look = () =>
    page.evaluate(() => {
      const columnsOf = (title: string) => {
        const heading = [...document.querySelectorAll("main h3")].find(({ textContent }) => textContent === title);
        const items = [...(heading?.closest("ul")?.children ?? [])];
        return new Set(items.map((item) => Math.round(item.getBoundingClientRect().left))).size;
      };
      const frame = document.querySelector("main section:nth-of-type(2) .wrap");
      return {
        gutter: frame ? getComputedStyle(frame).paddingLeft : "",
        tiles: columnsOf("Web App Development"),
        models: columnsOf("Dedicated team"),
        nav: document.querySelector("header nav")?.checkVisibility() ?? false,
      };
    });
  const xs = { gutter: "20px", tiles: 1, models: 1, nav: false };
  const sm = { ...xs, gutter: "28px" };
  const md = { gutter: "36px", tiles: 2, models: 2, nav: false };
  const lg = { ...md, tiles: 3, nav: true };
  const xl = { ...lg, gutter: "48px", models: 3 };
  const xxl = { ...xl, gutter: "60px" };
  for (const [width, looks] of [
    [575, xs],
    [576, sm],
    [767, sm],
    [768, md],
    [991, md],
    [992, lg],
    [1199, lg],
    [1200, xl],
    [1399, xl],
    [1400, xxl],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(look, `at ${width} px`).toEqual(looks);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await page.locator("#contact-form").boundingBox())?.width).toBeGreaterThan(800);

  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const width of [320, 390, 768, 992, 1200, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const broken = await page.evaluate(() => {
      const linesOf = (node: Node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size;
      };
      return [...document.querySelectorAll(".whole")]
        .filter((word) => linesOf(word) > 1)
        .map((word) => word.textContent);
    });
    expect(broken, `${width} px`).toEqual([]);
    const widows = await page
      .getByRole("listitem")
      .filter({
        has: page.getByRole("heading", { name: /^(DeFi|Education|Healthcare|Hospitality|E-Commerce|Real Estate)$/ }),
      })
      .locator("p")
      .evaluateAll((texts) =>
        texts.flatMap((text) => {
          const node = text.firstChild;
          if (!node?.textContent) return [];
          const range = document.createRange();
          const tops = [...node.textContent.matchAll(/\S+/g)].map(({ index, 0: word }) => {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            return range.getBoundingClientRect().top;
          });
          const alone = tops.length > 3 && tops.at(-1) !== tops.at(-2) && tops.at(-2) === tops.at(0);
          return alone ? [node.textContent] : [];
        }),
      );
    expect(widows, `${width} px`).toEqual([]);
  }
  await expect(page.locator(".whole").first()).toHaveText("floor-price");

  await expect(page.locator('img[src$="03-consulting.svg#drawn"]')).toBeHidden();
  expect(await page.locator("#word-built path").evaluate((path) => getComputedStyle(path).transform)).toBe("none");
  expect(
    await page.locator("#half-defi").evaluate((icon) => getComputedStyle(icon).getPropertyValue("--half-shift")),
  ).toBe("0%");
});

test("on a phone the five services are a carousel, which keeps the page short", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await hydrated(page);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(11_400);
  const strip = page.getByRole("list", { name: "We build, advise and run" });
  const entries = strip.getByRole("listitem");
  const section = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "We build, advise and run" }) });
  await expect(section.getByText("01 / 05")).toBeVisible();
  await section.getByRole("button", { name: "Next slide" }).click();
  await expect(section.getByText("02 / 05")).toBeVisible();
  await expect(entries.nth(1).getByRole("heading", { name: "Web 3.0" })).toBeInViewport({ ratio: 1 });
  await section.getByRole("button", { name: "Previous slide" }).click();
  await section.getByRole("button", { name: "Previous slide" }).click();
  await expect(section.getByText("05 / 05")).toBeVisible();
  await expect(entries.nth(4).getByRole("heading", { name: "Cloud" })).toBeInViewport({ ratio: 1 });
  await strip.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(section.getByText("04 / 05")).toBeVisible();
  // Here the last one cannot reach the start of the strip.
  await page.setViewportSize({ width: 568, height: 320 });
  await section.getByRole("button", { name: "Next slide" }).click();
  await expect(section.getByText("05 / 05")).toBeVisible();
  await section.getByRole("button", { name: "Next slide" }).click();
  await expect(section.getByText("01 / 05")).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(section.getByRole("button", { name: "Next slide" })).toBeHidden();
});

test("pressed again while the services move, an arrow counts on from where they are going", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await hydrated(page);
  const controls = page.locator("#services ~ div");
  await controls.scrollIntoViewIfNeeded();
  await expect(controls.getByText("01 / 05")).toBeVisible();
  await controls.getByRole("button", { name: "Next slide" }).evaluate((next: HTMLElement) => {
    for (let press = 0; press < 3; press++) next.click();
  });
  await expect(controls.getByText("04 / 05")).toBeVisible();
});
