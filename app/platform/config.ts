import type { PoolSettings } from "#db/open-database.ts";

/** The environment variables, validated once at startup (process/config.ts reads them). */
export interface Config {
  port: number;
  /** `undefined`: all addresses of the machine, IPv6 and IPv4. */
  host: string | undefined;
  dataDir: string;
  /** `undefined`: SQLite in dataDir. */
  databaseUrl: string | undefined;
  databasePool: PoolSettings;
  /** Canonical origin, without a trailing slash. */
  publicUrl: string;
  /** Base URL the browser uses for API calls; `/api` by default. */
  apiBaseUrl: string;
  /** The browser uploads to `{uploadBaseUrl}/upload`; empty means this origin. */
  uploadBaseUrl: string;
  adminEmail: string;
  /** `undefined`: generated on first start (process/first-start.ts). */
  adminPassword: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Number of trusted proxies whose X-Forwarded-For entries are used. */
  trustProxy: number;
  /** Other origins whose pages may call the API from a browser. */
  corsOrigins: string[];
  /** Where alerts are posted; `undefined`: they appear only in the log and the back office. */
  alertWebhookUrl: string | undefined;
  /** `undefined`: no scheduled backups. */
  backup: BackupSchedule | undefined;
  /** Where scheduled backups are copied to, and restores can be made from; `undefined`: nowhere. */
  backupBucket: BackupBucket | undefined;
  /** Where the pictures' bytes are kept; `undefined`: in the database, and there is no bucket. */
  pictureBucket: PictureBucketSettings | undefined;
  /** Before upgrading a database from an earlier build, back it up and try the upgrade on a copy. */
  upgradeCheck: boolean;
  /**
   * PostgreSQL server on which scratch databases may be created to prove backups; `undefined`: the server of
   * databaseUrl.
   */
  scratchUrl: string | undefined;
  /** Bearer token for GET /metrics; `undefined`: only this machine may read it. */
  metricsToken: string | undefined;
  rateLimit: boolean;
  /** Whether plain GETs of cached responses are answered on the raw connection (server/raw-connection). */
  fastLane: boolean;
  seed: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
}

/** Scheduled backups made by the server process. */
export interface BackupSchedule {
  /** Absolute path, used by this site only. */
  folder: string;
  everyHours: number;
  /** How many of the newest backups are kept. */
  keep: number;
  /** Whether each is also copied to `Config.backupBucket`. */
  isCopied: boolean;
}

/** A bucket of S3-compatible object storage. */
export interface BucketSettings {
  /** What the names of its environment variables begin with, for messages. */
  variables: "BACKUP_S3" | "PICTURES_S3";
  /** Without the bucket, which is added as the first part of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Key prefix used by this site only: empty, or ending with a slash. */
  prefix: string;
}

export interface PictureBucketSettings extends BucketSettings {
  /**
   * Where pictures belong: new ones are stored there, and the others are moved there in the background. With `database`
   * the bucket is being left: what is still in it is read from it.
   */
  keptIn: "bucket" | "database";
}

export interface BackupBucket extends BucketSettings {
  /** How many of the newest copies are kept; 0: all, because the bucket itself deletes or must not. */
  keep: number;
}
