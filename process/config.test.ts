import path from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { InvalidEnvironment, readConfig } from "./config.ts";

test("without environment variables every setting has its default", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: undefined,
    dataDir: path.resolve("data"),
    databaseUrl: undefined,
    databasePool: { size: 10, keptForLeads: 2, statementTimeoutMs: 15_000 },
    publicUrl: "http://localhost:3000",
    apiBaseUrl: "/api",
    uploadBaseUrl: "",
    adminEmail: "admin@example.com",
    adminPassword: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    trustProxy: 0,
    corsOrigins: [],
    rateLimit: true,
    fastLane: true,
    seed: true,
    logLevel: "info",
    upgradeCheck: true,
  });
});

test("a name that resembles a setting is refused with the right one; others are left alone", () => {
  for (const [name, meant] of [
    ["SMPT_URL", "SMTP_URL"],
    ["SMTPURL", "SMTP_URL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATADIR", "DATA_DIR"],
    ["public_url", "PUBLIC_URL"],
    ["TRUSTED_PROXY", "TRUST_PROXY"],
    ["CORS_ORIGIN", "CORS_ORIGINS"],
    ["BACKUP-DIR", "BACKUP_DIR"],
    ["ADMIN_PASS", "ADMIN_PASSWORD"],
    ["SMTP_PASS", "SMTP_PASSWORD"],
    ["SMTP_USERNAME", "SMTP_USER"],
    ["DATA_DIRECTORY", "DATA_DIR"],
  ])
    expect(() => readConfig({ [name as string]: "x" })).toThrow(
      new InvalidEnvironment(
        `${name} is no setting. ${meant} is: rename or unset it. See the table of settings in README.md.`,
      ),
    );
  const others = {
    HOSTNAME: "a",
    POST: "b",
    SPORT: "c",
    XDG_DATA_DIRS: "d",
    DATABASE_URL_OF_ANOTHER: "d",
    ADMIN_P: "d",
    PGHOST: "e",
    MAIL: "f",
    SMPT_URL: "",
  };
  expect(readConfig(others)).toEqual(readConfig({}));
});

test("DATABASE_PASSWORD may hold any sign", () => {
  const password = "p@ss:w/ö?r#d %41&'";
  const { databaseUrl = "" } = readConfig({
    DATABASE_URL: "postgres://ada@db.example/site",
    DATABASE_PASSWORD: password,
  });
  expect(new pg.Client({ connectionString: databaseUrl })).toMatchObject({ user: "ada", password, host: "db.example" });
});

test("DATABASE_PASSWORD also counts where the address has no host, or names a user and a password in its parameters", () => {
  const socket = "host=/run/postgresql";
  for (const address of [
    `/site?${socket}&user=ada`,
    `ada@/site?${socket}`,
    "db.example/site?user=ada&password=former",
  ]) {
    const { databaseUrl } = readConfig({ DATABASE_URL: `postgres://${address}`, DATABASE_PASSWORD: "p@ss w+rd" });
    const client = new pg.Client({ connectionString: databaseUrl });
    expect(client).toMatchObject({ user: "ada", password: "p@ss w+rd", database: "site" });
    if (address.includes(socket)) expect(client.host).toBe("/run/postgresql");
  }
});

test("a password that makes the address of the database unreadable is refused with what to do", () => {
  const DATABASE_URL = "postgres://ada:se/cret@db.example/site";
  expect(() => readConfig({ DATABASE_URL })).toThrow(
    /^DATABASE_URL cannot be read\. Percent-encode .*DATABASE_PASSWORD\./,
  );
});

test("a value in quotes, or with white space at its ends such as a Windows line end, is refused and not told", () => {
  for (const name of ["DATA_DIR", "ADMIN_PASSWORD", "PORT", "MAIL_FROM"])
    for (const value of [
      "Correct-horse-1\r",
      "\r",
      " Correct-horse-1",
      "Correct-horse-1\n",
      '"Correct-horse-1"',
      "'x'",
      '""',
    ])
      expect(() => readConfig({ [name]: value })).toThrow(
        new InvalidEnvironment(
          `${name} is enclosed in quotes, or has a space or a Windows line end at its ends, which would be part of the value. Remove them where it is set.`,
        ),
      );
  expect(() => readConfig({ PATH: "/bin\r" })).not.toThrow();
  expect(readConfig({ ADMIN_PASSWORD: `"Correct-horse-1'` }).adminPassword).toBe(`"Correct-horse-1'`);
  expect(readConfig({ MAIL_FROM: '"Jorna" <mail@example.com>' }).mailFrom).toBe('"Jorna" <mail@example.com>');
});

