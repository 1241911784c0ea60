import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { browserFlags } from "#test/browser-launch.ts";
import { admin, type Product } from "../product.ts";
import { type Figure, round, type Section } from "../report.ts";

const publicPages = ["/", "/portfolio", "/details/0", "/about", "/career"];

interface Weight {
  /** With its style sheet. */
  document: number;
  script: number;
  image: number;
  font: number;
}

/**
 * What a browser loads for each page: bytes on the wire, without scrolling; for the back office, the first load and
 * each further screen.
 */
export async function weight(product: Product): Promise<Section> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: browserFlags,
  });
  const figures: Figure[] = [];
  for (const address of publicPages) {
    const { document, script, image, font } = await weigh(browser, product.url + address);
    const isHome = address === "/";
    const first = document + image + font;
    figures.push({
      what: address,
      value: [document, script, image, font].map((bytes) => round(bytes / 1024)).join(" / "),
      ...(isHome && {
        goal: "script at most 80, first screen at most 120",
        holds: script <= 80 * 1024 && first <= 120 * 1024,
      }),
    });
  }
  figures.push(...(await adminFigures(browser, product)));
  await browser.close();
  return { title: "Weight: HTML with CSS, script, pictures, font (KB)", figures };
}

type Browser = Awaited<ReturnType<typeof chromium.launch>>;

async function weigh(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  const sums: Weight = { document: 0, script: 0, image: 0, font: 0 };
  page.on("requestfinished", async (request) => {
    const kind = request.resourceType() as keyof Weight;
    if (kind in sums) sums[kind] += (await request.sizes()).responseBodySize;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(500);
  await page.close();
  return sums;
}

async function adminFigures(browser: Browser, { url }: Product): Promise<Figure[]> {
  const page = await browser.newPage();
  const seen = new Map<string, number>();
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script") return;
    // Counted as brotli 11 would send it, however it was sent.
    const body = await response.body().catch(() => Buffer.alloc(0));
    seen.set(response.url(), brotliCompressSync(body).length);
  });
  const total = () => [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
  await page.goto(`${url}/admin/login`, { waitUntil: "networkidle" });
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All Projects" }).waitFor();
  await page.waitForLoadState("networkidle");
  const first = total();
  let most = 0;
  for (const link of ["Quote", "Subscription", "Jobs", "Faq", "Review"]) {
    const before = total();
    await page.getByRole("link", { name: link, exact: true }).click();
    await page.waitForLoadState("networkidle");
    most = Math.max(most, total() - before);
  }
  await page.close();
  return [
    {
      what: "Admin, script until the first screen (KB, brotli)",
      value: round(first / 1024),
      goal: "at most 180",
      holds: first <= 180 * 1024,
    },
    {
      what: "Admin, script of the largest further screen (KB, brotli)",
      value: round(most / 1024),
      goal: "at most 30",
      holds: most <= 30 * 1024,
    },
  ];
}
