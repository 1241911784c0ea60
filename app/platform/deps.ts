import type { DryRun } from "#db/dry-run.ts";
import type { Db } from "#db/schema.ts";
import type { Config } from "./config.ts";
import type { Images } from "./images/images.ts";
import type { PictureBucket } from "./images/picture-bucket.ts";
import type { Mailer } from "./mailer.ts";
import type { Heartbeats } from "./observability/heartbeats.ts";
import type { Log } from "./observability/log.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { PageCache } from "./page-cache.ts";
import type { ProxyHint } from "./proxy-hint.ts";
import type { RateLimits } from "./rate-limit/rate-limit.ts";
import type { WakeSignal } from "./wake-signal.ts";

/** The database or a transaction on it. Services pass it to repositories, which alone contain SQL. */
export type { Db };

/** Resolves once the work is durable; rejects if it was rolled back. */
export type CommitLead = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Whether the database was found to be damaged; the details are for the log only. */
export interface Damage {
  readonly found: string | undefined;
}

/**
 * All dependencies on the outside world, opened once (process/deps.ts) and passed down. No code outside process/ opens
 * a socket or reads the environment.
 */
export interface Deps {
  config: Config;
  db: Db;
  /** For what cannot wait until a connection to PostgreSQL is free: visitors' messages, and which content is current. */
  leadDb: Db;
  /** Makes a save to see what it does, without storing it. */
  dryRun: DryRun;
  damage: Damage;
  /** Commits visitors' messages, several in one commit where that is faster. */
  commitLead: CommitLead;
  /** Removes the remains of deleted data, as far as the database server does not do that itself. */
  vacuum: () => Promise<void>;
  now: () => Date;
  /** Sets `now` by PostgreSQL's clock, by which all instances go; does nothing on SQLite. */
  followClock: () => Promise<void>;
  log: Log;
  /** Counters of this process, exported by GET /metrics. */
  metrics: Metrics;
  limits: RateLimits;
  /** Reports which background work is still alive. */
  heartbeats: Heartbeats;
  proxyHint: ProxyHint;
  pages: PageCache;
  images: Images;
  /** `null`: pictures are in the database. */
  pictureBucket: PictureBucket | null;
  /** `null`: no mail server is configured, and no mail is queued. */
  mailer: Mailer | null;
  /** Notified when mail is queued, so that it is sent immediately. */
  mailWakeSignal: WakeSignal;
  /**
   * URLs of the built-in pictures, by the name used in the default content, such as
   * /pictures/01-learning-token-reward-built.webp.
   */
  pictures: ReadonlyMap<string, string>;
}
