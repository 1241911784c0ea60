import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { signIn } from "#test/make.ts";

const count = 100_000;
/** In the order they came; numbers of one length, so that the text of the first is the least. */
const firstNumber = 1_000_001;
const lastNumber = firstNumber + count - 1;
const newest = `entry-${lastNumber}`;
const oldest = `entry-${firstNumber}`;
const at = "2026-05-01T12:00:00.000Z";

/** Each walk ends within this, on machines that are busy with other tests too. */
const longestMs = 10_000;

onEveryDatabase(`with ${count} entries`, (database) => {
  test("the inbox, its count, its export and the call without a limit reach the oldest message", async () => {
    const app = await createTestApp(database);
    await fillQuotes(app, sql`null`);
    const exported = await expectWhole(app, "/quote");
    expect([exported[0], exported.at(-1)]).toEqual([newest, oldest]);
  }, 60_000);

  test("the trash reaches the last one", async () => {
    const app = await createTestApp(database);
    await fillQuotes(app, deletedAt);
    const all = await within(() => get(app, "/trash/get-all"));
    expect([all.data.length, all.data[0].id, all.data.at(-1).id]).toEqual([count, newest, oldest]);
  }, 60_000);

  test("the subscribers, their count, their export and the call without a limit reach the first one", async () => {
    const app = await createTestApp(database);
    await fillSubscribers(app);
    const exported = await expectWhole(app, "/subscription");
    expect([exported[0], exported.at(-1)]).toEqual([oldest, newest]);
  }, 60_000);
});

/** Read page after page as the office does, counted, and as a program asks for all. @returns the entries of its export, in their order */
async function expectWhole(app: TestApp, list: string): Promise<string[]> {
  const counted = await within(() => get(app, `${list}/get-all?limit=1`));
  expect([counted.total, counted.data[0].slug]).toEqual([count, newest]);
  const lastPage = await within(() => get(app, `${list}/get-all?limit=50&offset=${count - 50}`));
  expect([lastPage.data.length, lastPage.data.at(-1).slug]).toEqual([50, oldest]);

  const seen = await within(() => walk(app, list));
  expect([seen.size, [...seen].at(0), [...seen].at(-1)]).toEqual([count, newest, oldest]);

  const all = await within(() => get(app, `${list}/get-all`));
  expect([all.data.length, all.data[0].slug, all.data.at(-1).slug]).toEqual([count, newest, oldest]);

  const text = await within(async () => (await ask(app, `${list}/export`)).text());
  const [, ...rows] = text.trimEnd().split("\r\n");
  expect(rows).toHaveLength(count);
  return rows.map((row) => `entry-${/(\d{7})@example\.com/.exec(row)?.[1]}`);
}

/** By the slug of the last entry that is known, until a page comes back short. @returns the slugs in their order */
async function walk(app: TestApp, list: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const limit = 1_000;
  for (let before = ""; ; ) {
    const { data } = await get(app, `${list}/get-all?limit=${limit}&total=false${before}`);
    for (const { slug } of data) seen.add(slug);
    if (data.length < limit) return seen;
    before = `&before=${data.at(-1).slug}`;
  }
}

const tokens = new WeakMap<TestApp, Promise<string>>();

async function ask(app: TestApp, path: string): Promise<Response> {
  const token = tokens.get(app) ?? signIn(app);
  tokens.set(app, token);
  // Not by the helper that matches every answer against the description: that takes longer than the answer.
  const response = await fetch(`${app.url}/api${path}`, { headers: { Authorization: `Bearer ${await token}` } });
  expect(response.status).toBe(200);
  return response;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
const get = async (app: TestApp, path: string): Promise<any> => (await ask(app, path)).json();

async function within<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const done = await work();
  expect(performance.now() - begun, String(work)).toBeLessThan(longestMs);
  return done;
}

/** A second after the one before it. */
const second = sql`number - ${sql.lit(firstNumber)}`;
const twoDigits = (value: RawBuilder<unknown>) => sql`substr(cast(100 + ${value} as text), 2)`;
const deletedAt = sql`'2026-01-0' || (1 + (${second}) / 86400) || 'T' || ${twoDigits(sql`((${second}) % 86400) / 3600`)} || ':' ||
  ${twoDigits(sql`((${second}) % 3600) / 60`)} || ':' || ${twoDigits(sql`(${second}) % 60`)} || '.000Z'`;

/** Numbers, counted by the database itself. */
const numbers = sql`with recursive numbers(number) as (select ${sql.lit(firstNumber)} union all select number + 1 from numbers where number < ${sql.lit(lastNumber)})`;

async function fillQuotes({ deps: { db } }: TestApp, deletedAt: RawBuilder<unknown>): Promise<void> {
  const columns = sql.raw("slug, full_name, email, email_key, message, source, is_spam, created_at, deleted_at");
  await sql`${numbers} insert into quote (${columns}) select 'entry-' || number, 'Ada Lovelace', number || '@example.com', number || '@example.com',
    'An engine, please. This is message ' || number || '.', 'quote', 0, ${sql.lit(at)}, ${deletedAt} from numbers order by number`.execute(
    db,
  );
  await sql`analyze quote`.execute(db);
}

async function fillSubscribers({ deps: { db } }: TestApp): Promise<void> {
  const columns = sql.raw("slug, token, email, email_key, state, created_at, confirmed_at");
  await sql`${numbers} insert into subscription (${columns}) select 'entry-' || number, 'token-' || number, number || '@example.com',
    number || '@example.com', 'confirmed', ${sql.lit(at)}, ${sql.lit(at)} from numbers order by number`.execute(db);
  await sql`analyze subscription`.execute(db);
}
