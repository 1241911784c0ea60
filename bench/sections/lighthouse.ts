import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";
import { browserFlags } from "#test/browser-launch.ts";
import { admin, type Product, temporaryFolder } from "../product.ts";
import { type Figure, median, round, type Section } from "../report.ts";
import { bring } from "../tools.ts";

const pages = ["/", "/portfolio", "/details/0", "/about", "/career"];
const screens = ["/admin/login", "/admin"];
const kinds = ["performance", "accessibility", "best-practices", "seo"] as const;
const audits = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"] as const;

/** How many times slower than this machine the telephone is that Lighthouse reckons with. */
const slowdown = 4;
/** A longer task is felt as blocking, in milliseconds (https://web.dev/articles/tbt). */
const longTaskMs = 50;

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
  runtimeError?: { code: string };
  /** `blockedMs` of the page load. */
  ownBlockedMs: number;
}

/** An event of a trace; times in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time of the thread. */
  tdur?: number;
  args: { data?: { documentLoaderURL?: string } };
}

/** Lighthouse with its mobile settings, the median of `runs` for each page and each screen of the back office. */
export async function lighthouse(product: Product, runs = 5): Promise<Section> {
  const program = path.join(await bring("lighthouse", "13.5.0"), "cli/index.js");
  const figures: Figure[] = [];
  for (const page of [...pages, ...screens]) {
    // While Lighthouse ran, this process did not notice that the server had closed its idle connections.
    await pause(100);
    await fetch(product.url + page);
    const reports: Report[] = [];
    while (reports.length < runs) reports.push(await measured(program, product, page));
    figures.push(figureOf(page, reports));
  }
  const note = "In parentheses: processor time.";
  return { title: "Lighthouse, mobile: performance / accessibility / best practices / SEO", figures, note };
}

function figureOf(page: string, reports: Report[]): Figure {
  const isOffice = screens.includes(page);
  const scores = kinds
    .filter((kind) => !isOffice || kind !== "seo")
    .map((kind) => Math.round(100 * median(reports.map(({ categories }) => categories[kind]?.score ?? 0))));
  const [lcp = 0, blocking = 0, shift = 0] = audits.map((name) =>
    median(reports.map((report) => report.audits[name]?.numericValue ?? 0)),
  );
  const ownBlocking = median(reports.map(({ ownBlockedMs }) => ownBlockedMs));
  return {
    what: page,
    value: scores.join(" / "),
    against: `LCP ${round(lcp / 1000, 2)} s, blocking ${round(blocking, 0)} ms (${round(ownBlocking, 0)}), shift ${round(shift, 3)}`,
    goal: isOffice
      ? "performance at least 98, LCP at most 1.8 s"
      : "100 each, LCP at most 1.25 s, blocking at most 20 ms, shift 0",
    holds: isOffice
      ? (scores[0] ?? 0) >= 98 && lcp <= 1800
      : scores.every((score) => score === 100) && Math.round(lcp / 10) <= 125 && blocking <= 20 && shift < 0.001,
  };
}

/** One report. Lighthouse sometimes misses the start of a page load and reports that; the run is then repeated. */
async function measured(program: string, product: Product, page: string): Promise<Report> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const profile = temporaryFolder();
    if (page === "/admin") await logIn(product, profile);
    const report = run(program, product.url + page, profile);
    fs.rmSync(profile, { recursive: true, force: true });
    if (!report.runtimeError) return report;
  }
  throw new Error(`Lighthouse could not measure ${page}.`);
}

/** Leaves a session in the browser's profile, and nothing of the back office in its cache. */
async function logIn(product: Product, profile: string): Promise<void> {
  const login = await fetch(`${product.url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ user: admin }),
  });
  const { data } = (await login.json()) as { data: { user: object; token: string } };
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH,
    args: browserFlags,
  });
  const page = await context.newPage();
  await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(product.url);
  await page.evaluate(({ user, token }) => {
    localStorage.setItem("userData", JSON.stringify(user));
    localStorage.setItem("token", token);
  }, data);
  await context.close();
}

function run(program: string, url: string, profile: string): Report {
  const file = path.join(temporaryFolder(), "report.json");
  const flags = ["--headless=new", `--user-data-dir=${profile}`, ...browserFlags];
  const options = [
    "--quiet",
    "--output=json",
    `--output-path=${file}`,
    `--chrome-flags=${flags.join(" ")}`,
    `--only-categories=${kinds.join(",")}`,
    // Each run has its own profile; its contents (a session) are there on purpose.
    "--disable-storage-reset",
    "--save-assets",
  ];
  spawnSync(process.execPath, [program, url, ...options], {
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? "" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const report: Report = JSON.parse(fs.readFileSync(file, "utf8"));
  if (report.runtimeError) return report;
  const { traceEvents } = JSON.parse(fs.readFileSync(file.replace(".json", "-0.trace.json"), "utf8"));
  return { ...report, ownBlockedMs: blockedMs(traceEvents, url) };
}

/**
 * Blocking time after the first paint, by the processor time that the page's main thread used. Lighthouse goes by the
 * clock, and counts the time in which other processes of a small machine kept the thread waiting four times too.
 */
function blockedMs(events: TraceEvent[], url: string): number {
  const start = events.findLast(
    ({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL?.startsWith(url),
  );
  if (!start) throw new Error("The trace has no navigation.");
  const own = events.filter(({ pid, ts }) => pid === start.pid && ts > start.ts);
  const paintAt = own.find(({ name }) => name === "firstContentfulPaint")?.ts ?? start.ts;
  return own
    .filter(
      ({ name, ph, tid, ts, dur = 0 }) => name === "RunTask" && ph === "X" && tid === start.tid && ts + dur > paintAt,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slowdown - longTaskMs), 0);
}
