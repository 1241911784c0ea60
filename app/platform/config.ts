import type { PoolSettings } from "#db/open-database.ts";

/** The environment of spec/reading, validated once at start (process/config.ts reads it). */
export interface Config {
  port: number;
  /** `undefined`: every address of the machine, IPv6 and IPv4. */
  host: string | undefined;
  dataDir: string;
  /** `undefined`: SQLite in dataDir. */
  databaseUrl: string | undefined;
  /** Of PostgreSQL. */
  databasePool: PoolSettings;
  /** Canonical origin, without a trailing slash. */
  publicUrl: string;
  /** Base address the browser uses for API calls, `/api` unless set. */
  apiBaseUrl: string;
  /** The browser uploads to `{uploadBaseUrl}/upload`; empty: this origin. */
  uploadBaseUrl: string;
  adminEmail: string;
  /** `undefined`: generated at first start (process/first-start.ts). */
  adminPassword: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Number of proxies whose X-Forwarded-For is believed. */
  trustProxy: number;
  /** Other origins whose browsers may call the API. */
  corsOrigins: string[];
  /** Where alerts are posted; `undefined`: the log and the back office tell them. */
  alertWebhookUrl: string | undefined;
  /** `undefined`: no scheduled backups. */
  backup: BackupSchedule | undefined;
  /** An earlier build's database is backed up, and its upgrade tried on a copy, before it is upgraded. */
  upgradeCheck: boolean;
  /** A PostgreSQL server on which scratch databases may be made, to prove backups; `undefined`: that of databaseUrl. */
  scratchUrl: string | undefined;
  /** Opens GET /metrics to whoever brings it; `undefined`: to this machine alone. */
  metricsToken: string | undefined;
  rateLimit: boolean;
  /** Whether plain GETs of cached responses are answered on the raw connection (server/raw-connection). */
  fastLane: boolean;
  seed: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
}

/** Backups that the process makes by itself. */
export interface BackupSchedule {
  /** Absolute; this site's alone. */
  folder: string;
  everyHours: number;
  /** So many are kept, the newest. */
  keep: number;
}
