import type { Page } from "@playwright/test";
import { expect, loginAsAdmin, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";

const KB = 1024;

test("the home page hydrates with at most 80 KB of script, and one font of 36 KB", async ({ page }) => {
  const [scripts, fonts] = await loaded(page, "script", "font");
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter(({ url }) => new URL(url).pathname.startsWith("/admin"))).toEqual([]);
  expect(bytes(scripts), JSON.stringify(scripts, null, 1)).toBeLessThanOrEqual(80 * KB);
  expect(fonts).toHaveLength(1);
  expect(bytes(fonts)).toBeLessThanOrEqual(36 * KB);

  const letters = "ÄßØÆœŁżćČĚŘŠžŤĽőŰşğİıȘțÅøđĦĀņŪŵ";
  const missing = await page.evaluate(async (letters) => {
    const faces = [...document.fonts].filter(({ family }) => /Archivo Variable/.test(family));
    await Promise.all(faces.map((face) => face.load()));
    const listed = faces.flatMap(({ unicodeRange }) =>
      unicodeRange.split(",").flatMap((range) => {
        const [from = 0, to = from] = range
          .trim()
          .slice(2)
          .split("-")
          .map((code) => Number.parseInt(code, 16));
        return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
      }),
    );
    const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    const width = (text: string, other: string) => {
      context.font = `400px "Archivo Variable", ${other}`;
      return context.measureText(text).width;
    };
    // A character that the web font lacks is as wide as in the font behind it.
    return [...listed, ...letters].filter((each) => width(each, "monospace") !== width(each, "serif")).join("");
  }, letters);
  expect(missing).toBe("");
});

/** What the document of an untouched page may weigh, in bytes as they travel. */
const untouched: Record<string, number> = {
  "/": 35 * KB,
  "/about": 29 * KB,
  "/portfolio": 29 * KB,
  "/details/0": 29 * KB,
  "/career": 18 * KB,
};

test("an untouched page loads at most 3 KB of script; the first pointer movement loads the rest", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  // About's counters are in the first screen here.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, limit] of Object.entries(untouched)) {
    scripts.length = 0;
    await page.goto(path);
    await page.locator("html[data-laid-out]").waitFor({ state: "attached" });
    // What a browser reports of a pointer that rests above the page.
    await page.evaluate(() => document.dispatchEvent(new PointerEvent("pointermove", { bubbles: true })));
    await page.waitForLoadState("networkidle");
    expect(
      scripts.map((url) => /^\/assets\/(.+)-[\w-]{8}[.]js$/.exec(new URL(url).pathname)?.[1]),
      path,
    ).toEqual(["entry.client"]);
    const sizeOf = async (url: string) => {
      const answer = await page.request.get(url, { headers: { "Accept-Encoding": "br" } });
      return Number(answer.headers()["content-length"]);
    };
    expect(await sizeOf(path), path).toBeLessThanOrEqual(limit);
    const bytes = (await Promise.all(scripts.map(sizeOf))).reduce((sum, size) => sum + size, 0);
    expect(bytes, path).toBeLessThanOrEqual(3 * KB);
    // Without a hand, too, a form that is empty cannot be sent.
    for (const button of await page.locator("main form button[type=submit], footer form button[type=submit]").all())
      await expect(button).toBeDisabled();
    await page.mouse.move(40, 40);
    await page.mouse.move(44, 44);
    await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
    expect(scripts.length).toBeGreaterThan(1);
  }
});

test("no line moves when the web font arrives, whichever font the system has in its place", async ({ page }) => {
  // At 390 px a heading of the portfolio fits by 3 px, and takes another line in DejaVu, which no phone has.
  await page.setViewportSize({ width: 412, height: 915 });
  for (const path of ["/portfolio", "/career", "/about"]) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/[.]woff2$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        const { dataset } = document.documentElement;
        for (const { value, sources } of list.getEntries() as LayoutShift[]) {
          dataset.shift = String(Number(dataset.shift ?? 0) + value);
          const moved = sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} “${node?.textContent?.slice(0, 20)}” ${previousRect.y} to ${currentRect.y}`,
          );
          dataset.moved = `${dataset.moved ?? ""}${value.toFixed(3)}: ${moved.join(", ")}; `;
        }
      }).observe({ type: "layout-shift" });
    });
    release();
    await page.evaluate(async () => {
      await document.fonts.ready;
      // Entries are reported after the frame that shows the font.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await page.evaluate(() => document.fonts.check('16px "Archivo Variable"'))).toBe(true);
    const { shift = 0, moved } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    // One line more or less moves what is below it by 0.03 or more.
    expect(Number(shift), `${path}: ${moved}`).toBeLessThan(0.01);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("the first screen of the back office loads at most 180 KB of script and style", async ({ page }) => {
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  const files = await page
    .locator("script[src], link[rel=modulepreload], link[rel=stylesheet]")
    .evaluateAll((all) => all.map((each) => (each as HTMLScriptElement).src || (each as HTMLLinkElement).href));
  expect(files.length).toBeGreaterThan(2);
  let bytes = 0;
  for (const file of new Set(files)) {
    const answer = await page.request.get(file, { headers: { "Accept-Encoding": "br" } });
    bytes += Number(answer.headers()["content-length"]);
    expect(await answer.text()).not.toContain("Where Ideas meet Reality");
  }
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThanOrEqual(180 * KB);
});

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

interface File {
  url: string;
  bytes: number;
}

/** What the home page loads of each kind until it is hydrated, in bytes as they travel. */
async function loaded(page: Page, ...kinds: ["script", "font"]): Promise<[File[], File[]]> {
  const files: Record<string, Promise<File>[]> = { script: [], font: [] };
  page.on("requestfinished", (request) => {
    const file = async () => ({ url: request.url(), bytes: (await request.sizes()).responseBodySize });
    files[request.resourceType()]?.push(file());
  });
  await page.goto("/");
  await hydrated(page);
  const [scripts, fonts] = kinds.map((kind) => Promise.all(files[kind] ?? []));
  return [(await scripts) ?? [], (await fonts) ?? []];
}

function bytes(files: File[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}
