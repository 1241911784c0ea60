import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertSetting } from "#app/platform/setting.repository.server.ts";
import { openDatabase } from "#db/open.server.ts";
import { createTestApp, onPostgres } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";

onPostgres(() => {
  test("a first start waits over five seconds for another instance that is writing the built-in content", async () => {
    const place = await migratedLocation("postgres");
    const { db, close } = await openDatabase(place);
    const other = await db.startTransaction().execute();
    await insertSetting(other, "built-in content", "");
    const waitedMs = async () => {
      const { rows } = await sql<{ ms: number }>`
        select extract(epoch from now() - query_start)::float * 1000 as ms from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
      return rows[0]?.ms ?? 0;
    };

    const starting = createTestApp("postgres", { place, seed: true });
    // A call gives up after five seconds.
    await expect.poll(waitedMs).toBeGreaterThan(5_500);
    await other.rollback().execute();

    const app = await starting;
    expect((await app.call("GET", "/project/get-all")).body.data).toHaveLength(7);
    await close();
  });
});
