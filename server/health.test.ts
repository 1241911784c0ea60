import fs from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "#db/schema.ts";
import { admin, createTestApp, onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { type Database, freshLocation, migratedLocation } from "#test/data-location.ts";
import { ada } from "#test/make.ts";
import { byTheWriter } from "#test/refuse-writes.ts";

onEveryDatabase("health", (database) => {
  test("/healthz reports liveness, /readyz reports readiness, and neither is cached", async ({ app }) => {
    for (const [path, body] of [
      ["/healthz", { status: "ok" }],
      ["/readyz", { status: "ready" }],
    ] as const) {
      const response = await app.request(path);
      expect([response.status, await response.json()]).toEqual([200, body]);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("a database that does not have this build's schema fails readiness but not liveness", async () => {
    const app = await createTestApp(database, { place: await freshLocation(database) });
    await app.deps.db.schema.dropTable("content_revision").execute();

    expect((await app.request("/readyz")).status).toBe(503);
    expect((await app.request("/healthz")).status).toBe(200);
  });
});

/** Makes the database reject visitors' messages and nothing else, as if it had no room left for them. */
const refusals: Record<Database, { refuse(db: Db): Promise<unknown>; allow(db: Db): Promise<unknown> }> = {
  sqlite: {
    refuse: (db) => byTheWriter(db, "pragma max_page_count = 1"),
    allow: (db) => byTheWriter(db, "pragma max_page_count = 1073741823"),
  },
  postgres: {
    async refuse(db) {
      await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`.execute(
        db,
      );
      await sql`create trigger refuse before insert on setting execute function refuse()`.execute(db);
      await sql`create trigger refuse before insert on quote execute function refuse()`.execute(db);
    },
    allow: (db) => sql`drop function refuse cascade`.execute(db),
  },
};

/** Every word of it takes up space in the index. */
const longMessage = Array.from({ length: 1_600 }, (_, n) => `word${n}`)
  .join(" ")
  .padEnd(10_000, "é")
  .slice(0, 10_000);

onEveryDatabase("a full disk", (database) => {
  test("makes writes get 503 and readiness fail while reads are served, until there is space again", async () => {
    const app = await createTestApp(database);
    const { db } = app.deps;
    expect(await readyz(app)).toBe(200);

    await refusals[database].refuse(db);
    // Messages still fit into free space in the file; then it is full.
    const longest = { ...ada, message: longMessage };
    await expect.poll(async () => (await app.call("POST", "/quote/new", longest)).status).toBe(503);
    await expect.poll(() => readyz(app)).toBe(503);
    const { headers, body } = await app.call("POST", "/quote/new", longest);
    expect([headers.get("Retry-After"), body.code]).toEqual(["5", "unavailable"]);
    expect((await app.call("GET", "/faq/get-all")).status).toBe(200);

    await refusals[database].allow(db);
    await expect.poll(() => readyz(app)).toBe(200);
    expect((await app.call("POST", "/quote/new", longest)).status).toBe(201);
  });
});

test("when the disk becomes read-only, reads are served, writes get 503, and the shutdown succeeds", async () => {
  const { dataDir } = await migratedLocation("sqlite");
  const app = await createTestApp("sqlite", { place: { dataDir, databaseUrl: undefined } });
  expect(await readyz(app)).toBe(200);
  // A folder of that name cannot be deleted as a file, not even by root, just like the file on a read-only disk.
  fs.rmSync(path.join(dataDir, "lock.json"));
  fs.mkdirSync(path.join(dataDir, "lock.json"));

  await byTheWriter(app.deps.db, "pragma query_only = on");
  const lead = await app.call("POST", "/quote/new", ada);
  expect([lead.status, lead.body.code, lead.headers.get("Retry-After")]).toEqual([503, "unavailable", "5"]);
  await expect.poll(() => readyz(app)).toBe(503);
  expect((await app.call("GET", "/faq/get-all")).status).toBe(200);
  expect((await app.request("/about")).status).toBe(200);
  expect((await app.request("/healthz")).status).toBe(200);
  expect((await app.call("POST", "/user/login", { user: admin })).status).toBe(503);

  await app.close();
});

test.each(["jorna.sqlite", "jorna.sqlite-wal", "jorna.sqlite-shm"])(
  "while %s is gone or another one is in its place, reads are served and writes get 503, until it is back",
  async (name) => {
    const { dataDir } = await migratedLocation("sqlite");
    const app = await createTestApp("sqlite", { place: { dataDir, databaseUrl: undefined } });
    const file = path.join(dataDir, name);
    const lead = async () => (await app.call("POST", "/quote/new", ada)).status;
    expect(await lead()).toBe(201);

    // SQLite would go on storing, in a file that no next start finds.
    fs.renameSync(file, `${file}.moved`);
    expect([await lead(), (await app.call("GET", "/faq/get-all")).status]).toEqual([503, 200]);
    await expect.poll(() => readyz(app)).toBe(503);
    await expect(app.deps.dryRun(async () => {})).rejects.toMatchObject({ code: "SQLITE_READONLY_DBMOVED" });
    expect(fs.existsSync(file)).toBe(false);
    fs.copyFileSync(`${file}.moved`, file);
    expect(await lead()).toBe(503);
    // Nobody can tell what is there, as on a network disk that is gone.
    fs.rmSync(file);
    fs.symlinkSync(name, file);
    expect(await lead()).toBe(503);

    fs.renameSync(`${file}.moved`, file);
    expect(await lead()).toBe(201);
    await app.close();
  },
);

test("readiness checks write at most once a second, however many requests arrive", async () => {
  let writes = 0;
  const onQuery = ({ sql }: { sql: string }) => {
    if (/^insert into "setting"/.test(sql)) writes++;
  };
  const app = await createTestApp("sqlite", { onQuery });

  writes = 0;
  const begunMs = performance.now();
  const answers = await Promise.all(Array.from({ length: 200 }, () => readyz(app)));
  const seconds = (performance.now() - begunMs) / 1_000;

  expect(new Set(answers)).toEqual(new Set([200]));
  expect(writes).toBeLessThanOrEqual(1 + seconds);
});

const readyz = async ({ request }: TestApp) => (await request("/readyz")).status;