test("an empty value counts as unset", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "", ADMIN_PASSWORD: "", TRUST_PROXY: "" })).toEqual(readConfig({}));
});

describe("a valid value is accepted", () => {
  test.each([
    ["PORT", "8080", { port: 8080, publicUrl: "http://localhost:8080" }],
    ["PORT", "0", { port: 0 }],
    ["HOST", "127.0.0.1", { host: "127.0.0.1" }],
    ["DATA_DIR", "/srv/site", { dataDir: "/srv/site" }],
    [
      "DATABASE_URL",
      "postgres://ada:secret@db.example:5432/site",
      { databaseUrl: "postgres://ada:secret@db.example:5432/site" },
    ],
    ["DATABASE_URL", "postgresql://db.example/site", { databaseUrl: "postgresql://db.example/site" }],
    ["DATABASE_POOL_SIZE", "40", { databasePool: { size: 40, keptForLeads: 2, statementTimeoutMs: 15_000 } }],
    ["DATABASE_POOL_SIZE", "2", { databasePool: { size: 2, keptForLeads: 1, statementTimeoutMs: 15_000 } }],
    ["DATABASE_LEAD_CONNECTIONS", "4", { databasePool: { size: 10, keptForLeads: 4, statementTimeoutMs: 15_000 } }],
    ["DATABASE_STATEMENT_TIMEOUT", "0", { databasePool: { size: 10, keptForLeads: 2, statementTimeoutMs: 0 } }],
    ["PUBLIC_URL", "https://example.com", { publicUrl: "https://example.com" }],
    ["PUBLIC_URL", "https://EXAMPLE.com/", { publicUrl: "https://example.com" }],
    ["API_BASE_URL", "https://api.example.com/v1/", { apiBaseUrl: "https://api.example.com/v1" }],
    ["UPLOAD_BASE_URL", "https://files.example.com", { uploadBaseUrl: "https://files.example.com" }],
    ["ADMIN_EMAIL", "ada@example.com", { adminEmail: "ada@example.com" }],
    ["ADMIN_PASSWORD", "Correct-horse-1", { adminPassword: "Correct-horse-1" }],
    ["SMTP_URL", "smtp://mail.example:25", { smtpUrl: "smtp://mail.example:25" }],
    ["SMTP_URL", "smtps://ada:secret@mail.example", { smtpUrl: "smtps://ada:secret@mail.example" }],
    [
      "SMTP_URL",
      "smtps://ada:p#/?@ss:1@mail.example:465",
      { smtpUrl: "smtps://ada:p%23%2F%3F%40ss%3A1@mail.example:465" },
    ],
    [
      "SMTP_URL",
      "smtp://ada@site.example:50%off@mail.example",
      { smtpUrl: "smtp://ada%40site.example:50%25off@mail.example" },
    ],
    ["SMTP_URL", "smtp://ada:p%23ss@[::1]:25/?pool=true", { smtpUrl: "smtp://ada:p%23ss@[::1]:25?pool=true" }],
    ["SMTP_HOST", "mail.example", { smtpUrl: "smtp://mail.example" }],
    ["MAIL_FROM", "ada@example.com", { mailFrom: "ada@example.com" }],
    ["MAIL_FROM", "Ada Lovelace <ada@example.com>", { mailFrom: "Ada Lovelace <ada@example.com>" }],
    ["TRUST_PROXY", "2", { trustProxy: 2 }],
    ["CORS_ORIGINS", "https://app.example", { corsOrigins: ["https://app.example"] }],
    [
      "CORS_ORIGINS",
      "https://APP.example/, http://localhost:5173",
      { corsOrigins: ["https://app.example", "http://localhost:5173"] },
    ],
    ["RATE_LIMIT", "off", { rateLimit: false }],
    ["FAST_LANE", "off", { fastLane: false }],
    ["SEED", "off", { seed: false }],
    ["LOG_LEVEL", "silent", { logLevel: "silent" }],
  ])("%s=%s", (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });
});

