import type { Db } from "#db/schema.ts";
import type { Config } from "./config.ts";
import type { Heartbeats } from "./heartbeats.ts";
import type { Images } from "./images.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mailer.ts";
import type { Metrics } from "./metrics.ts";
import type { PageCache } from "./page-cache.ts";
import type { ProxyHint } from "./proxy-hint.ts";
import type { RateLimits } from "./rate-limit.ts";
import type { WakeSignal } from "./wake-signal.ts";

/** The database, or a transaction of it: what services hand to repositories, which alone speak SQL to it. */
export type { Db };

/** How leads are committed. */
export interface Commits {
  /** For a lead's own reads, over connections reserved for leads. */
  db: Db;
  /** Resolves when the work is durable; rejects when it was rolled back. */
  commit<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** Whether the database was found damaged; the details are for the log only. */
export interface Damage {
  readonly found: string | undefined;
}

/** All dependencies on the outside world, opened once (process/deps.ts) and passed down. Nothing below process/ opens a socket or reads the environment. */
export interface Deps {
  config: Config;
  db: Db;
  damage: Damage;
  /** Commits visitors' messages, several in one commit where that is faster. */
  leads: Commits;
  /** Overwrites deleted data in the database's files; `null` where the database server does that itself. */
  scrub: (() => Promise<void>) | null;
  now: () => Date;
  log: Log;
  /** Counters of this process, served by GET /metrics. */
  metrics: Metrics;
  limits: RateLimits;
  /** Which background work still runs. */
  heartbeats: Heartbeats;
  proxyHint: ProxyHint;
  pages: PageCache;
  images: Images;
  /** `null`: no mail server is set up, and no mail is queued. */
  mailer: Mailer | null;
  /** Notified when a mail was queued, so that it leaves at once. */
  mailWakeSignal: WakeSignal;
  /** Addresses of the built-in pictures by the name that the default content gives them, as /pictures/01-learning-token-reward-built.webp. */
  pictures: ReadonlyMap<string, string>;
}
