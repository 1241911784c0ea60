import type { APIRequestContext, Page } from "@playwright/test";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { officeAt } from "./support/office.ts";
import { startSite } from "./support/server.ts";

const paths = ["/", "/portfolio", "/about", "/career"];

/** Nothing hangs over the edge on a small or on a wide screen. */
async function expectWhole(page: Page, widths = [320, 1440]) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${page.url()} at ${width} px`).toBe(0);
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.getByRole("contentinfo")).toBeVisible();
}

/** Changes texts of the site, named by their paths. */
async function setTexts(request: APIRequestContext, origin: string, texts: Record<string, string | number | null>) {
  const edits = Object.entries(texts).map(([path, value]) => ({ path, value }));
  await (await officeAt(request, origin)).put("/site/edit", { edits, shortens: true });
}

test("pages do not scroll sideways with no, one or forty entries", async ({ page, problems }) => {
  problems.expect(/nothing-there/);
  const site = await startSite({ SEED: "off" });
  const { post: add } = await officeAt(page.request, site.url);

  for (const path of paths) {
    await page.goto(site.url + path);
    await expectWhole(page);
  }
  await page.goto(`${site.url}/portfolio`);
  await expect(page.getByText("No projects are shown here at the moment.")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`${site.url}/`);
  await expect(page.getByRole("main").getByText("Nothing is shown here at the moment.")).toBeVisible();
  await expect(page.getByRole("region", { name: "What clients say" })).toHaveCount(0);
  const figures = page.locator("ul:has([data-count-up])");
  await figures.scrollIntoViewIfNeeded();
  const space = await figures.evaluate((list) => {
    const above = list.closest("section")?.previousElementSibling;
    return list.getBoundingClientRect().top - (above?.getBoundingClientRect().bottom ?? 0);
  });
  expect(space, "space between the industries and the figures").toBeGreaterThan(40);

  await add("/project/new", { title: "One" });
  await add("/review/add", { fullName: "Ada", feedback: "Good." });
  await page.goto(`${site.url}/`);
  await expect(page.getByRole("main").locator('a[href^="/details/"]')).toHaveCount(1);
  await expect(page.getByRole("region", { name: "What clients say" }).getByRole("button")).toHaveCount(0);
  await expectWhole(page);
  await page.goto(`${site.url}/portfolio`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One product that began as a sketch");
  await page.goto(`${site.url}/details/0`);
  const frame = page.locator("[data-case] [data-part=picture]");
  await expect(page.getByRole("slider")).toHaveCount(0);
  expect(await frame.locator("svg").boundingBox(), "the crossed box fills its frame").toEqual(
    await frame.boundingBox(),
  );

  const titles = ["W".repeat(300), "مشروع تجريبي للواجهة من اليمين إلى اليسار", "🧱🧵", "<script>alert(1)</script>"];
  for (let index = 0; index < 39; index++) {
    const title = titles[index % titles.length] ?? "";
    await add("/project/new", {
      title,
      description: `${title} `.repeat(3),
      technology: `${"W".repeat(120)}, ${title.slice(0, 60)}`,
      whatWeDid: index % 2 ? `${title}\n\n${title}` : "",
      projectImage: index % 3 ? "/uploads/nothing-there.png" : "",
    });
  }
  await add("/review/add", { fullName: "م".repeat(200), company: "C".repeat(300), feedback: "Z".repeat(900) });
  await add("/job/add", { title: titles[0], description: titles[1] });
  await add("/faq/add", { question: titles[0], answer: titles[1] });
  for (const path of [...paths, "/details/0", "/details/1", "/details/2"]) {
    await page.goto(site.url + path);
    await expectWhole(page);
  }
  await expectNoAxeViolations(page);
  await page.goto(`${site.url}/portfolio`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("40 products that began as a sketch");
  await expect(page.getByRole("article")).toHaveCount(40);
  await page.goto(`${site.url}/`);
  await expect(page.getByRole("main").locator('a[href^="/details/"]')).toHaveCount(4);
  // Away from the site, which may still load pictures.
  await page.goto("about:blank");
  await site.close();
});

test("with very long words and figures pages fit; texts left empty take no space", async ({ page }) => {
  test.slow();
  const site = await startSite();
  const word = "Softwareentwicklungsdienstleistungen";
  const long = { text: word, longText: `${word} ${word}`, number: 123_456 } as Record<string, string | number>;
  const texts = contentSections
    .flatMap(({ fields }) => fields)
    .filter(({ kind, path }) => kind in long && path !== "company.securityExpires")
    .map(({ kind, path }) => [path, long[kind] ?? ""]);
  await setTexts(page.request, site.url, Object.fromEntries(texts));
  for (const path of [...paths, "/details/1", "/privacy"]) {
    await page.goto(site.url + path);
    // Of 320 px a scroll bar takes 15.
    await expectWhole(page, [305, 320, 600, 1024, 1440]);
  }

  const emptied = contentSections
    .flatMap(({ fields }) => fields)
    .filter(({ kind, isRequired, fallback }) => /^(text|longText)$/.test(kind) && !isRequired && fallback !== "")
    .map(({ path }) => [path, ""]);
  // The others are as they were.
  const others = texts.map(([path]) => [path, null]);
  await setTexts(page.request, site.url, Object.fromEntries([...others, ...emptied]));
  for (const path of [...paths, "/details/1", "/privacy"]) {
    await page.goto(site.url + path);
    const empty = await page.locator("p, .lead, p > span").evaluateAll((all) =>
      all
        .filter((text) => text.textContent?.trim() === "" && !text.matches("[role], [aria-live], [data-words]"))
        .filter(
          (text) => text.checkVisibility({ visibilityProperty: true }) && !text.querySelector("img, svg, [data-words]"),
        )
        .filter(
          (text) => text.getBoundingClientRect().height > 0 || Number.parseFloat(getComputedStyle(text).marginTop) > 0,
        )
        .map(({ outerHTML }) => outerHTML),
    );
    expect(empty, path).toEqual([]);
    const touched = await page.locator("h1, h2, h3").evaluateAll((all) =>
      all
        .filter((heading) => {
          const next = heading.nextElementSibling;
          const below = next?.matches("p:empty") ? next.nextElementSibling : next;
          if (!below?.checkVisibility()) return false;
          const [upper, lower] = [heading.getBoundingClientRect(), below.getBoundingClientRect()];
          const areAbove = upper.left < lower.right && lower.left < upper.right;
          return upper.height > 0 && lower.height > 0 && areAbove && lower.top - upper.bottom < 5;
        })
        .map(({ textContent }) => textContent),
    );
    expect(touched, path).toEqual([]);
  }
  await page.goto("about:blank");
  await site.close();
});

test("a long company name makes the header taller, and is not distorted", async ({ page, site }) => {
  const header = page.getByRole("banner");
  const home = header.getByRole("link", { name: ", home" });
  const wordmark = page.getByRole("contentinfo").locator("svg text").first();
  for (const name of ["Ada and Sons Software Engineering (Pvt.) Ltd.", "IBM", "X"]) {
    await setTexts(page.request, site.url, { "company.name": name });
    await page.goto("/");
    for (const width of [320, 390, 992, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const [around, inside] = await Promise.all([header.boundingBox(), home.boundingBox()]);
      expect(inside?.y, `${name} at ${width} px`).toBeGreaterThanOrEqual(0);
      expect(inside?.height).toBeLessThanOrEqual(around?.height ?? 0);
      for (const link of await header.getByRole("navigation").getByRole("link").all())
        expect((await link.boundingBox())?.height).toBeLessThan(50);
    }
    const perLetter = await wordmark.evaluate(
      (text, letters) => (text as SVGTextElement).textLength.baseVal.value / letters / 200,
      name.length,
    );
    expect(perLetter).toBeGreaterThan(0.4);
    expect(perLetter).toBeLessThan(1);
  }
  await setTexts(page.request, site.url, { "company.name": "Ada Ltd." });
  await page.goto("/");
  await expect(page.getByRole("contentinfo")).toContainText("Ada Ltd. All rights reserved.");
});

test("without an address and a slide's count, no label and no total stand alone", async ({ page, site }) => {
  await page.goto("/");
  await expect(page.getByText("/ 03")).toBeVisible();
  await expect(page.getByRole("main").getByText("Office", { exact: true })).toHaveCount(1);
  await setTexts(page.request, site.url, { "company.address": "", "home.heroSlides.0.count": "" });
  await page.reload();
  await expect(page.getByText("/ 03")).toHaveCount(0);
  await expect(page.getByRole("main").getByText("Office", { exact: true })).toHaveCount(0);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  const office = page.getByRole("contentinfo").getByRole("heading", { name: "Office" }).locator("..");
  await expect(office.locator("br")).toHaveCount(0);
});

test("the figures keep their plus beside them, whatever their number of digits", async ({ page, site }) => {
  for (const figures of [
    [6, 150, 1500],
    [100, 200, 300],
    [9999, 9999, 9999],
    [6, 50, 1_000_000],
  ]) {
    const keys = ["experience", "clients", "projects"].map((key) => `figures.${key}.value`);
    await setTexts(page.request, site.url, Object.fromEntries(keys.map((key, index) => [key, figures[index] ?? 0])));
    await page.goto("/about");
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    for (const width of [390, 992, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const distances = await page.locator("[data-count-up]").evaluateAll((counters) =>
        counters.map((counter) => {
          const range = document.createRange();
          range.selectNode(counter.firstChild as Node);
          const plus = counter.querySelector("i") as HTMLElement;
          const { right, top } = plus.getBoundingClientRect();
          const next = counter.closest("li")?.nextElementSibling?.querySelector("b")?.getBoundingClientRect();
          return {
            below: Math.round(top - range.getBoundingClientRect().top),
            isClear: !next || next.top > top + 1 || next.left - right > 4,
          };
        }),
      );
      for (const distance of distances)
        expect(distance, `${figures} at ${width} px`).toEqual({ below: 0, isClear: true });
    }
  }
});
