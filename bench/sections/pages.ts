import { startBaseline } from "../baseline.ts";
import { type Load, load } from "../load.ts";
import { cpuSeconds } from "../process-figures.ts";
import { office, type Product } from "../product.ts";
import { median, per, round, type Section } from "../report.ts";

const gzip = { "Accept-Encoding": "gzip" };
const rounds = 3;

/** A cached page compared with a static server that sends the same bytes, and a page that has to be rendered. */
export async function pages(product: Product): Promise<Section> {
  const home = `${product.url}/`;
  const html = Buffer.from(await (await fetch(home)).arrayBuffer());
  const baseline = await startBaseline(html);
  const shot = { headers: gzip, connections: 32, seconds: 5 };
  const ours: Load[] = [];
  const theirs: Load[] = [];
  // Alternating, so that a busy minute of the machine affects both.
  for (let turn = 0; turn < rounds; turn++) {
    theirs.push(await load({ ...shot, url: baseline.url, pids: baseline.pids }));
    ours.push(await load({ ...shot, url: home, pids: [product.pid] }));
  }
  baseline.stop();
  const etag = (await fetch(home)).headers.get("ETag") ?? "";
  const same = await load({ ...shot, url: home, pids: [product.pid], headers: { ...gzip, "If-None-Match": etag } });
  const list = await load({ ...shot, url: `${product.url}/api/project/get-all`, pids: [product.pid] });
  const of = (loads: typeof ours, key: "perSecond" | "p99Ms" | "cpuMicros") =>
    median(loads.map((one) => one[key] ?? Number.NaN));
  const rate = per(of(ours, "perSecond"), of(theirs, "perSecond"));
  const cpu = per(of(ours, "cpuMicros"), of(theirs, "cpuMicros"));
  const wait = per(of(ours, "p99Ms"), of(theirs, "p99Ms"));
  const miss = await renderMs(product);
  const isNginx = baseline.name.startsWith("nginx");
  return {
    title: "Pages",
    figures: [
      {
        what: "Home, cached, requests a second (gzip, 32 connections)",
        value: round(of(ours, "perSecond"), 0),
        against: `${baseline.name}: ${round(of(theirs, "perSecond"), 0)}`,
        ratio: round(rate, 2),
        ...(isNginx && { goal: "at least 0.65", holds: rate >= 0.65 }),
      },
      {
        what: "CPU for one answer, µs",
        value: round(of(ours, "cpuMicros")),
        against: `${baseline.name}: ${round(of(theirs, "cpuMicros"))}`,
        ratio: round(cpu, 2),
        ...(isNginx && { goal: "at most 1.8", holds: cpu <= 1.8 }),
      },
      {
        what: "p99, ms",
        value: round(of(ours, "p99Ms"), 2),
        against: `${baseline.name}: ${round(of(theirs, "p99Ms"), 2)}`,
        ratio: round(wait, 2),
        ...(isNginx && { goal: "at most 3", holds: wait <= 3 }),
      },
      { what: "304, requests a second", value: round(same.perSecond, 0) },
      { what: "Home, rendered, ms of CPU (median)", value: round(miss, 2), goal: "at most 4", holds: miss <= 4 },
      { what: "JSON list of the projects, requests a second", value: round(list.perSecond, 0), against: "", ratio: "" },
    ],
    charts: [
      {
        file: "pages.svg",
        title: "Cached home page, requests a second",
        unit: "/s",
        lines: [
          { name: "this product", points: [[1, of(ours, "perSecond")]] },
          { name: baseline.name, points: [[1, of(theirs, "perSecond")]] },
        ],
      },
    ],
  };
}

/**
 * CPU time of one cache miss: a write invalidates all pages, so the cost of the write alone is subtracted from that of
 * write and page.
 */
export async function renderMs(product: Product, address = "/"): Promise<number> {
  const call = await office(product.url);
  const { data } = await call("GET", "/faq/get-all?limit=1");
  const write = () => call("PUT", `/faq/edit/${data[0].slug}`, {});
  const page = () =>
    fetch(product.url + address, { headers: { "Accept-Encoding": "identity" } }).then((answer) => answer.arrayBuffer());
  const writeAndPage = async () => {
    await write();
    await page();
  };
  const times = 100;
  const cost = async (work: () => Promise<unknown>) => {
    const before = cpuSeconds([product.pid]) ?? Number.NaN;
    for (let n = 0; n < times; n++) await work();
    return (((cpuSeconds([product.pid]) ?? Number.NaN) - before) * 1000) / times;
  };
  // Until the engine has compiled the hot code, compilation is most of the cost.
  for (let n = 0; n < 5; n++) await cost(writeAndPage);
  const samples = [];
  for (let n = 0; n < 5; n++) {
    const both = await cost(writeAndPage);
    samples.push(both - (await cost(write)));
  }
  return Math.max(0, median(samples));
}
