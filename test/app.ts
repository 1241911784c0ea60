import { test as base, describe, expect, onTestFinished } from "vitest";
import { insertSession } from "#app/features/user/session/session.repository.server.ts";
import { findUserByEmail, insertUser } from "#app/features/user/user.repository.server.ts";
import { hashPassword } from "#app/platform/accounts/password-hash.server.ts";
import type { Config } from "#app/platform/config.ts";
import type { Log } from "#app/platform/observability/log.ts";
import { randomToken, sha256 } from "#app/platform/secret.server.ts";
import type { Assets } from "#app/site/render/assets.ts";
import type { OnQuery } from "#db/open.server.ts";
import { writeBuiltInContent } from "#process/built-in.ts";
import { readConfig } from "#process/config.ts";
import { openDeps } from "#process/deps.ts";
import { openImages } from "#process/images/image-process.ts";
import { createApp } from "#server/app.ts";
import type { HttpLimits } from "#server/front/http-limits.ts";
import { openPort } from "#server/front/listen.ts";
import type { AdminHtml } from "#server/office/admin.ts";
import { type Database, type DataLocation, migratedLocation } from "./data-location.ts";
import { undescribed } from "./described-answers.ts";

const databases: Database[] = process.env.TEST_DATABASES === "sqlite" ? ["sqlite"] : ["sqlite", "postgres"];

/**
 * Registers the tests once for each supported database; `npm test -- quick` leaves out PostgreSQL. A test that takes
 * `app` gets the server on it.
 */
export function onEveryDatabase(name: string, tests: (database: Database) => void): void {
  describe.each(databases)(`${name} on %s`, (database) => {
    test.override("database", database);
    tests(database);
  });
}

/** A test that takes `app` gets the server that `createTestApp` makes, on SQLite unless in `onEveryDatabase`. */
export const test = base
  .extend("database", "sqlite" as Database)
  .extend("app", ({ database }) => createTestApp(database));

/** Registers tests for PostgreSQL only. */
export function onPostgres(tests: () => void): void {
  if (databases.includes("postgres")) tests();
}

export const admin = { email: "office@example.com", password: "Correct-horse-1" };

interface Options {
  /** Whether to write the built-in content and store its pictures. */
  seed?: boolean;
  /** Whether an administrator exists, as `admin`. */
  hasAdmin?: boolean;
  config?: Partial<Config>;
  /**
   * A location that outlives the test's first app, or has not been migrated (freshLocation); by default a migrated one.
   */
  place?: DataLocation;
  /** Called for every statement that the product runs. */
  onQuery?: OnQuery;
  /** Replaces the log whose lines are in `logged`. */
  log?: Log;
  /** Overrides the product's limits for connections, bodies and work. */
  httpLimits?: Partial<HttpLimits>;
}

/**
 * One image process for all tests in a file: starting one takes as long as ten tests. Its time limits allow for a
 * machine that does other work (image-process.test.ts has them as they are).
 */
const images = openImages(keepLog([]), { timeMs: 240_000, uploadMs: 120_000 });

