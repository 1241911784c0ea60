import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { makePostgres } from "#test/postgres.ts";
import { fill, pictures, projects, quotes } from "../content.ts";
import { office, startProduct, temporaryFolder } from "../product.ts";
import { round, type Section } from "../report.ts";

const maxMs = 50;
const full = { quotes: 1_000_000, projects: 10_000, pictures: 2_000 };
const quick = { quotes: 100_000, projects: 10_000, pictures: 2_000 };

/**
 * The longest event loop blocks of the server, on either database, with 10,000 projects, 2,000 pictures and, in the
 * long run, a million quotes.
 */
export async function eventLoop(isLong: boolean): Promise<Section[]> {
  const size = isLong ? full : quick;
  const onSQLite = await measure("SQLite", size);
  const postgres = await makePostgres({ isDurable: true });
  try {
    return [onSQLite, await measure("PostgreSQL", size, postgres.url)];
  } finally {
    await postgres.remove();
  }
}

async function measure(name: string, size: typeof full, databaseUrl?: string): Promise<Section> {
  const dataDir = temporaryFolder();
  const socket = path.join(dataDir, "loop.sock");
  const environment = {
    LOOP_PROBE: socket,
    NODE_OPTIONS: `--import=${path.resolve("bench/loop-probe.mjs")}`,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  await (await startProduct(dataDir, environment)).stop();
  for (let stored = 0; stored < size.quotes; stored += 50_000)
    await fill({ dataDir, databaseUrl }, (db) => quotes(db, stored, stored + 50_000));
  await fill({ dataDir, databaseUrl }, (db) => projects(db, 7, size.projects));
  for (let stored = 0; stored < size.pictures; stored += 100)
    await fill({ dataDir, databaseUrl }, (db) => pictures(db, 100));
  const product = await startProduct(dataDir, environment);
  const idle = watchOwnLoop();
  const call = await office(product.url);
  const page = (address: string) => async () => void (await (await fetch(product.url + address)).text());
  const write = async () => {
    await call("POST", "/faq/add", { question: `Which question? ${Date.now()}`, answer: "This one." });
  };
  const tried: Record<string, () => Promise<void>> = {
    "Portfolio, the first answer after the start": page("/portfolio"),
    "a write, then Home": async () => {
      await write();
      await page("/")();
    },
    "a write, then Portfolio": async () => {
      await write();
      await page("/portfolio")();
    },
    "a case study": page("/details/5000"),
    "the sitemap": page("/sitemap.xml"),
    "projects of the API, all of them": async () => void (await call("GET", "/project/get-all")),
    "the inbox's first page": async () => void (await call("GET", "/quote/get-all?limit=50")),
    "the inbox's last page": async () => void (await call("GET", `/quote/get-all?limit=50&offset=${size.quotes - 50}`)),
    "a search for a rare word": async () => void (await call("GET", "/quote/get-all?limit=50&q=lighthouse")),
    "a search for a common word": async () => void (await call("GET", "/quote/get-all?limit=50&q=stock")),
    "a search for two common words": async () => void (await call("GET", "/quote/get-all?limit=50&q=stock%20orders")),
    "what Today shows": async () => void (await call("GET", "/today")),
    "a minute of the work behind": () => pause(75_000),
  };
  await longestSince(socket);
  const figures: Section["figures"] = [];
  for (const [what, act] of Object.entries(tried)) {
    const begun = performance.now();
    await act();
    const tookMs = performance.now() - begun;
    const { longestMs, longestCpuMs } = await longestSince(socket);
    figures.push({
      what: `${what}, ms`,
      value: `${round(longestCpuMs)} of work, ${round(longestMs)} by the clock`,
      against: `the answer took ${round(tookMs, 0)}`,
      goal: `at most ${maxMs} of work`,
      holds: longestCpuMs <= maxMs,
    });
  }
  const note = `${size.quotes.toLocaleString("en-GB")} quotes, ${size.projects.toLocaleString("en-GB")} projects, ${size.pictures.toLocaleString("en-GB")} pictures. An idle process beside it was held ${round(idle())} ms at worst: the machine's own share.`;
  await product.stop();
  fs.rmSync(dataDir, { recursive: true });
  return { title: `What holds the event loop, ${name}`, figures, note };
}

interface Held {
  longestMs: number;
  longestCpuMs: number;
}

function longestSince(socket: string): Promise<Held> {
  return new Promise((resolve, reject) => {
    let text = "";
    net
      .connect(socket)
      .on("data", (bytes) => {
        text += bytes;
      })
      .on("end", () => resolve(JSON.parse(text) as Held))
      .on("error", reject);
  });
}

function watchOwnLoop(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  return () => delay.max / 1e6;
}
