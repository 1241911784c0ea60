import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openDatabase } from "#db/open.server.ts";
import { makePostgres } from "#test/postgres.ts";
import { bytesPerPicture, fill, pictures, projects, quotes } from "../content.ts";
import { residentMiB } from "../process-figures.ts";
import { office, type Product, startProduct, temporaryFolder } from "../product.ts";
import { median, round, type Section } from "../report.ts";

/** Whole gigabytes of pictures. */
const pictureGigabytes = Number(process.env.CAPACITY_GB ?? 10);
const sizes = {
  quotes: 1_000_000,
  projects: 10_000,
  pictures: (pictureGigabytes * 1e9) / bytesPerPicture.original,
};
const portions = { quotes: 50_000, pictures: 200 };

/**
 * What the largest site that docs/scaling.md speaks of costs on either database: a million leads, 10,000 projects and
 * 10 GB of pictures. `databases`: "sqlite" or "postgres" measures only that one. CAPACITY_GB in the environment: less (or
 * more) pictures.
 */
export async function capacity(databases = "sqlite postgres"): Promise<Section[]> {
  const sections: Section[] = [];
  if (databases.includes("sqlite")) sections.push(await measure("SQLite"));
  if (databases.includes("postgres")) {
    const postgres = await makePostgres({ isDurable: true });
    try {
      sections.push(await measure("PostgreSQL", postgres.url));
    } finally {
      await postgres.remove();
    }
  }
  return sections;
}

