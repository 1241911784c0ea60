import { sql } from "kysely";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { sha256 } from "#app/platform/secret.server.ts";
import type { AnyDb } from "#db/dialect.ts";
import { isDatabaseUnavailable } from "#db/failures.ts";
import { openDatabase } from "#db/open.server.ts";
import { withoutTimeLimits } from "#db/time-limits.server.ts";
import { createTestApp, type TestApp } from "#test/app.ts";
import { freshLocation, migratedLocation, runStatements } from "#test/data-location.ts";
import { ada } from "#test/make.ts";
import { openProxy } from "#test/tcp-proxy.ts";
import { timed } from "#test/timed.ts";

// PostgreSQL connections whose peer has disappeared silently.

/**
 * Below PostgreSQL's own time-outs (15 s), which would end it otherwise, on however busy a machine. `npm run drill`
 * measures the two seconds.
 */
const limitMs = 12_000;

const send = ({ call }: TestApp, n: number) =>
  timed(() =>
    call("POST", "/quote/new", { ...ada, message: `${n}` }, { headers: { "Idempotency-Key": `message ${n}` } }),
  );

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

async function appBehindProxy() {
  const { dataDir, databaseUrl = "" } = await migratedLocation("postgres");
  const proxy = await openProxy(databaseUrl);
  const app = await createTestApp("postgres", { place: { dataDir, databaseUrl: proxy.url } });
  await app.request("/");
  return { app, proxy };
}

/** Uses every connection once, so that ten are idle. */
const fillPool = (app: TestApp) => times(30, (n) => send(app, 1_000 + n));

const readyz = async ({ request }: TestApp) => (await request("/readyz")).status;

const messages = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom("quote").select("message").execute()).map(({ message }) => Number(message));

test("when all PostgreSQL connections freeze, leads soon get 503; the site recovers when they thaw", async () => {
  const { app, proxy } = await appBehindProxy();
  await fillPool(app);

  proxy.freeze();
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => send(app, n)));
  for (const { ms, answer } of outcomes) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(ms).toBeLessThan(limitMs);
  }
  const later = await send(app, 0);
  expect(later.answer.status).toBe(503);
  expect(later.ms).toBeLessThan(limitMs);
  for (const address of ["/", "/healthz"]) expect((await app.request(address)).status).toBe(200);
  await expect.poll(() => readyz(app)).toBe(503);
  const unseen = await timed(() => app.request("/about"));
  expect(unseen.answer.status).toBe(503);
  expect(unseen.ms).toBeLessThan(limitMs);

  proxy.thaw();
  const back = await timed(() => expect.poll(() => readyz(app), { interval: 20 }).toBe(200));
  expect(back.ms).toBeLessThan(limitMs);
  await times(30, async (n) => expect((await send(app, n)).answer.status).toBe(201));
  expect((await messages(app)).filter((n) => n < 1_000).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, n) => n),
  );
});

test("when only the existing PostgreSQL connections are dead, they are detected and replaced", async () => {
  const { app, proxy } = await appBehindProxy();
  await fillPool(app);

  proxy.freeze({ newOnes: true });
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => send(app, n)));
  const after = await timed(() => times(30, async (n) => expect((await send(app, n)).answer.status).toBe(201)));

  for (const { ms, answer } of outcomes) {
    expect([201, 503]).toContain(answer.status);
    expect(ms).toBeLessThan(limitMs);
  }
  expect(after.ms).toBeLessThan(limitMs);
  expect((await messages(app)).filter((n) => n < 1_000).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, n) => n),
  );
});

test("a lead whose commit may or may not have reached PostgreSQL is stored once when it is retried", async () => {
  const { app, proxy } = await appBehindProxy();

  for (const [n, isHeard] of [
    [1, true],
    [2, false],
  ] as const) {
    proxy.freezeAt("commit", { isHeard });
    const lost = await send(app, n);
    expect([lost.answer.status, lost.ms < limitMs]).toEqual([503, true]);
    // Locks of the lost transaction are released within that time, too.
    const again = await timed(() =>
      expect.poll(async () => (await send(app, n)).answer.status, { interval: 20, timeout: 30_000 }).toBe(201),
    );
    expect(again.ms).toBeLessThan(limitMs);
  }
  expect((await messages(app)).sort()).toEqual([1, 2]);
});

test("a lead is not blocked by half-stored leads of an instance that went silent, nor by those queued behind them", async () => {
  const { dataDir, databaseUrl = "" } = await migratedLocation("postgres");
  const proxy = await openProxy(databaseUrl);
  const config = { smtpUrl: "smtp://127.0.0.1:9", mailFrom: "office@site.example" };
  const gone = await createTestApp("postgres", { place: { dataDir, databaseUrl: proxy.url }, config });
  const here = await createTestApp("postgres", { place: { dataDir, databaseUrl }, config, hasAdmin: false });
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  onTestFinished(() => watcher.end());
  const count = async (from: string) => Number((await watcher.query(`select count(*) from ${from}`)).rows[0].count);
  const lock = (name: string) =>
    watcher.query(`select ${name}(hashtextextended($1, 0))`, [sha256("recipient", ada.email)]);

  // Three leads of one address, whose mails are counted one after the other.
  await lock("pg_advisory_lock");
  const lost = times(3, (n) => send(gone, n));
  await expect.poll(() => count("pg_locks where locktype = 'advisory' and not granted")).toBe(3);
  proxy.freezeAt('insert into "outbox"', { isHeard: true, newOnes: false });
  await lock("pg_advisory_unlock");
  const isHeld = `pg_stat_activity where datname = current_database() and state = 'idle in transaction' and query like 'insert into "outbox"%'`;
  await expect.poll(() => count(isHeld)).toBe(1);

  const stored = await timed(() => expect.poll(async () => (await send(here, 3)).answer.status).toBe(201));
  expect(stored.ms).toBeLessThan(limitMs);

  expect((await lost).map(({ answer }) => answer.status)).toEqual([503, 503, 503]);
  proxy.thaw();
  await expect.poll(() => readyz(gone)).toBe(200);
  await times(4, async (n) => expect((await send(gone, n)).answer.status).toBe(201));
  expect((await messages(here)).sort()).toEqual([0, 1, 2, 3]);
  expect(await count("outbox where recipient_hash is not null")).toBe(3);
  expect(await count("outbox where recipient_hash is null")).toBe(4);
});

