import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { freePort } from "../free-port.ts";
import { makePostgres } from "../postgres.ts";
import { officeOf, Product } from "../product.ts";
import { Clients, openLoop, type Reply } from "./load.ts";
import { inboxOf } from "./torture.ts";

// Promise 36: five requests a second, and a picture every minute, for as many hours as are given. Not faster: how much
// memory V8 holds depends on how quickly it is requested, and after a burst of forty thousand requests it keeps about
// 300 MiB more than it uses, however long the run is.

export interface LongRunPlan {
  database: "sqlite" | "postgres";
  /** At least 2: the first is not judged. The promise names 24. */
  hours: number;
  say?: (line: string) => void;
}

export interface Sample {
  /** Resident memory of the server process, in MiB. */
  memoryMb: number;
  openFiles: number;
  /** SQLite's write-ahead log, in MiB; 0 on PostgreSQL. */
  logMb: number;
}

export interface LongRunFigures {
  requests: number;
  uploads: number;
  /** Requests that found no free connection. */
  unsent: number;
  /** Medians of the first part after the first hour, and of the last. */
  early: Sample;
  late: Sample;
  maxLogMb: number;
  /** Responses that were not expected, by status and path. */
  wrong: Record<string, number>;
  acknowledged: number;
  lost: number;
}

/** Each figure that misses its goal, as a sentence; none when all is well. */
export function missedInLongRun({ early, late, maxLogMb, wrong, lost, unsent }: LongRunFigures): string[] {
  const growth = Math.round((100 * (late.memoryMb - early.memoryMb)) / early.memoryMb);
  const wrongs = Object.values(wrong).reduce((sum, count) => sum + count, 0);
  const most: [string, number, number][] = [
    ["growth of memory after the first hour, in per cent", growth, 10],
    // The load keeps up to 64 connections open, not always as many.
    ["open files more than after the first hour", late.openFiles - early.openFiles, 20],
    ["MiB of SQLite's log", maxLogMb, 64],
    [`unexpected answers (${JSON.stringify(wrong)})`, wrongs, 0],
    ["requests without a connection", unsent, 0],
    ["leads acknowledged and lost", lost, 0],
  ];
  return most.filter(([, is, goal]) => is > goal).map(([what, is, goal]) => `${what}: ${is}, at most ${goal} promised`);
}

const requestsPerSecond = 5;
const parts = 24;
const samplesPerPart = 6;
const visitors = 20_000;

interface Sent {
  path: string;
  expects: number;
  text: string;
}

/** Pages, lists, messages, a login that fails and an address that leads nowhere, from twenty thousand visitors. */
function requestOf(n: number): Sent {
  const visitor = n % visitors;
  const head = `Host: site.example\r\nX-Forwarded-For: 10.9.${visitor >> 8}.${visitor & 255}\r\n`;
  const get = (path: string, expects = 200) => ({
    path,
    expects,
    text: `GET ${path} HTTP/1.1\r\n${head}\r\n`,
  });
  const post = (path: string, expects: number, body: object) => {
    const json = JSON.stringify(body);
    const fields = `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`;
    return { path, expects, text: `POST ${path} HTTP/1.1\r\n${head}${fields}\r\n${json}` };
  };
  const sender = { fullName: `Visitor ${n}`, email: `visitor-${n}@example.com`, message: `Message number ${n}` };
  const kinds = [
    () => get("/"),
    () => get("/portfolio?technology=React"),
    () => get("/details/1"),
    () => get("/api/project/get-all?limit=5"),
    () => post("/api/quote/new", 201, sender),
    () => get("/career"),
    () => get(`/no-such-page-${n}`, 404),
    () => get("/api/faq/get-all?limit=5"),
    () => post("/api/subscription/subscribe", 201, { email: sender.email }),
    () => get("/about"),
    () => post("/api/user/login", 401, { user: { email: sender.email, password: `Wrong-${n}` } }),
    () => get(`/?utm=${n}`),
  ];
  return (kinds[n % kinds.length] as () => Sent)();
}