async function measure(name: string, databaseUrl?: string): Promise<Section> {
  const dataDir = temporaryFolder();
  const place = { dataDir, databaseUrl };
  const environment: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const backupFile = path.join(dataDir, "capacity.tar");
  const figures: Section["figures"] = [];
  const note = (what: string, value: string, against?: string) => {
    console.error(`${name}: ${what}: ${value}${against ? ` (${against})` : ""}, load ${round(os.loadavg()[0] ?? 0)}`);
    figures.push({ what, value, ...(against && { against }) });
  };
  const begunMs = performance.now();
  try {
    await (await startProduct(dataDir, environment)).stop();
    await fillPlace(place);
    console.error(`${name}: filled in ${round((performance.now() - begunMs) / 1000)} s`);
    await (await startProduct(dataDir, environment)).stop();
    const product = await startProduct(dataDir, environment);
    try {
      note("Start, ms", round(product.readyMs, 0));
      await reads(product, note);
      const idle = await sendLeads(product.url, 300);
      note("Lead, one after the other, ms", `median ${round(median(idle))}`, `p99 ${round(at(idle, 0.99))}`);
      const backup = command(["dist/server/backup.js", backupFile], { DATA_DIR: dataDir, ...environment });
      const during = await sendLeads(product.url, Infinity, backup.isOver);
      note("Backup while leads are sent, s", round(await backup.seconds), `${gigabytes(sizeOf(backupFile))} GB`);
      note("Lead during the backup, ms", `median ${round(median(during))}`, `p99 ${round(at(during, 0.99))}`);
      note("Memory of the server, MiB", round(residentMiB(product.pid) ?? Number.NaN, 0));
    } finally {
      await product.stop();
    }
    if (databaseUrl === undefined) {
      note("Database on disk, GB", gigabytes(sizeOf(path.join(dataDir, "jorna.sqlite"))));
      note("VACUUM after an erasure, s", round(await vacuumOnce(dataDir)));
    }
    const proof = command(["dist/server/backup.js", "--prove", backupFile], { DATA_DIR: dataDir, ...environment });
    note("Proving the backup (restore, compare, render all pages), s", round(await proof.seconds));
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  const stored = (sizes.pictures * (bytesPerPicture.original + 12 * bytesPerPicture.size)) / 1e9;
  return {
    title: `The largest site, ${name}`,
    figures,
    note: `${count(sizes.quotes)} leads, ${count(sizes.projects)} projects, ${count(sizes.pictures)} pictures with all sizes (${round(stored)} GB).`,
  };
}

const count = (n: number) => n.toLocaleString("en-GB");
const gigabytes = (bytes: number) => round(bytes / 1e9, 2);
const sizeOf = (file: string) => fs.statSync(file).size;
const at = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

async function fillPlace(place: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  // PostgreSQL is filled by several writers; SQLite has one.
  const writers = place.databaseUrl === undefined ? 1 : 4;
  const inPortions = async (total: number, portion: number, write: (from: number, to: number) => Promise<void>) => {
    const starts = Array.from({ length: total / portion }, (_, n) => n * portion);
    const work = async () => {
      for (let from = starts.shift(); from !== undefined; from = starts.shift()) await write(from, from + portion);
    };
    await Promise.all(Array.from({ length: writers }, work));
  };
  await fill(place, (db) => projects(db, 7, sizes.projects));
  await inPortions(sizes.quotes, portions.quotes, (from, to) => fill(place, (db) => quotes(db, from, to)));
  await inPortions(sizes.pictures, portions.pictures, (from, to) => fill(place, (db) => pictures(db, to - from)));
  if (place.databaseUrl === undefined) return;
  // A site that has grown this large has been vacuumed on the way.
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

async function reads({ url }: Product, note: (what: string, value: string, against?: string) => void): Promise<void> {
  const call = await office(url);
  const page = (address: string) => async () => void (await (await fetch(url + address)).arrayBuffer());
  const get = (address: string) => async () => void (await call("GET", address));
  const write = async () =>
    void (await call("POST", "/faq/add", { question: `Which one? ${randomUUID()}`, answer: "This." }));
  const { data } = (await call("GET", "/picture/get-all")) as { data: { hash: string }[] };
  let picture = 0;
  const nextPicture = (suffix: string) => () => page(`/uploads/${data[picture++ % data.length]?.hash}${suffix}`)();
  const asked: Record<string, { work: () => Promise<void>; before?: () => Promise<void> }> = {
    "Home, after a write": { work: page("/"), before: write },
    "Portfolio, after a write": { work: page("/portfolio"), before: write },
    "A case study, after a write": { work: page("/details/5000"), before: write },
    "Site map, after a write": { work: page("/sitemap.xml"), before: write },
    "First page of the inbox": { work: get("/quote/get-all?limit=50") },
    "Last page of the inbox": { work: get(`/quote/get-all?limit=50&offset=${sizes.quotes - 50}`) },
    "Search for a rare word": { work: get("/quote/get-all?limit=50&q=lighthouse") },
    "Search for a word in a tenth of all leads": { work: get("/quote/get-all?limit=50&q=stock") },
    "First page of the projects": { work: get("/project/get-all?limit=50") },
    Today: { work: get("/today") },
    "First page of the pictures": { work: get("/picture/get-all") },
    "A picture of 250 KB": { work: nextPicture(".webp") },
    "A picture of 2 KB": { work: nextPicture("-960.avif") },
  };
  for (const [what, { work, before }] of Object.entries(asked)) {
    const times: number[] = [];
    for (let n = 0; n < 9; n++) {
      await before?.();
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
    note(
      `${what}, ms`,
      `median ${round(median(times))}`,
      `first ${round(times[0] ?? Number.NaN)}, worst ${round(Math.max(...times))}`,
    );
  }
}

/** How long nobody can write in the night after an erasure. */
async function vacuumOnce(dataDir: string): Promise<number> {
  const { vacuum, close } = await openDatabase({ dataDir, databaseUrl: undefined });
  const begun = performance.now();
  await vacuum();
  await close();
  return (performance.now() - begun) / 1000;
}

/** Sends leads one after the other; one that is refused is sent again. @returns the time of each stored one, in ms */
async function sendLeads(url: string, most: number, isOver: () => boolean = () => false): Promise<number[]> {
  const times: number[] = [];
  while (times.length < most && !isOver()) {
    const begun = performance.now();
    const response = await fetch(`${url}/api/quote/new`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
      body: JSON.stringify({ fullName: "Ada", email: "ada@example.com", message: `Number ${times.length}` }),
    });
    if (response.status !== 201 && response.status !== 503)
      throw new Error(`A lead was answered with ${response.status}`);
    await response.arrayBuffer();
    if (response.status === 201) times.push(performance.now() - begun);
    await pause(10);
  }
  return times;
}

function command(args: string[], environment: Record<string, string>) {
  const begun = performance.now();
  let isOver = false;
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...environment },
  });
  const seconds = new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => {
      isOver = true;
      if (code === 0) resolve((performance.now() - begun) / 1000);
      else reject(new Error(`${args.join(" ")} ended with ${code}`));
    });
  });
  seconds.catch(() => {});
  return { seconds, isOver: () => isOver };
}
