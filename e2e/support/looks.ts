import { expect, type Locator, type Page } from "@playwright/test";

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess, `${page.url()} is too wide by`).toBeLessThanOrEqual(0);
}

/** Where the foot of a built picture's seam lies, in per cent of its frame. */
export function seamOf(built: Locator): Promise<number> {
  return built.evaluate((image) => Number.parseFloat(getComputedStyle(image).getPropertyValue("--seam")));
}

/** That a text is red and can be read on its ground, in the light and in the dark theme. */
export async function expectRed(text: Locator): Promise<void> {
  const page = text.page();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { ink, contrast } = await text.evaluate(coloursOf);
    const [red, green, blue] = ink;
    expect(Math.min(red - green, red - blue), `${colorScheme}: red, not rgb(${ink})`).toBeGreaterThan(60);
    expect(contrast, `${colorScheme}: contrast`).toBeGreaterThanOrEqual(4.5);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** In the browser: the colour of an element's text as red, green and blue, and its contrast with what lies behind it (WCAG). */
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