describe("an invalid value is reported in one line that does not repeat a secret", () => {
  test.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PORT", " 80"],
    ["DATA_DIR", "~/site"],
    ["DATA_DIR", "$HOME/site"],
    ["BACKUP_DIR", "~/backups"],
    ["DATABASE_URL", "mysql://ada:secret@db.example/site"],
    ["DATABASE_URL", "db.example/site"],
    ["DATABASE_URL", "postgres://ada:secret/@db.example/site"],
    ["DATABASE_URL", "postgres://ada:secret@one.example,two.example/site"],
    ["DATABASE_POOL_SIZE", "1"],
    ["DATABASE_LEAD_CONNECTIONS", "10"],
    ["DATABASE_STATEMENT_TIMEOUT", "15s"],
    ["PUBLIC_URL", "example.com"],
    ["PUBLIC_URL", "https://example.com/site"],
    ["PUBLIC_URL", "javascript:alert(1)"],
    ["API_BASE_URL", "api"],
    ["API_BASE_URL", "//api.example.com"],
    ["API_BASE_URL", "ftp://api.example.com"],
    ["UPLOAD_BASE_URL", "files"],
    ["ADMIN_EMAIL", "ada"],
    ["ADMIN_PASSWORD", "secret"],
    ["SMTP_URL", "http://mail.example"],
    ["SMTP_URL", "mail.example:25"],
    ["SMTP_URL", "smtps:ada:secret@mail.example"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "smtp://ada:secret@"],
    ["SMTP_URL", "smtp://ada:secret@mail.example:smtp"],
    ["SMTP_URL", "smtp://ada@mail.example"],
    ["SMTP_HOST", "smtp://mail.example"],
    ["SMTP_HOST", "mail.example:25"],
    ["SMTP_PORT", "0"],
    ["SMTP_SECURE", "yes"],
    ["DATABASE_URL", "postgres:db.example/site"],
    ["MAIL_FROM", "Ada Lovelace"],
    ["MAIL_FROM", "Ada <ada@example.com>\r\nBcc: bob@example.com"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "app.example"],
    ["CORS_ORIGINS", "https://app.example,"],
    ["CORS_ORIGINS", "https://app.example/path"],
    ["CORS_ORIGINS", "https://app.example https://other.example"],
    ["TRUST_PROXY", "yes"],
    ["TRUST_PROXY", "21"],
    ["RATE_LIMIT", "no"],
    ["SEED", "false"],
    ["LOG_LEVEL", "loud"],
    ["ALERT_WEBHOOK_URL", "https://ada:secret@chat.example/hook"],
    ["BACKUP_S3_ENDPOINT", "s3.example.com"],
    ["BACKUP_S3_ENDPOINT", "https://ada:secret@s3.example.com"],
    ["BACKUP_S3_BUCKET", "s3://backups"],
    ["BACKUP_S3_KEEP", "-1"],
    ["PICTURES_S3_BUCKET", "s3://pictures"],
    ["PICTURES_IN", "both"],
  ])("%s=%j", (name, value) => {
    const reading = () => readConfig({ [name]: value });

    expect(reading).toThrow(InvalidEnvironment);
    expect(reading).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
    expect(reading).not.toThrow(/secret/);
  });
});

