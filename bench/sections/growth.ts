import fs from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { projects as addProjects, fill, quotes } from "../content.ts";
import { load } from "../load.ts";
import { office, type Product, startProduct, temporaryFolder } from "../product.ts";
import { median, per, round, type Section } from "../report.ts";
import { renderMs } from "./pages.ts";

const projectSizes = [10, 100, 1_000, 10_000];

/** How each cost grows with the amount of data. `maxQuotes`: 100,000, or a million in the long run. */
export async function growth(maxQuotes: number): Promise<Section[]> {
  return [await inbox([1_000, 10_000, 100_000, ...(maxQuotes > 100_000 ? [maxQuotes] : [])]), await projects()];
}

/** The first page of the inbox and a search in it, as the back office requests them. */
async function inbox(sizes: number[]): Promise<Section> {
  const dataDir = temporaryFolder();
  await (await startProduct(dataDir)).stop();
  const page: [number, number][] = [];
  const search: [number, number][] = [];
  const pane: [number, number][] = [];
  const many: Section["figures"] = [];
  let stored = 0;
  for (const size of sizes) {
    await fill({ dataDir }, (db) => quotes(db, stored, size));
    stored = size;
    const product = await startProduct(dataDir);
    const call = await office(product.url);
    page.push([size, await askMs(call, "/quote/get-all?limit=20")]);
    search.push([size, await askMs(call, "/quote/get-all?limit=20&q=lighthouse")]);
    const { data } = (await call("GET", "/quote/get-all?limit=20")) as { data: { slug: string }[] };
    pane.push([size, await askMs(call, `/quote/${data[9]?.slug}`)]);
    if (size === 100_000) many.push(...(await selectMany(product, call)));
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
    figures: [
      figure("First page of the quotes", page),
      figure("Search over the quotes", search),
      figure("A quote with its history, beside the list", pane),
      ...many,
    ],
    charts: [
      {
        file: "inbox.svg",
        title: "Inbox: time of one answer by stored quotes",
        unit: "ms",
        lines: [
          { name: "first page", points: page },
          { name: "search", points: search },
          { name: "one quote", points: pane },
        ],
      },
    ],
  };
}

/** Marks 60,000 of 100,000 quotes as the inbox does, part by part, and undoes it, while visitors send theirs. */
async function selectMany({ url }: Product, call: Call): Promise<Section["figures"]> {
  const selected = 60_000;
  const { data } = (await call("GET", `/quote/get-all?limit=1&offset=${100_000 - selected}`)) as {
    data: [{ slug: string }];
  };
  const selection = { all: { until: data[0].slug } };
  const parts: number[] = [];
  const timed = async <T>(work: () => Promise<unknown>): Promise<T> => {
    const begun = performance.now();
    const result = (await work()) as T;
    parts.push(performance.now() - begun);
    return result;
  };
  let isOver = false;
  const leads = sendLeads(url, () => isOver);
  const begun = performance.now();
  let [changed, after, id]: [number, number | null, number | undefined] = [0, 0, undefined];
  while (after !== null) {
    const go: object = id === undefined ? {} : { go: { id, after } };
    const part: { data: { id: number; changed: number; after: number | null } } = await timed(() =>
      call("POST", "/quote/bulk", { selection, action: "won", ...go }),
    );
    ({ id, after } = part.data);
    changed += part.data.changed;
  }
  const changedMs = performance.now() - begun;
  let undone = 0;
  for (let isDone = false; !isDone; ) {
    const part: { data: { undone: number; isDone: boolean } } = await timed(() =>
      call("POST", `/quote/bulk/undo/${id}`),
    );
    undone += part.data.undone;
    isDone = part.data.isDone;
  }
  const undoneMs = performance.now() - begun - changedMs;
  isOver = true;
  const times = (await leads).toSorted((a, b) => a - b);
  const seconds = (ms: number) => `${round(ms / 1_000)} s`;
  return [
    {
      what: "60,000 quotes marked as won",
      value: `${changed.toLocaleString("en-GB")} in ${seconds(changedMs)}`,
      against: `at most ${round(Math.max(...parts), 0)} ms for one call`,
    },
    { what: "One Undo of that", value: `${undone.toLocaleString("en-GB")} in ${seconds(undoneMs)}` },
    {
      what: "Visitors' messages meanwhile, ms",
      value: `median ${round(median(times))}`,
      against: `p99 ${round(times[Math.floor(times.length * 0.99)] ?? Number.NaN)}, all ${times.length} stored`,
    },
  ];
}

/** One after the other. @returns how long each took, in ms */
async function sendLeads(url: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const begun = performance.now();
    const response = await fetch(`${url}/api/quote/new`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ fullName: "Ada", email: "ada@example.com", message: `Number ${times.length}` }),
    });
    if (response.status !== 201) throw new Error(`A lead was answered with ${response.status}`);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
    await pause(10);
  }
  return times;
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