test("a lead ends idle transactions of other instances that block it, but never a migration", async () => {
  const { dataDir, databaseUrl = "" } = await migratedLocation("postgres");
  const config = { smtpUrl: "smtp://127.0.0.1:9", mailFrom: "office@site.example" };
  const app = await createTestApp("postgres", { place: { dataDir, databaseUrl }, config });
  const idle = async (name: string, statement: string, values: string[] = []) => {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: `jorna ${name}` });
    client.on("error", () => {});
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("begin");
    await client.query(statement, values);
    return client;
  };
  const migration = await idle("migration", "alter table subscription add column later text");
  await idle("silent", "select pg_advisory_xact_lock(hashtextextended($1, 0))", [sha256("recipient", ada.email)]);

  const subscribed = app.call("POST", "/subscription/subscribe", { email: "grace@example.com" });
  const waiting = "select count(*)::int as count from pg_locks where not granted";
  await expect.poll(async () => (await migration.query(waiting)).rows[0].count).toBe(1);
  // It waits for the silent one, and is stored once that has been ended. Who waits for the migration has looked by then.
  expect((await send(app, 1)).answer.status).toBe(201);

  await migration.query("rollback");
  expect((await subscribed).status).toBe(201);
});

test("other work never uses the connections reserved for leads, and a slow query is not treated as a dead connection", async () => {
  const app = await createTestApp("postgres");
  const slow = Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(2.2)`.execute(app.deps.db)));

  const ordinary = timed(() => app.call("GET", "/faq/get-all"));
  const leads = await Promise.all(Array.from({ length: 20 }, (_, n) => send(app, n)));

  for (const { ms, answer } of leads) {
    expect(answer.status).toBe(201);
    expect(ms).toBeLessThan(limitMs);
  }
  expect((await ordinary).answer.status).toBe(503);
  expect((await ordinary).ms).toBeLessThan(limitMs);
  await slow;
  expect((await app.call("GET", "/faq/get-all")).status).toBe(200);
});

test("while PostgreSQL has no free connection, a slow query is not treated as a dead connection", async () => {
  const { app, proxy } = await appBehindProxy();
  await fillPool(app);
  proxy.fill();
  await sql`select pg_sleep(2.2)`.execute(app.deps.db);
  expect((await send(app, 1)).answer.status).toBe(201);
});

test("a temporary PostgreSQL error gives 503 with Retry-After, never 500", async () => {
  const app = await createTestApp("postgres");
  const { db } = app.deps;
  for (const code of ["53100", "53200", "57014", "55P03", "40P01", "40001", "25006", "58030", "57P03"]) {
    await sql`create or replace function refuse() returns trigger language plpgsql as ${sql.raw(`$$begin raise exception 'no' using errcode = '${code}'; end$$`)}`.execute(
      db,
    );
    await sql`create or replace trigger refuse before insert on quote execute function refuse()`.execute(db);

    const { status, headers, body } = await app.call("POST", "/quote/new", ada);

    expect([code, status, headers.get("Retry-After"), body.code]).toEqual([code, 503, "5", "unavailable"]);
  }
  await sql`drop function refuse cascade`.execute(db);
  expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
});

test("while PostgreSQL is read-only, reads are served and readiness fails; writes recover once a server accepts them", async () => {
  const place = await freshLocation("postgres");
  const app = await createTestApp("postgres", { place });
  const name = new URL(place.databaseUrl ?? "").pathname.slice(1);
  const atAnother = (statements: string) => runStatements(inject("postgresUrl"), statements);
  await fillPool(app);
  expect(await readyz(app)).toBe(200);

  await atAnother(`alter database ${name} set default_transaction_read_only = on`);
  await atAnother(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await times(5, async (n) => expect((await send(app, n)).answer.status).toBe(503));
  await expect.poll(() => readyz(app)).toBe(503);
  expect((await send(app, 7)).answer.headers.get("Retry-After")).toBe("5");
  expect((await app.call("GET", "/faq/get-all")).status).toBe(200);

  // Every connection has been read from since.
  await times(10, () => app.call("GET", "/faq/get-all"));
  await atAnother(`alter database ${name} reset default_transaction_read_only`);
  // One of them notices, and all connections to the former server are dropped.
  await send(app, 7);
  await times(10, async (n) => expect((await send(app, n)).answer.status).toBe(201));
  await expect.poll(() => readyz(app)).toBe(200);
});

test("a query is cancelled after the statement timeout, a migration is not", async () => {
  const { db, close } = await openDatabase({
    ...(await migratedLocation("postgres")),
    databasePool: { size: 2, keptForLeads: 1, statementTimeoutMs: 100 },
  });
  onTestFinished(close);
  const slow = (db: AnyDb) => sql`select pg_sleep(0.3)`.execute(db);

  const error = await slow(db).catch((error: unknown) => error);
  expect([(error as { code?: string }).code, isDatabaseUnavailable(error)]).toEqual(["57014", true]);
  await withoutTimeLimits(db, slow);
  await expect(slow(db)).rejects.toThrow();
});