describe("the mail server by parts", () => {
  const parts = { SMTP_HOST: "mail.example", SMTP_USER: "ada@site.example", SMTP_PASSWORD: "p%23#/?@:" };

  test("is an address with everything encoded", () => {
    const address = "ada%40site.example:p%2523%23%2F%3F%40%3A@mail.example";
    expect(readConfig(parts).smtpUrl).toBe(`smtp://${address}`);
    expect(readConfig({ ...parts, SMTP_PORT: "465" }).smtpUrl).toBe(`smtps://${address}:465`);
    expect(readConfig({ ...parts, SMTP_PORT: "2465", SMTP_SECURE: "on" }).smtpUrl).toBe(`smtps://${address}:2465`);
    expect(readConfig({ ...parts, SMTP_PORT: "465", SMTP_SECURE: "off" }).smtpUrl).toBe(`smtp://${address}:465`);
  });

  test("has to be whole, and the only one", () => {
    expect(() => readConfig({ ...parts, SMTP_HOST: "" })).toThrow(/^SMTP_HOST is needed, because SMTP_USER is set\./);
    expect(() => readConfig({ ...parts, SMTP_USER: "" })).toThrow(/^SMTP_USER is needed/);
    expect(() => readConfig({ ...parts, SMTP_PASSWORD: "" })).toThrow(/^SMTP_PASSWORD is needed/);
    expect(() => readConfig({ ...parts, SMTP_URL: "smtp://mail.example" })).toThrow(/^SMTP_HOST and SMTP_URL are two/);
  });

  test.each([
    ["smtp://ada:secret@", /the mail server behind its last @/],
    ["smtp://ada:secret@mail.example:99999", /a port from 1 to 65535/],
    ["smtp://ada@mail.example", /a password behind the user's name/],
    ["mail.example", /begins with smtp:\/\/ or smtps:\/\//],
    ["smtps://ada:pw@mail.example/inbox", /may hold nothing behind/],
  ])("in the address %s is named if it is wrong", (address, part) => {
    expect(() => readConfig({ SMTP_URL: address })).toThrow(part);
  });
});

describe("the bucket for backups", () => {
  const needed = {
    BACKUP_S3_ENDPOINT: "https://s3.example.com/",
    BACKUP_S3_BUCKET: "backups",
    BACKUP_S3_ACCESS_KEY_ID: "key",
    BACKUP_S3_SECRET_ACCESS_KEY: "secret",
  };

  test("is read when all its settings are present", () => {
    const bucket = {
      variables: "BACKUP_S3",
      endpoint: "https://s3.example.com",
      bucket: "backups",
      accessKeyId: "key",
      secretAccessKey: "secret",
      region: "us-east-1",
      prefix: "",
      keep: 14,
    };
    expect(readConfig(needed).backupBucket).toEqual(bucket);
    const more = {
      BACKUP_S3_REGION: "auto",
      BACKUP_S3_PREFIX: "/sites/one/",
      BACKUP_S3_KEEP: "0",
      BACKUP_DIR: "/backups",
    };
    const config = readConfig({ ...needed, ...more });
    expect(config.backupBucket).toEqual({ ...bucket, region: "auto", prefix: "sites/one/", keep: 0 });
    expect(config.backup?.isCopied).toBe(true);
    expect(readConfig({ ...needed, BACKUP_KEEP: "3" }).backupBucket?.keep).toBe(3);
  });

  test.each(Object.keys(needed))("is an error without %s", (name) => {
    const reading = () => readConfig({ ...needed, [name]: "" });
    expect(reading).toThrow(InvalidEnvironment);
    expect(reading).toThrow(new RegExp(`^${name} is needed, because BACKUP_S3_\\w+ is set\\. [^\\n]+$`));
  });
});

describe("the bucket for pictures", () => {
  const needed = {
    PICTURES_S3_ENDPOINT: "https://s3.example.com/",
    PICTURES_S3_BUCKET: "pictures",
    PICTURES_S3_ACCESS_KEY_ID: "key",
    PICTURES_S3_SECRET_ACCESS_KEY: "secret",
  };

  test("is read when all its settings are present, also without a bucket for backups", () => {
    const { pictureBucket, backupBucket } = readConfig({ ...needed, PICTURES_S3_PREFIX: "/site" });
    expect(pictureBucket).toEqual({
      ...{ variables: "PICTURES_S3", endpoint: "https://s3.example.com", bucket: "pictures", prefix: "site/" },
      ...{ accessKeyId: "key", secretAccessKey: "secret", region: "us-east-1", keptIn: "bucket" },
    });
    expect(backupBucket).toBe(undefined);
    expect(readConfig({ ...needed, PICTURES_IN: "database" }).pictureBucket?.keptIn).toBe("database");
  });

  test.each(Object.keys(needed))("requires %s", (name) => {
    const reading = () => readConfig({ ...needed, [name]: "" });
    expect(reading).toThrow(new RegExp(`^${name} is needed, because PICTURES_S3_\\w+ is set\\. [^\\n]+$`));
  });

  test("is required when PICTURES_IN=bucket", () => {
    expect(() => readConfig({ PICTURES_IN: "bucket" })).toThrow(/^PICTURES_S3_BUCKET is needed/);
    expect(readConfig({ PICTURES_IN: "database" }).pictureBucket).toBe(undefined);
  });
});
