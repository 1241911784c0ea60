import path from "node:path";
import { z } from "zod";
import type { BucketSettings, Config, PictureBucketSettings } from "#app/platform/config.ts";
import { cleanEmail, isEmail } from "#app/shared/contact/email.ts";
import { isStrongPassword, passwordMessage } from "#app/shared/password.ts";
import { OperatorError } from "#db/failures.ts";
import { usualPool } from "#db/open-database.ts";
import { resembles } from "./resembles.ts";
import { smtpAddress, smtpParts, smtpUrlOf } from "./smtp-settings.ts";

/** An environment variable has an invalid value. */
export class InvalidEnvironment extends OperatorError {
  override name = "InvalidEnvironment";
}

/** The end of a message about a setting. */
export const seeSettings = "See the table of settings in README.md.";

const integer = (least: number, most: number) =>
  z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
      `has to be a whole number from ${least} to ${most}`,
    )
    .transform(Number);

const address = (...protocols: string[]) =>
  z.string().refine(
    (value) => URL.canParse(value) && protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)),
    // A value that is not a URL has no parts to check.
    {
      error: `has to be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      abort: true,
    },
  );

const databaseAddress = z
  .string()
  // With a user and no host, as providers write the address of a socket that a parameter names.
  .transform((value) => value.replace(/^(postgres(?:ql)?:\/\/[^/?#]+@)(?=\/[^@]*$)/i, "$1localhost"))
  .refine((value) => URL.canParse(value) || !/^postgres(ql)?:\/\//i.test(value), {
    error:
      "cannot be read. Percent-encode signs such as /, ? and # in its password, or set that as it is in DATABASE_PASSWORD",
    abort: true,
  })
  .pipe(address("postgres:", "postgresql:"));

const origin = address("http:", "https:")
  .refine(
    (value) => new URL(value).pathname === "/" && new URL(value).search === "",
    "has to be an origin without a path, as https://example.com",
  )
  .transform((value) => new URL(value).origin);

const origins = z
  .string()
  .transform((value) => value.split(",").map((each) => each.trim()))
  .pipe(z.array(origin));

const base = z
  .string()
  .refine(
    (value) => /^\/(?!\/)/.test(value) || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
    "has to be a path that begins with / or an http(s) address",
  )
  .transform((value) => value.replace(/\/+$/, ""));

const onOff = z.enum(["on", "off"], { error: "has to be on or off" }).transform((value) => value === "on");

// A file of settings has no shell that would replace it: the data would be in a folder of that name.
const folder = z
  .string()
  .regex(
    /^[^~$]/,
    "begins with ~ or $, which nothing replaces here: write the whole path, or ./ before the name of a folder that was made that way",
  );

const endpoint = address("http:", "https:")
  .refine(
    (value) => !/[@?#]/.test(value),
    "has to be the address of the storage alone, as https://s3.eu-central-1.amazonaws.com",
  )
  .transform((value) => value.replace(/\/+$/, ""));

const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i, "has to be the name of a bucket, without s3:// and slashes");

const prefix = z.string().max(500, "has to be at most 500 characters long").default("");

// An empty value counts as unset.
const environment = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: folder.default("data"),
  DATABASE_URL: databaseAddress
    .refine(
      (value) => !new URL(value).host.includes(","),
      "names several servers. Give one address that leads to the one that takes writes",
    )
    .optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_POOL_SIZE: integer(2, 500).default(usualPool.size),
  DATABASE_LEAD_CONNECTIONS: integer(1, 100).optional(),
  DATABASE_STATEMENT_TIMEOUT: integer(0, 600_000).default(usualPool.statementTimeoutMs),
  PUBLIC_URL: origin.optional(),
  API_BASE_URL: base.default("/api"),
  UPLOAD_BASE_URL: base.default(""),
  ADMIN_EMAIL: z.string().refine(isEmail, "has to be an e-mail address").default("admin@example.com"),
  ADMIN_PASSWORD: z.string().refine(isStrongPassword, `is too weak. ${passwordMessage}`).optional(),
  SMTP_URL: smtpAddress.optional(),
  ...smtpParts,
  MAIL_FROM: z
    .string()
    .refine(isSender, "has to be an e-mail address, or a name and one as in: Jorna <mail@example.com>")
    .optional(),
  TRUST_PROXY: integer(0, 20).default(0),
  CORS_ORIGINS: origins.default([]),
  // `fetch` takes no address with a password.
  ALERT_WEBHOOK_URL: address("http:", "https:")
    .refine(
      (value) => new URL(value).username + new URL(value).password === "",
      "has to be an address without user and password",
    )
    .optional(),
  BACKUP_DIR: folder.optional(),
  BACKUP_EVERY: integer(1, 8_760).default(24),
  BACKUP_KEEP: integer(1, 10_000).default(14),
  BACKUP_SCRATCH_URL: databaseAddress.optional(),
  BACKUP_S3_ENDPOINT: endpoint.optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_REGION: z.string().default("us-east-1"),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_PREFIX: prefix,
  BACKUP_S3_KEEP: integer(0, 10_000).optional(),
  PICTURES_S3_ENDPOINT: endpoint.optional(),
  PICTURES_S3_BUCKET: bucketName.optional(),
  PICTURES_S3_REGION: z.string().default("us-east-1"),
  PICTURES_S3_ACCESS_KEY_ID: z.string().optional(),
  PICTURES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  PICTURES_S3_PREFIX: prefix,
  PICTURES_IN: z.enum(["bucket", "database"], { error: "has to be bucket or database" }).optional(),
  UPGRADE_CHECK: onOff.default(true),
  METRICS_TOKEN: z.string().min(16, "has to be at least 16 characters long").optional(),
  RATE_LIMIT: onOff.default(true),
  FAST_LANE: onOff.default(true),
  SEED: onOff.default(true),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], { error: "has to be debug, info, warn, error or silent" })
    .default("info"),
});

function isSender(value: string): boolean {
  const named = /^[^<>\r\n]*<([^<>]+)>$/.exec(value);
  return isEmail(named?.[1] ?? value);
}

/** For child processes that need PATH and the like. */
export const processEnvironment = (): Record<string, string | undefined> => process.env;

/**
 * Reads and validates the environment, by default this process's own.
 * @throws InvalidEnvironment naming the first invalid value
 */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  refuseMisspelt(variables);
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  // As of `docker --env-file`, which keeps quotes, or `. ./.env` with a file that was written on Windows.
  const odd = Object.keys(environment.shape).find((name) => /^\s|\s$|^(["']).*\1$/s.test(set[name] ?? ""));
  if (odd)
    throw new InvalidEnvironment(
      `${odd} is enclosed in quotes, or has a space or a Windows line end at its ends, which would be part of the value. Remove them where it is set.`,
    );
  const result = environment.safeParse(set);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new InvalidEnvironment(`${String(issue?.path[0])} ${issue?.message.replace(/[^.!]$/, "$&.")} ${seeSettings}`);
  }
  const env = result.data;
  const keptForLeads = env.DATABASE_LEAD_CONNECTIONS ?? Math.min(usualPool.keptForLeads, env.DATABASE_POOL_SIZE - 1);
  if (keptForLeads >= env.DATABASE_POOL_SIZE)
    throw new InvalidEnvironment(
      `DATABASE_LEAD_CONNECTIONS has to be less than DATABASE_POOL_SIZE (${env.DATABASE_POOL_SIZE}). ${seeSettings}`,
    );
  const backupBucket = bucketOf("BACKUP_S3", env, set);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL && withPassword(env.DATABASE_URL, env.DATABASE_PASSWORD),
    databasePool: {
      size: env.DATABASE_POOL_SIZE,
      keptForLeads,
      statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT,
    },
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    apiBaseUrl: env.API_BASE_URL,
    uploadBaseUrl: env.UPLOAD_BASE_URL,
    adminEmail: cleanEmail(env.ADMIN_EMAIL),
    adminPassword: env.ADMIN_PASSWORD,
    smtpUrl: smtpUrlOf(env, (sentence) => {
      throw new InvalidEnvironment(`${sentence} ${seeSettings}`);
    }),
    mailFrom: env.MAIL_FROM,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    alertWebhookUrl: env.ALERT_WEBHOOK_URL,
    backup: env.BACKUP_DIR
      ? {
          folder: path.resolve(env.BACKUP_DIR),
          everyHours: env.BACKUP_EVERY,
          keep: env.BACKUP_KEEP,
          isCopied: backupBucket !== undefined,
        }
      : undefined,
    backupBucket: backupBucket && { ...backupBucket, keep: env.BACKUP_S3_KEEP ?? env.BACKUP_KEEP },
    pictureBucket: pictureBucketOf(env, set),
    upgradeCheck: env.UPGRADE_CHECK,
    scratchUrl: env.BACKUP_SCRATCH_URL,
    metricsToken: env.METRICS_TOKEN,
    rateLimit: env.RATE_LIMIT,
    fastLane: env.FAST_LANE,
    seed: env.SEED,
    logLevel: env.LOG_LEVEL,
  };
}

/**
 * Any sign may be in a password, and in the address of a database only some stand for themselves. As a parameter it also
 * counts in an address without a host.
 */
function withPassword(databaseUrl: string, password: string | undefined): string {
  if (password === undefined) return databaseUrl;
  const address = new URL(databaseUrl);
  address.searchParams.set("password", password);
  return address.href;
}

/** A setting that nobody reads would go unnoticed: `SMPT_URL` sends no mail. */
function refuseMisspelt(variables: Record<string, string | undefined>): void {
  const names = Object.keys(environment.shape);
  for (const [name, value] of Object.entries(variables)) {
    if (!value || names.includes(name)) continue;
    const meant = names.find((known) => resembles(name.toUpperCase().replaceAll(/[-.]/g, "_"), known));
    if (meant) throw new InvalidEnvironment(`${name} is no setting. ${meant} is: rename or unset it. ${seeSettings}`);
  }
}

type Variables = z.infer<typeof environment>;

/** All or none of the settings of a bucket: a half-configured one would look like one that is used. */
function bucketOf(
  variables: BucketSettings["variables"],
  env: Variables,
  set: Record<string, unknown>,
): BucketSettings | undefined {
  const given = Object.keys(set).find((name) => name.startsWith(`${variables}_`));
  if (given === undefined) return undefined;
  const need = (name: "ENDPOINT" | "BUCKET" | "ACCESS_KEY_ID" | "SECRET_ACCESS_KEY"): string => {
    const value = env[`${variables}_${name}`];
    if (value === undefined)
      throw new InvalidEnvironment(`${variables}_${name} is needed, because ${given} is set. ${seeSettings}`);
    return value;
  };
  const prefix = env[`${variables}_PREFIX`].replace(/^\/+|\/+$/g, "");
  return {
    variables,
    endpoint: need("ENDPOINT"),
    bucket: need("BUCKET"),
    accessKeyId: need("ACCESS_KEY_ID"),
    secretAccessKey: need("SECRET_ACCESS_KEY"),
    region: env[`${variables}_REGION`],
    prefix: prefix && `${prefix}/`,
  };
}

function pictureBucketOf(env: Variables, set: Record<string, unknown>): PictureBucketSettings | undefined {
  const bucket = bucketOf("PICTURES_S3", env, set);
  if (bucket) return { ...bucket, keptIn: env.PICTURES_IN ?? "bucket" };
  if (env.PICTURES_IN === "bucket")
    throw new InvalidEnvironment(`PICTURES_S3_BUCKET is needed, because PICTURES_IN is bucket. ${seeSettings}`);
  return undefined;
}

/**
 * For the process that makes the scheduled backups; a restore needs no folder.
 * @throws InvalidEnvironment if copies of backups are wanted that nothing makes
 */
export function requireBackupFolder({ backup, backupBucket }: Config): void {
  if (backupBucket && !backup)
    throw new InvalidEnvironment(
      `BACKUP_DIR is needed, because BACKUP_S3_BUCKET is set: a backup is made there first, then copied. ${seeSettings}`,
    );
}
