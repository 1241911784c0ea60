import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";
import { inTwoParts } from "./support/in-two-parts.ts";

// The seam is the one motion of the site: pages, themes and pictures change along it.

/** Notes which parts the browser moves when a page is revealed. */
async function noteTransitions(page: Page) {
  await page.addInitScript(() => {
    addEventListener("pagereveal", ({ viewTransition }) => {
      sessionStorage.moved = viewTransition ? "…" : "nothing";
      viewTransition?.ready.then(
        () => {
          const parts = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? "");
          sessionStorage.moved = parts.filter((part) => part.startsWith("::view-transition")).join(" ");
        },
        () => {
          sessionStorage.moved = "skipped";
        },
      );
    });
  });
  return () => page.evaluate(() => sessionStorage.moved as string);
}

/** Opens a page from another, again until these parts move: the browser skips a transition to a page that comes late. */
async function expectMoved(moved: () => Promise<string>, open: () => Promise<void>, parts: string[]): Promise<void> {
  await expect(async () => {
    await open();
    for (const part of parts) await expect.poll(moved, { timeout: 5_000 }).toContain(part);
  }).toPass({ timeout: 60_000 });
}

/** Runs in the browser. The animations of the first picture. */
function ownAnimations(): string[] {
  const picture = document.querySelector("[data-case] [data-part=picture]");
  return (picture?.getAnimations({ subtree: true }) ?? []).map(
    (animation) => (animation as CSSAnimation).animationName,
  );
}

const travelling = ["case-picture", "case-title", "case-number"].map((part) => `group(${part})`);

const toCaseOf = (page: Page) => async () => {
  await page.goto("/portfolio");
  await hydrated(page);
  await page.getByRole("link", { name: /^See the project: Learning platform/ }).click();
  await expect(page).toHaveURL("/details/0");
};

test("without the Navigation API, as in Safari 18, a case is wiped in as a whole", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "navigation", { value: undefined }));
  const moved = await noteTransitions(page);
  await expectMoved(moved, toCaseOf(page), ["::view-transition-new(root)"]);
  expect(await moved()).not.toContain("case-");
});

