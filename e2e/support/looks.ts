import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { shot } from "./fixtures.ts";

/** Expects no horizontal overflow, at each of these widths, the last of which stays. */
export async function expectNoSidewaysScroll(page: Page, widths?: number[]): Promise<void> {
  for (const width of widths ?? [undefined]) {
    if (width) await page.setViewportSize({ width, height: 900 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, `${page.url()} is too wide by`).toBeLessThanOrEqual(0);
    await shot(page);
  }
}

/** Position of the seam's foot in a built picture, in per cent of its frame. */
export function seamOf(built: Locator): Promise<number> {
  return built.evaluate((image) => Number.parseFloat(getComputedStyle(image).getPropertyValue("--seam")));
}

/** Expects text to be red and readable in the light and the dark theme. */
export async function expectRed(text: Locator): Promise<void> {
  const page = text.page();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours change gradually.
    await expect(async () => {
      const { ink, contrast } = await text.evaluate(coloursOf);
      const [red, green, blue] = ink;
      expect(Math.min(red - green, red - blue), `${colorScheme}: red, not rgb(${ink})`).toBeGreaterThan(60);
      expect(contrast, `${colorScheme}: contrast`).toBeGreaterThanOrEqual(4.5);
    }).toPass({ timeout: 10_000 });
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Runs in the browser. Returns the RGB colour of an element's text and its contrast with the background (WCAG). */
function coloursOf(element: Element): { ink: [number, number, number]; contrast: number } {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!canvas) throw new Error("no canvas");
  const painted = (...colours: string[]) => {
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue] as [number, number, number];
  };
  const luminance = (colour: number[]) => {
    const [red = 0, green = 0, blue = 0] = colour.map((value) =>
      value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const grounds: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement)
    grounds.unshift(getComputedStyle(at).backgroundColor);
  const ground = painted("white", ...grounds);
  const ink = painted(...grounds, getComputedStyle(element).color);
  const [darker = 0, lighter = 0] = [luminance(ink), luminance(ground)].sort((one, other) => one - other);
  return { ink, contrast: (lighter + 0.05) / (darker + 0.05) };
}

/**
 * Expects the text of all controls to be readable as painted: compares the most frequent colour in its box with the one
 * farthest from it.
 */
export async function expectPaintedReadable(page: Page, where: string): Promise<void> {
  const { labels, shot } = await asOneWindow(page, async () => ({
    labels: await page.evaluate(labelsOf),
    shot: await page.screenshot(),
  }));
  expect(labels.length, `${where} has controls`).toBeGreaterThan(0);
  const picture = sharp(shot).removeAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const unreadable = labels.flatMap(({ text, ...box }) => {
    const counts = new Map<number, number>();
    for (let y = box.top; y < Math.min(box.bottom, info.height); y++)
      for (let x = box.left; x < Math.min(box.right, info.width); x++) {
        const colour = data.readUIntBE((y * info.width + x) * 3, 3);
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
    const [ground = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
    const best = Math.max(...[...counts.keys()].map((colour) => contrastOf(colour, ground)));
    return best < 4.5 ? [`${text}: ${best.toFixed(1)} on #${ground.toString(16).padStart(6, "0")}`] : [];
  });
  expect(unreadable, where).toEqual([]);
}

/**
 * Runs `work` with a viewport as high as the page. A full-page screenshot would resize it anyway, and sticky elements
 * would then not be where they were measured.
 */
async function asOneWindow<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const before = page.viewportSize();
  if (!before) throw new Error("The page has no window.");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect
    .poll(async () => {
      await page.setViewportSize({ ...before, height: Math.max(before.height, await height()) });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      return (await height()) - (page.viewportSize()?.height ?? 0);
    })
    .toBeLessThanOrEqual(0);
  const done = await work();
  await page.setViewportSize(before);
  return done;
}

function contrastOf(...colours: [number, number]): number {
  const [darker = 0, lighter = 0] = colours.map(luminanceOf).sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: number): number {
  const [red = 0, green = 0, blue = 0] = [16, 8, 0]
    .map((shift) => (colour >> shift) & 255)
    .map((value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Runs in the browser. Boxes of the visible text in links, buttons and other controls, in page coordinates. */
function labelsOf() {
  // Scrolled out of view in a scroll container.
  const isCut = (text: Text, { top, bottom }: { top: number; bottom: number }) => {
    for (let at = text.parentElement; at; at = at.parentElement) {
      const frame = at.getBoundingClientRect();
      if (getComputedStyle(at).overflowY === "auto" && (top < frame.top || bottom > frame.bottom)) return true;
    }
    return false;
  };
  const controls = document.querySelectorAll("a, button, summary, label, [role=button], [role=menuitem], legend");
  return [...controls]
    .filter((control) => !control.matches(":disabled") && !control.closest("[inert], .vh"))
    .flatMap((control) => {
      const words = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (words.nextNode()) texts.push(words.currentNode as Text);
      return texts.filter(
        ({ data, parentElement }) =>
          data.trim() !== "" &&
          parentElement?.checkVisibility({ opacityProperty: true }) &&
          !parentElement.closest(".vh"),
      );
    })
    .map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, top, right, bottom, width } = range.getBoundingClientRect();
      // Only the middle of the letters: near the edges the control's background shows around the browser's backplate.
      const edge = (bottom - top) / 4;
      return {
        text: text.data.trim().slice(0, 40),
        left: Math.ceil(left + 1),
        top: Math.ceil(top + edge + scrollY),
        right: Math.floor(right - 1),
        bottom: Math.floor(bottom - edge + scrollY),
        isSeen: width > 2 && left >= 0 && right <= innerWidth && top + scrollY >= 0 && !isCut(text, { top, bottom }),
      };
    })
    .filter(({ isSeen }) => isSeen);
}
