import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { makePostgres } from "../postgres.ts";
import { Product } from "../product.ts";
import { Clients, closedLoop, openLoop, percentile, type Reply } from "./load.ts";
import { inboxOf } from "./torture.ts";

// Promise 20: ten times the load that the site can handle, half of it leads.

export interface OverloadPlan {
  database: "sqlite" | "postgres";
  seconds: number;
  /** Connections opened at the same moment. */
  atOnce: number;
  say?: (line: string) => void;
}

export interface OverloadFigures {
  /** Responses per second to 64 clients, each of which waits for its response. */
  capacity: number;
  /** Requests per second during the overload. */
  offered: number;
  served: number;
  refused: number;
  /** 99th percentiles, in ms. */
  p99: {
    /** With few clients, before the overload and five seconds after it. */
    before: number;
    after: number;
    served: number;
    refused: number;
    /** A cached page during the overload. */
    cachedPage: number;
    /** Requests on connections that were all opened at once. */
    atOnce: number;
  };
  /** Responses other than success or a 503 with Retry-After, by type; 0 is a connection that was cut. */
  wrong: Record<string, number>;
  acknowledged: number;
  /** Acknowledged and not stored. */
  lost: number;
  peakMemoryMb: number | undefined;
}

/** Each figure that misses its goal, as a sentence; none when all is well. */
export function missedInOverload({ capacity, offered, p99, wrong, lost, peakMemoryMb }: OverloadFigures): string[] {
  const wrongs = Object.values(wrong).reduce((sum, count) => sum + count, 0);
  const most: [string, number, number][] = [
    ["ms until served after the overload, p99", p99.after, Math.max(100, 3 * p99.before)],
    [`answers that are no success and no 503 with Retry-After (${JSON.stringify(wrong)})`, wrongs, 0],
    ["leads acknowledged and lost", lost, 0],
    ["MiB of memory", peakMemoryMb ?? 0, 512],
  ];
  return [
    ...most.filter(([, is, goal]) => is > goal).map(([what, is, goal]) => `${what}: ${is}, at most ${goal} promised`),
    ...(offered < 9 * capacity
      ? [`requests a second offered: ${offered}, ten times the capacity of ${capacity} needed`]
      : []),
  ];
}

const host = "Host: site.example\r\n";
const cachedPage = `GET /about HTTP/1.1\r\n${host}\r\n`;

let number = 0;
/** Half leads, a quarter lists, a quarter pages that must be rendered; each from a different visitor. */
function nextRequest(): string {
  const n = number++;
  const from = `${host}X-Forwarded-For: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n`;
  if (n % 4 === 1) return `GET /api/faq/get-all?limit=5 HTTP/1.1\r\n${from}\r\n`;
  if (n % 4 === 3) return `GET /portfolio?technology=React HTTP/1.1\r\n${from}\r\n`;
  const body = JSON.stringify({ fullName: `Visitor ${n}`, email: "visitor@example.com", message: `Message ${n}` });
  return `POST /api/quote/new HTTP/1.1\r\n${from}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Loads the built product far beyond its capacity. */
export async function overload({ database, seconds, atOnce, say = () => {} }: OverloadPlan): Promise<OverloadFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "overload-"));
  const postgres = database === "postgres" ? await makePostgres({ isDurable: true }) : undefined;
  const product = new Product(await freePort(), {
    DATA_DIR: folder,
    // The load represents many visitors, as if behind a proxy.
    TRUST_PROXY: "1",
    ...(postgres && { DATABASE_URL: postgres.url }),
  });
  try {
    await product.start();
    const replies = new Replies();

    const few = new Clients(product.url, 4);
    // Cached from here on.
    await few.send(cachedPage);
    const light = async () => {
      const ms: number[] = [];
      await closedLoop(4, 3, async () => {
        const reply = await few.send(nextRequest());
        if (reply) ms.push(replies.take(reply).ms);
      });
      return percentile(ms, 0.99);
    };
    await light();
    const before = await light();

    const some = new Clients(product.url, 64);
    let answered = 0;
    await closedLoop(64, 5, async () => {
      const reply = await some.send(nextRequest());
      if (reply) replies.take(reply);
      answered++;
    });
    some.close();
    const capacity = Math.round(answered / 5);
    say(`${capacity} requests a second, p99 of few ${before} ms`);

    const crowd = new Clients(product.url, atOnce);
    const each = Array.from({ length: atOnce }, () => crowd.send(nextRequest()) as Promise<Reply>);
    const together = (await Promise.all(each)).map((reply) => replies.take(reply).ms);
    crowd.close();
    say(`${atOnce} connections at once: p50 ${percentile(together, 0.5)} ms, p99 ${percentile(together, 0.99)} ms`);

    const many = new Clients(product.url, 2_000);
    const reader = new Clients(product.url, 16);
    const [served, refused, pages]: number[][] = [[], [], []];
    const pending = new Set<Promise<void>>();
    const follow = (reply: Promise<Reply> | undefined, hear: (reply: Reply) => void): boolean => {
      const heard = reply?.then((reply) => {
        hear(replies.take(reply));
        pending.delete(heard as Promise<void>);
      });
      if (heard) pending.add(heard);
      return heard !== undefined;
    };
    let sent = 0;
    const begunMs = performance.now();
    const [unsent] = await Promise.all([
      openLoop(10 * capacity, seconds, () => {
        sent++;
        return follow(many.send(nextRequest()), ({ status, ms }) => (status === 503 ? refused : served)?.push(ms));
      }),
      openLoop(20, seconds, () => follow(reader.send(cachedPage), ({ ms }) => pages?.push(ms))),
    ]);
    const offered = Math.round((1_000 * sent) / (performance.now() - begunMs));
    await Promise.all(pending);
    many.close();
    reader.close();
    say(`${offered} requests a second offered, ${unsent} without a connection`);

    await pause(5_000);
    const after = await light();
    few.close();
    // Before the whole inbox is read, which is no part of the overload.
    const maxMb = peakMemoryMb(product.pid);
    const stored = new Set((await inboxOf(product.url)).map(({ slug }) => slug));
    return {
      capacity,
      offered,
      served: served?.length ?? 0,
      refused: refused?.length ?? 0,
      p99: {
        before,
        after,
        served: percentile(served ?? [], 0.99),
        refused: percentile(refused ?? [], 0.99),
        cachedPage: percentile(pages ?? [], 0.99),
        atOnce: percentile(together, 0.99),
      },
      wrong: replies.wrong,
      acknowledged: replies.acknowledged.length,
      lost: replies.acknowledged.filter((slug) => !stored.has(slug)).length,
      peakMemoryMb: maxMb,
    };
  } finally {
    await product.kill();
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Replies {
  readonly wrong: Record<string, number> = {};
  /** The slugs that were acknowledged. */
  readonly acknowledged: string[] = [];

  take(reply: Reply): Reply {
    const { status, retryAfter, body } = reply;
    if (status === 201) this.acknowledged.push(JSON.parse(body).data.slug);
    else if (status !== 200 && !(status === 503 && retryAfter !== undefined))
      this.wrong[status] = (this.wrong[status] ?? 0) + 1;
    return reply;
  }
}

/** Peak memory of the process in MiB. Linux only; undefined elsewhere. */
function peakMemoryMb(pid: number | undefined): number | undefined {
  if (process.platform !== "linux") return undefined;
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024);
}
