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
  /** For what a lead looks up: by connections that nothing else uses up. */
  db: Db;
  /** Ends when the work is on the disk, or has left no trace. */
  commit<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** Whether the database was found damaged; what it said is for the log alone. */
export interface Damage {
  readonly found: string | undefined;
}

/** The outside world, opened once (process/deps.ts) and passed down. Nothing below server/ opens a socket or reads the environment. */
export interface Deps {
  config: Config;
  db: Db;
  damage: Damage;
  /** Commits of visitors' messages, which may share one. */
  leads: Commits;
  /** Overwrites what was deleted in the database's files; `null` where that is the database server's own affair. */
  scrub: (() => Promise<void>) | null;
  now: () => Date;
  log: Log;
  /** What this process counts of itself; GET /metrics tells it. */
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