/** Runs the built product under light, mixed load for long and samples what it occupies. */
export async function longRun({ database, hours, say = () => {} }: LongRunPlan): Promise<LongRunFigures> {
  if (!(hours >= 2)) throw new Error("A long run takes at least 2 hours: the first one is not judged.");
  const folder = mkdtempSync(path.join(tmpdir(), "long-run-"));
  const postgres = database === "postgres" ? await makePostgres({ isDurable: true }) : undefined;
  const product = new Product(await freePort(), {
    DATA_DIR: folder,
    TRUST_PROXY: "1",
    RATE_LIMIT: "on",
    ...(postgres && { DATABASE_URL: postgres.url }),
  });
  const wrong: Record<string, number> = {};
  const acknowledged: string[] = [];
  const samples: Sample[] = [];
  const clients = new Clients(product.url, 64);
  let [sent, uploads, unsent, maxLogMb] = [0, 0, 0, 0];
  const pending = new Set<Promise<void>>();

  const take = ({ status, body }: Reply, { path, expects }: Sent) => {
    if (status === 201 && path === "/api/quote/new") acknowledged.push(JSON.parse(body).data.slug);
    if (status === expects) return;
    const what = `${status} ${path.replace(/[0-9]+/g, "N")}`;
    wrong[what] = (wrong[what] ?? 0) + 1;
  };
  const send = (): boolean => {
    const request = requestOf(sent++);
    const reply = clients.send(request.text);
    const taken = reply?.then((answer) => {
      take(answer, request);
      pending.delete(taken as Promise<void>);
    });
    if (taken) pending.add(taken);
    return taken !== undefined;
  };
  const sample = (): Sample => {
    const log = path.join(folder, "jorna.sqlite-wal");
    const one = { ...occupiedBy(product.pid), logMb: existsSync(log) ? statSync(log).size / 2 ** 20 : 0 };
    maxLogMb = Math.max(maxLogMb, Math.round(one.logMb));
    return one;
  };

  try {
    await product.start();
    const office = await officeOf(product.url);
    const secondsOfSample = (hours * 3_600) / parts / samplesPerPart;
    const firstAfterAnHour = samplesPerPart * Math.ceil(parts / hours);
    // A picture for every three hundred requests: one a minute at five a second.
    let dueUploads = 0;
    let isUploading = true;
    const uploading = (async () => {
      while (isUploading) {
        if (uploads < dueUploads) {
          uploads++;
          const { status } = await office.upload(new Uint8Array(await pictureOf(uploads)));
          if (status !== 201) wrong[`${status} /upload`] = (wrong[`${status} /upload`] ?? 0) + 1;
        } else await pause(200);
      }
    })();
    for (let part = 1; part <= parts; part++) {
      for (let n = 0; n < samplesPerPart; n++) {
        unsent += await openLoop(requestsPerSecond, secondsOfSample, send);
        dueUploads = Math.floor(sent / 300);
        samples.push(sample());
      }
      const last = medianOf(samples.slice(-samplesPerPart));
      say(`part ${part} of ${parts}: ${sent} requests, ${uploads} pictures, ${JSON.stringify(last)}`);
    }
    isUploading = false;
    await uploading;
    await Promise.all(pending);
    clients.close();
    const stored = new Set((await inboxOf(product.url)).map(({ slug }) => slug));
    return {
      requests: sent,
      uploads,
      unsent,
      early: medianOf(samples.slice(firstAfterAnHour, firstAfterAnHour + samplesPerPart)),
      late: medianOf(samples.slice(-samplesPerPart)),
      maxLogMb,
      wrong,
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((slug) => !stored.has(slug)).length,
    };
  } finally {
    await product.kill();
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each one different: equal bytes would be stored once. */
const pictureOf = (n: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: n & 255, g: (n >> 8) & 255, b: 90 } } })
    .png()
    .toBuffer();

const medianOf = (samples: Sample[]): Sample => {
  const median = (read: (sample: Sample) => number) =>
    Math.round(samples.map(read).toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0);
  return {
    memoryMb: median(({ memoryMb }) => memoryMb),
    openFiles: median(({ openFiles }) => openFiles),
    logMb: median(({ logMb }) => logMb),
  };
};

/** Linux only; zeros elsewhere. */
function occupiedBy(pid: number | undefined): Pick<Sample, "memoryMb" | "openFiles"> {
  if (process.platform !== "linux") return { memoryMb: 0, openFiles: 0 };
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    memoryMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024,
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
  };
}
