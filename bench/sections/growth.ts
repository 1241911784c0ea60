import fs from "node:fs";
import { projects as addProjects, fill, quotes } from "../content.ts";
import { load } from "../load.ts";
import { office, type Product, startProduct, temporaryFolder } from "../product.ts";
import { median, per, round, type Section } from "../report.ts";
import { renderMs } from "./pages.ts";

const projectSizes = [10, 100, 1_000, 10_000];

/** How each cost grows with the amount of data. `mostQuotes`: 100,000, or a million in the long run. */
export async function growth(mostQuotes: number): Promise<Section[]> {
  return [await inbox([1_000, 10_000, 100_000, ...(mostQuotes > 100_000 ? [mostQuotes] : [])]), await projects()];
}

/** The first page of the inbox and a search in it, as the back office requests them. */
async function inbox(sizes: number[]): Promise<Section> {
  const dataDir = temporaryFolder();
  await (await startProduct(dataDir)).stop();
  const page: [number, number][] = [];
  const search: [number, number][] = [];
  let stored = 0;
  for (const size of sizes) {
    await fill({ dataDir }, (db) => quotes(db, stored, size));
    stored = size;
    const product = await startProduct(dataDir);
    const call = await office(product.url);
    page.push([size, await askMs(call, "/quote/get-all?limit=20")]);
    search.push([size, await askMs(call, "/quote/get-all?limit=20&q=lighthouse")]);
    await product.stop();
  }
  fs.rmSync(dataDir, { recursive: true });
  const at = (points: [number, number][], size: number) =>
    points.find(([stored]) => stored === size)?.[1] ?? Number.NaN;
  const ratioOf = (points: [number, number][]) => per(at(points, 100_000), at(points, 1_000));
  const figure = (what: string, points: [number, number][]) => ({
    what,
    value: `${round(at(points, 100_000), 2)} ms at 100,000`,
    against: `${round(at(points, 1_000), 2)} ms at 1,000`,
    ratio: round(ratioOf(points), 2),
    goal: "at most 3",
    holds: ratioOf(points) <= 3,
  });
  return {
    title: "The inbox as it grows",
    figures: [figure("First page of the quotes", page), figure("Search over the quotes", search)],
    charts: [
      {
        file: "inbox.svg",
        title: "Inbox: time of one answer by stored quotes",
        unit: "ms",
        lines: [
          { name: "first page", points: page },
          { name: "search", points: search },
        ],
      },
    ],
  };
}

async function projects(): Promise<Section> {
  const dataDir = temporaryFolder();
  await (await startProduct(dataDir)).stop();
  const miss: [number, number][] = [];
  const hit: [number, number][] = [];
  let stored = 7;
  for (const size of projectSizes) {
    await fill({ dataDir }, (db) => addProjects(db, stored, size));
    stored = size;
    const product = await startProduct(dataDir);
    miss.push([size, Math.max(0.01, await renderMs(product))]);
    hit.push([size, await hitMicros(product)]);
    await product.stop();
  }
  fs.rmSync(dataDir, { recursive: true });
  const [first, last] = [hit[0]?.[1] ?? Number.NaN, hit.at(-1)?.[1] ?? Number.NaN];
  return {
    title: "The site as it grows",
    figures: [
      {
        what: "CPU of a hit on Home, µs",
        value: `${round(last)} at 10,000 projects`,
        against: `${round(first)} at 10`,
        ratio: round(per(last, first), 2),
        goal: "the same",
        holds: per(last, first) < 1.3,
      },
      {
        what: "CPU of a miss on Home, ms",
        value: `${round(miss.at(-1)?.[1] ?? Number.NaN, 2)} at 10,000 projects`,
        against: `${round(miss[0]?.[1] ?? Number.NaN, 2)} at 10`,
      },
    ],
    charts: [
      {
        file: "projects.svg",
        title: "Home: CPU of a miss by stored projects",
        unit: "ms",
        lines: [{ name: "miss", points: miss }],
      },
    ],
  };
}

async function hitMicros({ url, pid }: Product): Promise<number> {
  await fetch(`${url}/`);
  const { cpuMicros } = await load({
    url: `${url}/`,
    pids: [pid],
    headers: { "Accept-Encoding": "gzip" },
    connections: 32,
    seconds: 3,
  });
  return cpuMicros ?? Number.NaN;
}

type Call = Awaited<ReturnType<typeof office>>;

async function askMs(call: Call, address: string): Promise<number> {
  const times = [];
  for (let n = 0; n < 40; n++) {
    const begun = performance.now();
    await call("GET", address);
    times.push(performance.now() - begun);
  }
  return median(times.slice(10));
}
