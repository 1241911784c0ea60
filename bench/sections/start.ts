import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { load } from "../load.ts";
import { peakMiB, residentMiB } from "../process-figures.ts";
import { startProduct, temporaryFolder } from "../product.ts";
import { median, per, round, type Section } from "../report.ts";

/** How soon a built checkout responds, compared with Node doing nothing; and its memory use, idle and under load. */
export async function start(): Promise<Section> {
  const dataDir = temporaryFolder();
  await (await startProduct(dataDir)).stop();
  const nothing = median(Array.from({ length: 7 }, emptyNodeMs));
  const ready = [];
  for (let n = 0; n < 5; n++) {
    const product = await startProduct(dataDir);
    ready.push(product.readyMs);
    await product.stop();
  }
  const { idle, cached, mixed } = await memory(dataDir);
  fs.rmSync(dataDir, { recursive: true });
  const ratio = per(median(ready), nothing);
  return {
    title: "Start and memory",
    figures: [
      {
        what: "Start of a built tree to ready, ms (median of 5)",
        value: round(median(ready), 0),
        against: `node -e 0: ${round(nothing, 0)}`,
        ratio: round(ratio),
        goal: "at most 8",
        holds: ratio <= 8,
      },
      { what: "Memory, idle, MiB", value: round(idle, 0), goal: "at most 130", holds: idle <= 130 },
      {
        what: "Memory, cached pages under full load, MiB",
        value: round(cached, 0),
        goal: "at most 200",
        holds: cached <= 200,
      },
      {
        what: "Memory, pages, leads and uploads mixed, peak MiB",
        value: round(mixed, 0),
        goal: "at most 512",
        holds: mixed <= 512,
      },
    ],
  };
}

function emptyNodeMs(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - begun;
}

async function memory(dataDir: string) {
  const product = await startProduct(dataDir);
  await fetch(`${product.url}/`);
  await pause(5_000);
  const idle = residentMiB(product.pid) ?? Number.NaN;
  await load({ url: `${product.url}/`, pids: [], headers: { "Accept-Encoding": "gzip" }, connections: 32, seconds: 8 });
  const cached = residentMiB(product.pid) ?? Number.NaN;
  await mixedLoad(product.url);
  const mixed = peakMiB(product.pid) ?? Number.NaN;
  await product.stop();
  return { idle, cached, mixed };
}

async function mixedLoad(url: string): Promise<void> {
  const { office } = await import("../product.ts");
  const call = await office(url);
  const login = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ user: (await import("../product.ts")).admin }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const { default: sharp } = await import("sharp");
  const picture = await sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: "#336655",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
  const upload = () => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(picture)]), "picture.jpg");
    return fetch(`${url}/upload`, { method: "POST", headers: { Authorization: `Bearer ${data.token}` }, body: form });
  };
  const lead = () =>
    fetch(`${url}/api/quote/new`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ fullName: "Ada Lovelace", email: "ada@example.com", message: "A page for our stock." }),
    });
  const { data: questions } = await call("GET", "/faq/get-all?limit=1");
  const until = Date.now() + 8_000;
  const workers = [
    ...Array.from({ length: 16 }, () => lead),
    ...Array.from({ length: 8 }, () => () => fetch(`${url}/about`)),
    () => call("PUT", `/faq/edit/${questions[0].slug}`, {}),
    upload,
    upload,
  ];
  await Promise.all(
    workers.map(async (work) => {
      while (Date.now() < until) await work();
    }),
  );
}
