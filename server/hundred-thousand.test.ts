import { type RawBuilder, sql } from "kysely";
import { expect } from "vitest";
import { dialectOf } from "#db/dialect.ts";
import { createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import type { Database } from "#test/data-location.ts";

const count = 100_000;
/** In order of arrival; all numbers have the same length, so that they also sort correctly as text. */
const firstNumber = 1_000_001;
const lastNumber = firstNumber + count - 1;
const newest = `entry-${lastNumber}`;
const oldest = `entry-${firstNumber}`;
/** Of the walk. */
const pageSize = 1_000;
const at = "2026-05-01T12:00:00.000Z";

/** Of the session, the last known entry, and five times two hundred entries and their mail. */
const statementsPerPage = 12;

onEveryDatabase(`with ${count} entries`, (database) => {
  test("the inbox, its count, its export and the unlimited API list reach the oldest message", async () => {
    const app = await createCountingApp(database);
    await fillQuotes(app, sql`null`);
    await expectWhole(app);
    const exported = await exportOf(app, "/quote");
    expect([exported.length, exported[0], exported.at(-1)]).toEqual([count, newest, oldest]);
  });
});

test(`with ${count} entries the trash lists every entry down to the oldest`, async ({ app }) => {
  await fillQuotes(app, deletedAt);
  const all = await get(app, "/trash/get-all");
  expect([all.data.length, all.data[0].id, all.data.at(-1).id]).toEqual([count, newest, oldest]);
});

// The list is read as that of messages is, the export in the other direction.
test(`with ${count} entries the export of subscribers reaches the newest`, async ({ app }) => {
  const columns = sql.raw("slug, token, email, email_key, state, created_at, confirmed_at");
  await sql`${numbers} insert into subscription (${columns}) select 'entry-' || number, 'token-' || number, number || '@example.com',
    number || '@example.com', 'confirmed', ${sql.lit(at)}, ${sql.lit(at)} from numbers order by number`.execute(
    app.deps.db,
  );
  const exported = await exportOf(app, "/subscription");
  expect([exported.length, exported[0], exported.at(-1)]).toEqual([count, oldest, newest]);
});

type CountingApp = TestApp & { statements: () => number };

async function createCountingApp(database: Database): Promise<CountingApp> {
  let statements = 0;
  return { ...(await createTestApp(database, { onQuery: () => statements++ })), statements: () => statements };
}

/** Reads the inbox page by page as the back office does, counted, and as a program that takes everything. */
async function expectWhole(app: CountingApp): Promise<void> {
  const counted = await get(app, "/quote/get-all?limit=1");
  expect([counted.total, counted.data[0].slug]).toEqual([count, newest]);
  const lastPage = await get(app, `/quote/get-all?limit=50&offset=${count - 50}`);
  expect([lastPage.data.length, lastPage.data.at(-1).slug]).toEqual([50, oldest]);

  const statements = app.statements();
  const seen = await walk(app);
  // The last page is empty. That none of them scans a table is checked in query-plans.test.ts.
  expect(app.statements() - statements).toBeLessThanOrEqual(statementsPerPage * (count / pageSize + 1));
  expect([seen.size, [...seen].at(0), [...seen].at(-1)]).toEqual([count, newest, oldest]);

  const all = await get(app, "/quote/get-all");
  expect([all.data.length, all.data[0].slug, all.data.at(-1).slug]).toEqual([count, newest, oldest]);
}

/** The exported entries in order. */
async function exportOf(app: TestApp, list: string): Promise<string[]> {
  const [, ...rows] = (await (await ask(app, `${list}/export`)).text()).trimEnd().split("\r\n");
  return rows.map((row) => `entry-${/(\d{7})@example\.com/.exec(row)?.[1]}`);
}

/** Pages by the slug of the last known entry until a page comes back short. @returns the slugs in order */
async function walk(app: TestApp): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let before = ""; ; ) {
    const { data } = await get(app, `/quote/get-all?limit=${pageSize}&total=false${before}`);
    for (const { slug } of data) seen.add(slug);
    if (data.length < pageSize) return seen;
    before = `&before=${data.at(-1).slug}`;
  }
}

const tokens = new WeakMap<TestApp, Promise<string>>();

async function ask(app: TestApp, path: string): Promise<Response> {
  const token = tokens.get(app) ?? signIn(app);
  tokens.set(app, token);
  // Without the helper that checks every response against the API description: that takes longer than the response.
  const response = await fetch(`${app.url}/api${path}`, { headers: { Authorization: `Bearer ${await token}` } });
  expect(response.status).toBe(200);
  return response;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it receives
const get = async (app: TestApp, path: string): Promise<any> => (await ask(app, path)).json();

/** One second after the previous entry. */
const second = sql`number - ${sql.lit(firstNumber)}`;
const twoDigits = (value: RawBuilder<unknown>) => sql`substr(cast(100 + ${value} as text), 2)`;
const deletedAt = sql`'2026-01-0' || (1 + (${second}) / 86400) || 'T' || ${twoDigits(sql`((${second}) % 86400) / 3600`)} || ':' ||
  ${twoDigits(sql`((${second}) % 3600) / 60`)} || ':' || ${twoDigits(sql`(${second}) % 60`)} || '.000Z'`;

/** Numbers generated by the database itself. */
const numbers = sql`with recursive numbers(number) as (select ${sql.lit(firstNumber)} union all select number + 1 from numbers where number < ${sql.lit(lastNumber)})`;

async function fillQuotes({ deps: { db } }: TestApp, deletedAt: RawBuilder<unknown>): Promise<void> {
  const columns = sql.raw("slug, full_name, email, email_key, message, source, is_spam, created_at, deleted_at");
  await sql`${numbers} insert into quote (${columns}) select 'entry-' || number, 'Ada Lovelace', number || '@example.com', number || '@example.com',
    'An engine, please. This is message ' || number || '.', 'quote', 0, ${sql.lit(at)}, ${deletedAt} from numbers order by number`.execute(
    db,
  );
  // As PostgreSQL does automatically after a while, and restores, moves and migrations do at their end. SQLite's plans
  // need no statistics.
  if (dialectOf(db) === "postgres") await sql`analyze quote`.execute(db);
}
