// `npm run bench`: what the product costs, as ratios within one run. `-- --long` goes up to a million quotes, `-- pages
// leads` measures only those sections and leaves docs/bench.md unchanged. Some are only measured when named: `-- uploads`,
// `-- eventloop`, `-- house`, what there is to understand, and `-- capacity`, which needs 50 GB of disk, or less with
// CAPACITY_GB=2 (of pictures) and CAPACITY_DATABASES=sqlite (or postgres).
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { drawChart } from "./chart.ts";
import { has, hasWrk } from "./load.ts";
import { type Product, startProduct, temporaryFolder } from "./product.ts";
import { consoleTable, markdown, type Section } from "./report.ts";
import { capacity } from "./sections/capacity.ts";
import { eventLoop } from "./sections/event-loop.ts";
import { growth } from "./sections/growth.ts";
import { house } from "./sections/house.ts";
import { leads } from "./sections/leads.ts";
import { lighthouse } from "./sections/lighthouse.ts";
import { pages } from "./sections/pages.ts";
import { start } from "./sections/start.ts";
import { uploadMemory } from "./sections/uploads.ts";
import { weight } from "./sections/weight.ts";

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isLong = process.argv.includes("--long");

type Measure = (product: Product) => Promise<Section | Section[]>;

const measures: Record<string, Measure> = {
  pages,
  leads,
  start,
  weight,
  growth: () => growth(isLong ? 1_000_000 : 100_000),
  lighthouse: (product) => lighthouse(product),
};

/** Measured only when named. */
const onDemand: Record<string, Measure> = {
  uploads: uploadMemory,
  eventloop: () => eventLoop(isLong),
  capacity: () => capacity(process.env.CAPACITY_DATABASES),
  house,
};

const warm = await warmPlace();
const sections: Section[] = [];
const chosen = wanted.length === 0 ? measures : { ...measures, ...onDemand };
for (const [name, measure] of Object.entries(chosen)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`Measuring: ${name} …`);
  for (const section of [await onFreshProduct(measure)].flat()) {
    console.log(consoleTable(section));
    sections.push(section);
  }
}
fs.rmSync(warm, { recursive: true, force: true });
if (wanted.length === 0) write(sections);

/**
 * The data folder of a site some minutes after its first start: all sizes of the built-in pictures exist. Until then,
 * generating them takes up the second core.
 */
async function warmPlace(): Promise<string> {
  console.error("Making the pictures' sizes …");
  const dataDir = temporaryFolder();
  const product = await startProduct(dataDir);
  const pictures = new Set<string>();
  for (const page of ["/", "/portfolio", "/about", ...[0, 1, 2, 3, 4, 5, 6].map((number) => `/details/${number}`)]) {
    const html = await (await fetch(product.url + page)).text();
    for (const [address] of html.matchAll(/\/uploads\/[0-9a-f]+-\d+\.(?:avif|webp)/g)) pictures.add(address);
  }
  // One after the other: with concurrent requests, some would get a stand-in.
  for (const address of pictures) await (await fetch(product.url + address)).arrayBuffer();
  await product.stop();
  return dataDir;
}

async function onFreshProduct(measure: Measure): Promise<Section | Section[]> {
  const dataDir = temporaryFolder();
  fs.cpSync(warm, dataDir, { recursive: true });
  const product = await startProduct(dataDir);
  try {
    return await measure(product);
  } finally {
    await product.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

function write(all: Section[]): void {
  const folder = path.resolve("docs/bench");
  fs.mkdirSync(folder, { recursive: true });
  for (const chart of all.flatMap(({ charts = [] }) => charts))
    fs.writeFileSync(path.join(folder, chart.file), drawChart(chart));
  fs.writeFileSync(path.resolve("docs/bench.md"), markdown(all, facts()));
  console.log("\nWritten to docs/bench.md");
}

function facts(): string[] {
  const { version } = JSON.parse(fs.readFileSync("package.json", "utf8"));
  return [
    `${new Date().toISOString().slice(0, 10)}, version ${version}, Node ${process.version}`,
    `${os.cpus().length} cores (${os.cpus()[0]?.model.trim() || os.arch()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}`,
    `Load by ${hasWrk() ? "wrk" : "autocannon"}, static server: ${has("nginx") ? "nginx" : "node:http"}; server and load share the machine`,
    "Built-in content, the pictures' sizes made before",
  ];
}
