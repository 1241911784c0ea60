import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Product, temporaryFolder } from "../product.ts";
import { type Figure, median, round, type Section } from "../report.ts";
import { bring } from "../tools.ts";

const pages = ["/", "/portfolio", "/details/0", "/about", "/career"];
const kinds = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

/** Lighthouse with its mobile settings, the median of `runs` for each page. */
export async function lighthouse(product: Product, runs = 5): Promise<Section> {
  const folder = await bring("lighthouse", "13.5.0");
  const program = path.join(folder, "cli/index.js");
  const browser = process.env.CHROMIUM_PATH ?? "";
  const figures: Figure[] = [];
  for (const page of pages) {
    // While Lighthouse ran nothing here heard that the server had closed its idle connections.
    await pause(100);
    await fetch(product.url + page);
    const reports = Array.from({ length: runs }, () => run(program, browser, product.url + page));
    const scores = kinds.map((kind) =>
      Math.round(100 * median(reports.map(({ categories }) => categories[kind]?.score ?? 0))),
    );
    const audit = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
    const [lcp, blocking, shift] = [
      audit("largest-contentful-paint"),
      audit("total-blocking-time"),
      audit("cumulative-layout-shift"),
    ];
    figures.push({
      what: `${page}: performance / accessibility / best practices / SEO`,
      value: scores.join(" / "),
      against: `LCP ${round(lcp / 1000, 2)} s, blocking ${round(blocking, 0)} ms, shift ${round(shift, 3)}`,
      goal: page === "/" ? "100 each, LCP at most 1.5 s, blocking at most 20 ms, shift 0" : "at least 99 each",
      holds:
        page === "/"
          ? scores.every((score) => score === 100) && lcp <= 1500 && blocking <= 20 && shift < 0.001
          : scores.every((score) => score >= 99),
    });
  }
  return { title: "Lighthouse, mobile", figures };
}

function run(program: string, browser: string, url: string): Report {
  const file = path.join(temporaryFolder(), "report.json");
  const flags = [
    "--headless=new",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  spawnSync(
    process.execPath,
    [
      program,
      url,
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      `--chrome-flags=${flags.join(" ")}`,
      `--only-categories=${kinds.join(",")}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: browser },
      stdio: ["ignore", "ignore", "ignore"],
    },
  );
  return JSON.parse(fs.readFileSync(file, "utf8"));
}