/** The real server on its own port, with a fresh database; closed when the test ends. */
export async function createTestApp(
  database: Database,
  { seed = false, hasAdmin = true, config: changes, place, onQuery, log, httpLimits }: Options = {},
) {
  const { dataDir, databaseUrl } = place ?? (await migratedLocation(database));
  const clock = new Clock();
  const logged: string[] = [];
  const config = {
    ...readConfig({ PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", PUBLIC_URL: "http://site.example" }),
    dataDir,
    databaseUrl,
    ...changes,
  };
  const deps = await openDeps(config, {
    now: clock.now,
    log: log ?? keepLog(logged),
    images,
    ...(!seed && { pictures: new Map() }),
    ...(onQuery && { onQuery }),
  });
  if (seed) await writeBuiltInContent(deps);
  if (hasAdmin) await addUser(deps, { ...admin, fullName: "Grace Hopper" });
  const app = createApp(deps, noAssets, adminHtml);
  const listening = await openPort(config, (_, response) => void response.writeHead(503).end(), httpLimits);
  listening.serve({ app, deps, files: new Map() });
  const url = `http://127.0.0.1:${listening.port}`;
  const close = once(async () => {
    await listening.close(1_000);
    await deps.close();
  });
  onTestFinished(close);
  const isDescribed = watchAnswers(logged);
  const request = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(url + address, { redirect: "manual", ...init });
    await isDescribed(init.method ?? "GET", address, response);
    return response;
  };
  const call = caller(request);
  return {
    url,
    connections: listening.connections,
    deps,
    clock,
    logged,
    request,
    close,
    call,
    office: officeOf(call, deps),
    logIn: () => logIn(request),
  };
}

/** In the place of the build's documents of the back office. */
const adminHtml: AdminHtml = async (document) =>
  `<!doctype html><html data-program="[&#34;/admin/assets/shared-1a2b.js&#34;,&#34;/admin/assets/index-3c4d.js&#34;]"><head><title>${document}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head><body><div id="root"></div></body></html>`;

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const hashes = new Map<string, Promise<string>>();

/** Adds an administrator. Their password is hashed at a low cost: scrypt is deliberately slow. @returns the id */
export async function addUser(
  { db, now }: Deps,
  { password, ...user }: { email: string; fullName: string; password: string },
): Promise<number> {
  const hash = hashes.get(password) ?? hashPassword(password, 1024);
  hashes.set(password, hash);
  return (await insertUser(db, { ...user, passwordHash: await hash, at: now() })).id;
}

/**
 * Fails the test for every API response that the API description does not cover, and every failure that no contract
 * declares.
 */
function watchAnswers(logged: string[]) {
  const problems = new Set<string>();
  onTestFinished(() => {
    for (const line of logged) if (line.includes('"undeclared error"')) problems.add(line);
    expect([...problems], "every answer of the API is described").toEqual([]);
  });
  return async (method: string, address: string, response: Response) => {
    const problem = await undescribed(method, address, response);
    if (problem) problems.add(problem);
  };
}

type Deps = Awaited<ReturnType<typeof openDeps>>;
type Send = (address: string, init?: RequestInit) => Promise<Response>;

interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
}

/** Makes JSON calls to the API: `await call("POST", "/faq/add", body, { token })`. */
function caller(request: Send) {
  return async (method: string, address: string, body?: unknown, { token, headers }: CallOptions = {}) => {
    const response = await request(`/api${address}`, {
      method,
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it receives
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
}

/** Makes JSON calls as the administrator: `await office("POST", "/faq/add", body)`. */
function officeOf(call: ReturnType<typeof caller>, deps: Deps) {
  let session = { token: Promise.resolve(""), atMs: 0 };
  return async (method: string, address: string, body?: unknown, headers?: Record<string, string>) => {
    const atMs = deps.now().getTime();
    // No session expires, however far a test sets the clock.
    if (atMs !== session.atMs) session = { token: signIn({ deps }), atMs };
    return call(method, address, body, { token: await session.token, ...(headers && { headers }) });
  };
}

/** The token of a fresh administrator session, without the time it takes to hash a password. */
export async function signIn({ deps }: { deps: Deps }, email = admin.email): Promise<string> {
  const token = randomToken();
  const user = await findUserByEmail(deps.db, email);
  const now = deps.now().toISOString();
  await insertSession(deps.db, {
    userId: user?.id ?? 0,
    tokenHash: sha256(token),
    addressHash: "",
    userAgent: "",
    createdAt: now,
    lastUsedAt: now,
  });
  return token;
}

async function logIn(request: Send): Promise<string> {
  const { body } = await caller(request)("POST", "/user/login", { user: admin });
  return body.data.token;
}

/** A clock that tests control: it starts at a fixed time and stands still. */
class Clock {
  #ms = Date.parse("2026-05-01T12:00:00.000Z");
  now = () => new Date(this.#ms);
  pass(ms: number): void {
    this.#ms += ms;
  }
  set(iso: string): void {
    this.#ms = Date.parse(iso);
  }
}

function keepLog(lines: string[]): Log {
  const at =
    (level: string) =>
    (event: string, facts = {}) =>
      void lines.push(JSON.stringify({ level, event, ...facts }));
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

const noAssets: Assets = {
  scripts: () => ({ entry: "/assets/entry.js", later: [] }),
  styles: () => ["/assets/site.css"],
  style: { parts: ["@layer base{body{margin:0}}"], late: "/assets/late.css" },
  approvalScript: "/assets/spots.js",
  font: undefined,
  devScripts: [],
};

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