test("a view transition carries a project's picture, title and number from its card to its case", async ({ page }) => {
  const moved = await noteTransitions(page);
  await expectMoved(moved, toCaseOf(page), travelling);
  // Old and new are cropped differently: together they would look like a ghost.
  expect(await moved()).not.toMatch(/(old|new)\(case-/);
  // It was drawn and built on the card already.
  expect(await page.evaluate(ownAnimations)).toEqual([]);
  const toNext = async () => {
    await page.goto("/details/0");
    await hydrated(page);
    await page.getByRole("navigation", { name: "Next project" }).getByRole("link").click();
    await expect(page).toHaveURL("/details/1");
  };
  await expectMoved(moved, toNext, ["group(case-title)"]);
  await page.goBack();
  await expect(page).toHaveURL("/details/0");
  // Nothing of it stays.
  await expect(page.locator("[data-travel], [data-travels]")).toHaveCount(0);
  // From far down the page the header is new, too: at once it would lie over the picture.
  const fromFarDown = async () => {
    await page.goto("/portfolio");
    const far = page.getByRole("link", { name: /^See the project: NFT marketplace/ });
    await far.evaluate((link) => link.scrollIntoView({ block: "center", behavior: "instant" }));
    await far.click();
    await expect(page).toHaveURL("/details/6");
  };
  await expectMoved(moved, fromFarDown, ["new(site-header)"]);
});

test("a project's picture takes part when its document arrives in parts", async ({ page, site }) => {
  const slow = await inTwoParts(site.url, "/details/0", /^.*?id="case-picture"[^>]*>/s);
  try {
    const moved = await noteTransitions(page);
    const toCase = async () => {
      await page.goto(`${slow.url}/portfolio`);
      await page.getByRole("link", { name: /^See the project: Learning platform/ }).click();
      await expect(page).toHaveURL(`${slow.url}/details/0`);
    };
    await expectMoved(moved, toCase, travelling);
  } finally {
    slow.close();
  }
});

test("another page enters by a view transition, another theme behind the stepped edge in 400 ms", async ({ page }) => {
  const moved = await noteTransitions(page);
  const toAbout = async () => {
    await page.goto("/career");
    await hydrated(page);
    await page.getByRole("banner").getByRole("link", { name: "About Us" }).click();
    await expect(page).toHaveURL("/about");
  };
  await expectMoved(moved, toAbout, ["::view-transition-new(root)"]);
  expect(await moved()).not.toContain("case-");
  await hydrated(page);
  const edge = await page.evaluate(async () => {
    document.querySelector<HTMLElement>("header [data-theme-toggle]")?.click();
    while (!document.activeViewTransition) await new Promise(requestAnimationFrame);
    await document.activeViewTransition.ready;
    const entering = document
      .getAnimations()
      .find(({ effect }) => (effect as KeyframeEffect).pseudoElement === "::view-transition-new(root)");
    const effect = entering?.effect as KeyframeEffect;
    return { ms: effect.getComputedTiming().duration, path: String(effect.getKeyframes()[0]?.clipPath) };
  });
  expect(edge.ms).toBe(400);
  expect(edge.path).toContain("polygon");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

// To the browser the transition that is cut off has failed, and every test here reports a failure that nobody expects.
test("a visitor who follows another link when a page is about to enter meets no error", async ({ page }) => {
  await page.goto("/portfolio");
  await page.evaluate(() => addEventListener("pageswap", () => location.assign("/about"), { once: true }));
  await page.getByRole("banner").getByRole("link", { name: "Career" }).click({ noWaitAfter: true });
  await expect(page).toHaveURL("/about");
});

test("Back to a page that did not load before causes no error", async ({ page, context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/portfolio");
  await context.setOffline(true);
  await page.goto("/about").catch(() => undefined);
  await context.setOffline(false);
  await page.goto("/details/0");
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("with reduced motion pages and themes change at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const moved = await noteTransitions(page);
  await page.goto("/portfolio");
  await page.getByRole("link", { name: /^See the project: Learning platform/ }).click();
  await expect(page).toHaveURL("/details/0");
  await expect.poll(moved).toBe("nothing");
  await hydrated(page);
  const late = await page.evaluate(async () => {
    const colours = () => [...document.querySelectorAll("#page *")].map((element) => getComputedStyle(element).color);
    colours();
    document.querySelector<HTMLElement>("header [data-theme-toggle]")?.click();
    if (document.documentElement.dataset.theme !== "dark" || document.activeViewTransition) return "the theme";
    const atOnce = colours();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return colours().filter((colour, index) => colour !== atOnce[index]).length;
  });
  expect(late).toBe(0);
});

test("scrolling moves every seam to its final position, its picture beside its text", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const seam = () =>
    page
      .locator('img[src$="03-consulting.svg"]')
      .evaluate((image) => getComputedStyle(image).getPropertyValue("--seam"));
  const shift = () =>
    page.locator("#half-defi").evaluate((icon) => getComputedStyle(icon).getPropertyValue("--half-shift"));
  const word = () => page.locator("#word-built path").evaluate((path) => getComputedStyle(path).transform);
  expect([await seam(), await shift()]).toEqual(["110%", "64%"]);
  expect(await word()).not.toBe("none");
  const scrollTo = (selector: string) =>
    page.locator(selector).evaluate((part) => part.scrollIntoView({ block: "center", behavior: "instant" }));
  // Its picture is wiped over the one before.
  await scrollTo("#services > li:nth-child(3)");
  await expect.poll(async () => Number.parseFloat(await seam())).toBeLessThan(60);
  await scrollTo("#half-defi");
  await expect.poll(shift).toBe("0%");
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  await expect.poll(word).toBe("matrix(1, 0, 0, 1, 0, 0)");

  for (const [width, height] of [
    [1440, 900],
    [3840, 1000],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const service of await page.locator("#services > li").all()) {
      await service.evaluate((part) => part.scrollIntoView({ block: "center", behavior: "instant" }));
      await expect(service.locator("img").first()).toBeInViewport({ ratio: 0.99 });
    }
  }

  for (const width of [600, 768, 991]) {
    await page.setViewportSize({ width, height: 900 });
    const [picture, drawn] = await Promise.all(
      ['img[src$="03-consulting.svg"]', 'img[src$="03-consulting.svg#drawn"]'].map(async (image) => {
        const box = await page.locator(image).boundingBox();
        return [box?.x, box?.width, box?.height].map((value) => Math.round(value ?? 0));
      }),
    );
    expect(drawn, `${width} px`).toEqual(picture);
  }
});

test("the first drawing is stroked while its seam passes; later ones are masks", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const drawing = page.locator("svg[data-drawing]");
  const times = (part: Element) => {
    const { animationName, animationDelay, animationDuration } = getComputedStyle(part);
    return [animationName, Number.parseFloat(animationDelay), Number.parseFloat(animationDuration)];
  };
  // Hydration leaves the server's paths in place.
  const last = await drawing.locator("g").nth(2).locator("path").first().evaluate(times);
  expect(last).toEqual([expect.stringContaining("stroke"), 0.35, 0.35]);
  // Each part by itself: a property that all of them inherit would be calculated for the whole slide in each frame.
  const slide = drawing.locator("xpath=ancestor::*[@data-seam]");
  expect(await slide.evaluate(times)).toEqual(["none", 0, 0]);
  const parts = slide.locator("[data-sheet] :is(img, i), div:has(> h1), [data-copy], a + [aria-hidden]");
  await expect(parts).toHaveCount(8);
  for (const part of await parts.all())
    expect(await part.evaluate(times)).toEqual([expect.stringMatching(/^(build|pass)/), 0, 1.6]);

  const mask = page.locator('main li img[src="/art/drawings/02-agent-finder-drawn.svg"]');
  await mask.scrollIntoViewIfNeeded();
  await expect(mask).toHaveAttribute("data-there");
  await expect(mask).toHaveCSS("mask-image", /02-agent-finder-drawn\.svg/);
  // Loaded once: until a mask of its own is there, the place would be empty.
  const requests = await mask.evaluate(
    ({ src }: HTMLImageElement) => performance.getEntriesByName(src, "resource").length,
  );
  expect(requests).toBe(1);
  const colours = async () =>
    Promise.all([
      drawing.evaluate((svg) => getComputedStyle(svg).color),
      mask.evaluate((image) => getComputedStyle(image).backgroundColor),
    ]);
  const [light, mask1] = await colours();
  expect(mask1).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  const [dark, mask2] = await colours();
  expect(mask2).toBe(dark);
  expect(dark).not.toBe(light);
});

for (const press of ["mouse", "finger"]) {
  test.describe(`with the ${press}`, () => {
    test.use({ hasTouch: press === "finger" });

    test(`a press of the ${press} while a page or a theme enters is not lost`, async ({ page }) => {
      // Otherwise it would often have entered before the press.
      await page.addInitScript(() => {
        addEventListener("pagereveal", async ({ viewTransition }) => {
          await viewTransition?.ready;
          for (const animation of document.getAnimations()) animation.pause();
          if (viewTransition) document.documentElement.dataset.entering = "";
        });
      });
      const html = page.locator("html");
      const pressOn = async (role: "link" | "button", name: string) => {
        const box = await page.getByRole("banner").getByRole(role, { name }).boundingBox();
        if (!box) throw new Error(`${name} is not shown`);
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        await (press === "mouse" ? page.mouse.click(x, y) : page.touchscreen.tap(x, y));
      };
      await page.goto("/details/0");
      await hydrated(page);
      await page.getByRole("navigation", { name: "Next project" }).getByRole("link").click();
      await expect(page).toHaveURL("/details/1");
      await expect(html).toHaveAttribute("data-entering");
      await pressOn("button", "Dark theme");
      await expect(html).toHaveAttribute("data-theme", "dark");
      await hydrated(page);
      await page.evaluate(async () => {
        await document.activeViewTransition?.finished;
        document.querySelector<HTMLElement>("header [data-theme-toggle]")?.click();
        await document.activeViewTransition?.ready;
        for (const animation of document.getAnimations()) animation.pause();
      });
      await expect(html).toHaveAttribute("data-theme", "light");
      await pressOn("link", "About Us");
      await expect(page).toHaveURL("/about");
    });
  });
}

test("a press before a page has begun to enter causes no error", async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener("pagereveal", ({ viewTransition }) => {
      if (viewTransition) document.documentElement.dataset.revealed = "";
      document.documentElement.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    });
  });
  await page.goto("/career");
  await hydrated(page);
  await page.getByRole("banner").getByRole("link", { name: "About Us" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-revealed");
  // The fixture reports uncaught errors.
  await hydrated(page);
});
